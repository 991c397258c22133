import type { CorrelateOptions } from '../core/correlate.ts';
import type { RelHint, RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Correlate } from '../core/correlate.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalCorrelate`. */
export class FlinkLogicalCorrelate extends Correlate {
  readonly typeName = 'FlinkLogicalCorrelate';

  static create(left: RelNode, right: RelNode, o: CorrelateOptions): FlinkLogicalCorrelate {
    return new FlinkLogicalCorrelate(left.cluster, LOGICAL_TRAITS, left, right, o);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalCorrelate {
    return new FlinkLogicalCorrelate(this.cluster, traits, inputs[0] ?? this.left, inputs[1] ?? this.right, this.correlateOptions);
  }

  override withHints(hints: readonly RelHint[]): FlinkLogicalCorrelate {
    return new FlinkLogicalCorrelate(this.cluster, this.traitSet, this.left, this.right, { ...this.correlateOptions, hints });
  }
}
