import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { any, defineRule } from '../../planner/rule.ts';

/** A Calc that gives its input back disappears (Flink's `FlinkLogicalCalcRemoveRule`). Names of columns do not count. */
export const FlinkLogicalCalcRemoveRule = defineRule({
  description: 'CalcRemoveRule',
  operand: any(FlinkLogicalCalc, { predicate: (calc) => calc.program.isTrivial }),
  identity: 'CalcRemoveRule:FlinkLogicalCalc',
  substitution: true,
  explain: { summary: 'A Calc that passes all columns on as they are disappears.' },
  onMatch: (call) => {
    const calc = call.rel<FlinkLogicalCalc>(0);
    call.register(calc.input(), calc);
    call.transformTo(call.convert(calc.input(), calc.traitSet));
  },
});
