import type { AggregateCall } from '../core/aggregate-call.ts';
import type { Cluster } from '../cluster.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { SingleRel } from '../core/single-rel.ts';

/** What all group aggregates share (Flink's `StreamPhysicalGroupAggregateBase`): keys by input index and the calls. */
export abstract class StreamPhysicalGroupAggregateBase extends SingleRel implements PhysicalRel {
  readonly requireWatermark = false;
  readonly grouping: readonly number[];
  readonly aggCalls: readonly AggregateCall[];
  readonly relHints: readonly RelHint[];

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: GroupAggregateBaseOptions) {
    super(cluster, traits, [input]);
    this.grouping = o.grouping;
    this.aggCalls = o.aggCalls;
    this.relHints = o.hints ?? [];
  }

  override get hints(): readonly RelHint[] {
    return this.relHints;
  }

  abstract override describe(): readonly Term[];

  describeAs(): readonly Term[] {
    return this.describe();
  }
}

export interface GroupAggregateBaseOptions {
  readonly grouping: readonly number[];
  readonly aggCalls: readonly AggregateCall[];
  readonly hints?: readonly RelHint[];
}
