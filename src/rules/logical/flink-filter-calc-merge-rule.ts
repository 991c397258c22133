import { any, defineRule, some } from '../../planner/rule.ts';
import { Filter } from '../../rel/core/filter.ts';
import { LogicalCalc } from '../../rel/logical/logical-calc.ts';
import { inputRefs } from '../../rel/rex/rex-factory.ts';
import { mergePrograms } from '../../rel/rex/rex-program.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';
import { conditionProgram } from '../shared/calc-program.ts';
import { isMergeable } from '../shared/mergeable.ts';

/**
 * A Filter on a Calc becomes part of it, unless a non-deterministic expression would be computed twice: the Filter passes every column on,
 * so one that its condition reads counts twice.
 */
export const FlinkFilterCalcMergeRule = defineRule({
  description: 'FlinkFilterCalcMergeRule',
  operand: some(Filter, [any(LogicalCalc)]),
  transformation: true,
  explain: { summary: 'A Filter on a Calc becomes part of it, unless a non-deterministic expression would be computed twice.' },
  matches: (call) => {
    const filter = call.rel<Filter>(0);
    const calc = call.rel<LogicalCalc>(1);
    return isMergeable([filter.condition, ...inputRefs(calc.rowType.fields)], calc.projects);
  },
  onMatch: (call) => {
    const filter = call.rel<Filter>(0);
    const calc = call.rel<LogicalCalc>(1);
    if (calc.rexNodes.some(containsOver)) return;
    const top = conditionProgram(calc.rowType, filter.condition);
    call.transformTo(calc.copyCalc(calc.traitSet, calc.input(), mergePrograms(top, calc.program)));
  },
});
