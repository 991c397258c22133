import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { isTrivialCalc } from '../shared/trivial-calc.ts';

/** A Calc that gives its input back disappears (Flink's `StreamPhysicalCalcRemoveRule`). */
export const StreamPhysicalCalcRemoveRule = defineRule({
  description: 'CalcRemoveRule',
  operand: any(StreamPhysicalCalc, { predicate: isTrivialCalc }),
  identity: 'CalcRemoveRule:StreamPhysicalCalc',
  substitution: true,
  transformation: true,
  explain: { summary: 'A Calc that passes all columns on under their names disappears.' },
  onMatch: (call) => {
    const calc = call.rel<StreamPhysicalCalc>(0);
    const input = calc.input();
    call.transformTo(call.convert(input, input.traitSet));
  },
});
