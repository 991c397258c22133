import type { RelNode } from '../rel-node.ts';
import type { SortOptions } from '../core/sort.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Sort } from '../core/sort.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalSort`. */
export class LogicalSort extends Sort {
  readonly typeName = 'LogicalSort';

  static create(input: RelNode, o: SortOptions): LogicalSort {
    return new LogicalSort(input.cluster, DEFAULT_TRAITS, input, o);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalSort {
    return new LogicalSort(this.cluster, traits, inputs[0] ?? this.input(), this.sortOptions);
  }
}
