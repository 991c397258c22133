import type { RelNode } from '../rel-node.ts';
import type { RexProgram } from '../rex/rex-program.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Calc } from '../core/calc.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalCalc`. */
export class LogicalCalc extends Calc {
  readonly typeName = 'LogicalCalc';

  static create(input: RelNode, program: RexProgram): LogicalCalc {
    return new LogicalCalc(input.cluster, DEFAULT_TRAITS, input, program);
  }

  override copyCalc(traits: TraitSet, input: RelNode, program: RexProgram): LogicalCalc {
    return new LogicalCalc(this.cluster, traits, input, program);
  }
}
