import type { RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { NamedWindowProperty, WindowAggregateOptions } from '../core/window-aggregate.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Flink's `LogicalWindowAggregate`. */
export class LogicalWindowAggregate extends WindowAggregate {
  readonly typeName = 'LogicalWindowAggregate';

  static create(input: RelNode, o: WindowAggregateOptions): LogicalWindowAggregate {
    return new LogicalWindowAggregate(input.cluster, DEFAULT_TRAITS, input, o);
  }

  override copyAggregate(input: RelNode, o: Partial<WindowAggregateOptions>): LogicalWindowAggregate {
    return new LogicalWindowAggregate(this.cluster, this.traitSet, input, { ...this.windowAggregateOptions, ...o });
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalWindowAggregate {
    return new LogicalWindowAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.windowAggregateOptions);
  }

  /** The same aggregate with other window properties. */
  withProperties(properties: readonly NamedWindowProperty[]): LogicalWindowAggregate {
    return new LogicalWindowAggregate(this.cluster, this.traitSet, this.input(), { ...this.windowAggregateOptions, properties });
  }
}
