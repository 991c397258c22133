import { defined } from '../../base/assert.ts';
import { RelBuilder } from '../../rel/rel-builder.ts';
import type { Cluster } from '../../rel/cluster.ts';
import type { MetadataQuery } from '../../rel/metadata/metadata-query.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import type { AnnouncedCall } from '../planner-listener.ts';
import type { RelRule } from '../rule.ts';
import { propagateHints } from '../hints.ts';
import { checkRowType } from '../row-type-check.ts';

/** What a rule sees of a match in HEP (Calcite's `HepRuleCall`): results are collected and taken in after `onMatch` has returned. */
export class HepRuleCall implements AnnouncedCall {
  readonly rule: RelRule;
  readonly cluster: Cluster;
  readonly rels: readonly RelNode[];
  readonly notes: string[] = [];
  readonly results: RelNode[] = [];

  constructor(rule: RelRule, cluster: Cluster, rels: readonly RelNode[]) {
    this.rule = rule;
    this.cluster = cluster;
    this.rels = rels;
  }

  get mq(): MetadataQuery {
    return this.cluster.mq;
  }

  rel<T extends RelNode>(i: number): T {
    // The caller knows the class from the operand that bound the node.
    return defined(this.rels[i], `node ${i} of ${this.rule.description}`) as T;
  }

  childRels(node: RelNode): readonly RelNode[] {
    return node.inputs.map((n) => n.stripped());
  }

  members(input: RelNode): readonly RelNode[] {
    return [input.stripped()];
  }

  builder(): RelBuilder {
    return new RelBuilder(this.cluster);
  }

  transformTo(node: RelNode): void {
    const original = this.rel(0);
    checkRowType(original, node, this.rule.description);
    this.results.push(propagateHints(original, node));
    this.cluster.mq.forgetAll();
  }

  convert(node: RelNode, _traits: Partial<Omit<TraitSet, 'text'>>): RelNode {
    return node;
  }

  register(): void {
    // HEP has no sets.
  }

  prune(): void {
    // HEP has no queue of matches.
  }

  note(text: string): void {
    this.notes.push(text);
  }
}
