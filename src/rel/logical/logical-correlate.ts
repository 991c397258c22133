import type { CorrelateOptions } from '../core/correlate.ts';
import type { RelHint, RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Correlate } from '../core/correlate.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalCorrelate`. */
export class LogicalCorrelate extends Correlate {
  readonly typeName = 'LogicalCorrelate';

  static create(left: RelNode, right: RelNode, o: CorrelateOptions): LogicalCorrelate {
    return new LogicalCorrelate(left.cluster, DEFAULT_TRAITS, left, right, o);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalCorrelate {
    return new LogicalCorrelate(this.cluster, traits, inputs[0] ?? this.left, inputs[1] ?? this.right, this.correlateOptions);
  }

  override withHints(hints: readonly RelHint[]): LogicalCorrelate {
    return new LogicalCorrelate(this.cluster, this.traitSet, this.left, this.right, { ...this.correlateOptions, hints });
  }
}
