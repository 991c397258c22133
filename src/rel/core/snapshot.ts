import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { rexTerm } from '../rel-node.ts';
import { SingleRel } from './single-rel.ts';

/** Calcite's `Snapshot`: a table as of a period (`FOR SYSTEM_TIME AS OF`). */
export abstract class Snapshot extends SingleRel {
  readonly period: RexNode;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, period: RexNode) {
    super(cluster, traits, [input]);
    this.period = period;
  }

  override get rexNodes(): readonly RexNode[] {
    return [this.period];
  }

  override describe(): readonly Term[] {
    return [rexTerm('period', this.period)];
  }
}
