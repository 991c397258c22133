import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Filter } from '../core/filter.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalFilter`. */
export class LogicalFilter extends Filter {
  readonly typeName = 'LogicalFilter';

  static create(input: RelNode, condition: RexNode, variablesSet: readonly number[] = []): LogicalFilter {
    return new LogicalFilter(input.cluster, DEFAULT_TRAITS, input, condition, variablesSet);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalFilter {
    return new LogicalFilter(this.cluster, traits, inputs[0] ?? this.input(), this.condition, this.variablesSet);
  }

  override withRexNodes(list: readonly RexNode[]): LogicalFilter {
    const condition = list[0] ?? this.condition;
    return condition === this.condition ? this : new LogicalFilter(this.cluster, this.traitSet, this.input(), condition, this.variablesSet);
  }
}
