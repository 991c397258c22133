import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Snapshot } from '../core/snapshot.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalSnapshot`. */
export class LogicalSnapshot extends Snapshot {
  readonly typeName = 'LogicalSnapshot';

  static create(input: RelNode, period: RexNode): LogicalSnapshot {
    return new LogicalSnapshot(input.cluster, DEFAULT_TRAITS, input, period);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalSnapshot {
    return new LogicalSnapshot(this.cluster, traits, inputs[0] ?? this.input(), this.period);
  }

  override withRexNodes(list: readonly RexNode[]): LogicalSnapshot {
    const period = list[0] ?? this.period;
    return period === this.period ? this : new LogicalSnapshot(this.cluster, this.traitSet, this.input(), period);
  }
}
