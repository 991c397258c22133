import type { RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowOptions } from '../core/window.ts';
import { Window } from '../core/window.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalWindow`. */
export class LogicalWindow extends Window {
  readonly typeName = 'LogicalWindow';

  static create(input: RelNode, o: WindowOptions): LogicalWindow {
    return new LogicalWindow(input.cluster, DEFAULT_TRAITS, input, o);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalWindow {
    return new LogicalWindow(this.cluster, traits, inputs[0] ?? this.input(), this.windowOptions);
  }
}
