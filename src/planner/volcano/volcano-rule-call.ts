import { defined } from '../../base/assert.ts';
import type { Cluster } from '../../rel/cluster.ts';
import type { MetadataQuery } from '../../rel/metadata/metadata-query.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import type { AnnouncedCall } from '../planner-listener.ts';
import type { RelRule } from '../rule.ts';
import type { Memo } from './memo.ts';
import { RelBuilder } from '../../rel/rel-builder.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { propagateHints } from '../hints.ts';
import { checkRegistration } from '../row-type-check.ts';
import { volcanoFailure } from '../rule-failure.ts';
import { RelSubset } from './rel-subset.ts';

/** What a rule sees of a match in Volcano (Calcite's `VolcanoRuleCall`): each result is registered at once. */
export class VolcanoRuleCall implements AnnouncedCall {
  readonly rule: RelRule;
  readonly rels: readonly RelNode[];
  readonly notes: string[] = [];
  /** Under this name the match is known to the queue. */
  readonly name: string;
  private readonly memo: Memo;

  constructor(memo: Memo, rule: RelRule, rels: readonly RelNode[]) {
    this.memo = memo;
    this.rule = rule;
    this.rels = rels;
    this.name = matchName(rule, rels);
  }

  get cluster(): Cluster {
    return this.memo.cluster;
  }

  get mq(): MetadataQuery {
    return this.cluster.mq;
  }

  rel<T extends RelNode>(i: number): T {
    // The caller knows the class from the operand that bound the node.
    return defined(this.rels[i], `node ${i} of ${this.rule.description}`) as T;
  }

  childRels(node: RelNode): readonly RelNode[] {
    return node.inputs.map((n) => this.boundMember(n) ?? n.stripped());
  }

  members(input: RelNode): readonly RelNode[] {
    return input instanceof RelSubset ? input.members : [input];
  }

  builder(): RelBuilder {
    return new RelBuilder(this.cluster);
  }

  transformTo(original: RelNode, equivalences: ReadonlyMap<RelNode, RelNode> = new Map()): void {
    const { memo, rule } = this;
    const replaced = this.rel(0);
    const node = propagateHints(replaced, original);
    memo.listener.produced?.(this, node);
    try {
      if (rule.substitution && rule.autoPruneOld) memo.prune(replaced);
      for (const [a, b] of equivalences) memo.ensureRegistered(a, b);
      checkRegistration(replaced, node);
      memo.ensureRegistered(node, replaced);
    } catch (error) {
      throw volcanoFailure(rule.description, undefined, error);
    }
    memo.listener.productionEnded?.(this, node);
  }

  convert(node: RelNode, traits: Partial<Omit<TraitSet, 'text'>>): RelNode {
    const wanted = replaceTraits(node.traitSet, traits);
    return wanted === node.traitSet ? node : this.memo.changeTraits(node, wanted);
  }

  register(node: RelNode, equivalent: RelNode): void {
    this.memo.register(node, equivalent);
  }

  prune(node: RelNode): void {
    this.memo.prune(node);
  }

  note(text: string): void {
    this.notes.push(text);
  }

  /** The bound node that stands in a sub-set, if any. */
  private boundMember(input: RelNode): RelNode | undefined {
    return input instanceof RelSubset ? this.rels.slice(1).find((r) => isMember(input, r)) : undefined;
  }
}

function isMember(s: RelSubset, node: RelNode): boolean {
  return s.members.includes(node);
}

/** `rule [DESCRIPTION] rels [#1,#2]` */
export function matchName(rule: RelRule, rels: readonly RelNode[]): string {
  return `rule [${rule.description}] rels [${rels.map((r) => `#${r.id}`).join(',')}]`;
}
