import { any, defineRule } from '../../planner/rule.ts';
import { LogicalCalc } from '../../rel/logical/logical-calc.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { conditionProgram } from '../shared/calc-program.ts';

/** A Filter becomes a Calc that gives all columns on (Calcite's `FilterToCalcRule`). */
export const FilterToCalcRule = defineRule({
  description: 'FilterToCalcRule',
  operand: any(LogicalFilter),
  transformation: true,
  explain: { summary: 'A Filter becomes a Calc that gives all columns on under a condition.' },
  onMatch: (call) => {
    const filter = call.rel<LogicalFilter>(0);
    const input = filter.input();
    call.transformTo(LogicalCalc.create(input, conditionProgram(input.rowType, filter.condition)));
  },
});
