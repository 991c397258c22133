import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowAggregateOptions } from '../core/window-aggregate.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';
import { aggregateCost } from './flink-logical-aggregate.ts';

/** Flink's `FlinkLogicalWindowAggregate`: a legacy group window. */
export class FlinkLogicalWindowAggregate extends WindowAggregate {
  readonly typeName = 'FlinkLogicalWindowAggregate';

  static create(input: RelNode, o: WindowAggregateOptions): FlinkLogicalWindowAggregate {
    return new FlinkLogicalWindowAggregate(input.cluster, LOGICAL_TRAITS, input, o);
  }

  override copyAggregate(input: RelNode, o: Partial<WindowAggregateOptions>): FlinkLogicalWindowAggregate {
    return new FlinkLogicalWindowAggregate(this.cluster, this.traitSet, input, { ...this.windowAggregateOptions, ...o });
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalWindowAggregate {
    return new FlinkLogicalWindowAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.windowAggregateOptions);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    return aggregateCost(this, mq);
  }
}
