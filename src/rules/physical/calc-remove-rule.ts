import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { any, defineRule } from '../../planner/rule.ts';

/** A Calc that gives its input back disappears (Flink's `StreamPhysicalCalcRemoveRule`). Names of columns do not count. */
export const StreamPhysicalCalcRemoveRule = defineRule({
  description: 'CalcRemoveRule',
  operand: any(StreamPhysicalCalc, { predicate: (calc) => calc.program.isTrivial }),
  identity: 'CalcRemoveRule:StreamPhysicalCalc',
  substitution: true,
  transformation: true,
  explain: { summary: 'A Calc that passes all columns on as they are disappears.' },
  onMatch: (call) => {
    const calc = call.rel<StreamPhysicalCalc>(0);
    call.register(calc.input(), calc);
    call.transformTo(call.convert(calc.input(), calc.traitSet));
  },
});
