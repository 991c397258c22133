import type { RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowOptions } from '../core/window.ts';
import { Window } from '../core/window.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalOverAggregate`. */
export class FlinkLogicalOverAggregate extends Window {
  readonly typeName = 'FlinkLogicalOverAggregate';

  static create(input: RelNode, o: WindowOptions): FlinkLogicalOverAggregate {
    return new FlinkLogicalOverAggregate(input.cluster, LOGICAL_TRAITS, input, o);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalOverAggregate {
    return new FlinkLogicalOverAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.windowOptions);
  }
}
