import type { AggregateOptions } from '../core/aggregate.ts';
import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelHint, RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Aggregate } from '../core/aggregate.ts';
import { INFINITE_COST, makeCost } from '../metadata/cost.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Which half of a split distinct aggregate a node is (Flink's `PartialFinalType`). */
export type PartialFinalType = 'NONE' | 'PARTIAL' | 'FINAL';

/** Flink's `FlinkLogicalAggregate`. The partial/final type is no item, so it does not count for equality. */
export class FlinkLogicalAggregate extends Aggregate {
  readonly typeName = 'FlinkLogicalAggregate';
  readonly partialFinalType: PartialFinalType;

  static create(input: RelNode, o: AggregateOptions, partialFinalType: PartialFinalType = 'NONE'): FlinkLogicalAggregate {
    return new FlinkLogicalAggregate(input.cluster, LOGICAL_TRAITS, input, o, partialFinalType);
  }

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: AggregateOptions, partialFinalType: PartialFinalType) {
    super(cluster, traits, input, o);
    this.partialFinalType = partialFinalType;
  }

  override copyAggregate(input: RelNode, o: Partial<AggregateOptions>): FlinkLogicalAggregate {
    return new FlinkLogicalAggregate(this.cluster, this.traitSet, input, { ...this.aggregateOptions, ...o }, this.partialFinalType);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalAggregate {
    return new FlinkLogicalAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.aggregateOptions, this.partialFinalType);
  }

  override withHints(hints: readonly RelHint[]): FlinkLogicalAggregate {
    return new FlinkLogicalAggregate(this.cluster, this.traitSet, this.input(), { ...this.aggregateOptions, hints }, this.partialFinalType);
  }

  /** Several grouping sets, or GROUPING and kin, must be decomposed first. */
  override computeSelfCost(mq: MetadataQuery): Cost {
    if (!this.isSimple || this.aggCalls.some((c) => isGroupingCall(c.op.kind))) return INFINITE_COST;
    return aggregateCost(this, mq);
  }
}

/** GROUPING, GROUPING_ID and GROUP_ID. */
export function isGroupingCall(kind: string): boolean {
  return kind === 'GROUPING' || kind === 'GROUPING_ID' || kind === 'GROUP_ID';
}

/** Reads all of the input; each key costs 1.1, each call 1 per row. */
export function aggregateCost(node: Aggregate, mq: MetadataQuery): Cost {
  const rows = mq.rowCount(node.input());
  const size = mq.averageRowSize(node.input());
  return makeCost(rows, rows * node.groupSet.length * 1.1 + rows * node.aggCalls.length, rows * size);
}
