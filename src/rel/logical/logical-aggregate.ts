import type { AggregateOptions } from '../core/aggregate.ts';
import type { RelHint, RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Aggregate } from '../core/aggregate.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalAggregate`. */
export class LogicalAggregate extends Aggregate {
  readonly typeName = 'LogicalAggregate';

  static create(input: RelNode, o: AggregateOptions): LogicalAggregate {
    return new LogicalAggregate(input.cluster, DEFAULT_TRAITS, input, o);
  }

  override copyAggregate(input: RelNode, o: Partial<AggregateOptions>): LogicalAggregate {
    return new LogicalAggregate(this.cluster, this.traitSet, input, { ...this.aggregateOptions, ...o });
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalAggregate {
    return new LogicalAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.aggregateOptions);
  }

  override withHints(hints: readonly RelHint[]): LogicalAggregate {
    return new LogicalAggregate(this.cluster, this.traitSet, this.input(), { ...this.aggregateOptions, hints });
  }
}
