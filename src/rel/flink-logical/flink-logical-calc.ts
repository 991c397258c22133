import type { DescribeLevel, RelNode, Term } from '../rel-node.ts';
import type { RexProgram } from '../rex/rex-program.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { CommonCalc, selectText, whereText } from '../core/common-calc.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalCalc`. Its items are texts with names, so two that differ in output names are different nodes. */
export class FlinkLogicalCalc extends CommonCalc {
  readonly typeName = 'FlinkLogicalCalc';

  static create(input: RelNode, program: RexProgram): FlinkLogicalCalc {
    return new FlinkLogicalCalc(input.cluster, LOGICAL_TRAITS, input, program);
  }

  override copyCalc(traits: TraitSet, input: RelNode, program: RexProgram): FlinkLogicalCalc {
    return new FlinkLogicalCalc(this.cluster, traits, input, program);
  }

  override describe(level: DescribeLevel): readonly Term[] {
    const options = { format: 'prefix', detail: level === 'expplan' ? 'explain' : 'digest' } as const;
    const where = whereText(this.program, options);
    const select = term('select', selectText(this.program, options));
    return where === undefined ? [select] : [select, term('where', where)];
  }
}
