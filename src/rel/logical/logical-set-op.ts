import type { RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Intersect, Minus, Union } from '../core/set-op.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalUnion`. */
export class LogicalUnion extends Union {
  readonly typeName = 'LogicalUnion';

  static create(inputs: readonly [RelNode, ...RelNode[]], all: boolean): LogicalUnion {
    return new LogicalUnion(inputs[0].cluster, DEFAULT_TRAITS, inputs, all);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalUnion {
    return new LogicalUnion(this.cluster, traits, inputs, this.all);
  }
}

/** Calcite's `LogicalIntersect`. */
export class LogicalIntersect extends Intersect {
  readonly typeName = 'LogicalIntersect';

  static create(inputs: readonly [RelNode, ...RelNode[]], all: boolean): LogicalIntersect {
    return new LogicalIntersect(inputs[0].cluster, DEFAULT_TRAITS, inputs, all);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalIntersect {
    return new LogicalIntersect(this.cluster, traits, inputs, this.all);
  }
}

/** Calcite's `LogicalMinus`. */
export class LogicalMinus extends Minus {
  readonly typeName = 'LogicalMinus';

  static create(inputs: readonly [RelNode, ...RelNode[]], all: boolean): LogicalMinus {
    return new LogicalMinus(inputs[0].cluster, DEFAULT_TRAITS, inputs, all);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalMinus {
    return new LogicalMinus(this.cluster, traits, inputs, this.all);
  }
}
