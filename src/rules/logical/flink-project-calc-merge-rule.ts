import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalCalc } from '../../rel/logical/logical-calc.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { mergePrograms, RexProgram } from '../../rel/rex/rex-program.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';
import { isMergeable } from '../shared/mergeable.ts';

/** A Project on a Calc becomes part of it, unless a non-deterministic expression would be computed twice. */
export const FlinkProjectCalcMergeRule = defineRule({
  description: 'FlinkProjectCalcMergeRule',
  operand: some(LogicalProject, [any(LogicalCalc)]),
  transformation: true,
  explain: { summary: 'A Project on a Calc becomes part of it, unless a non-deterministic expression would be computed twice.' },
  matches: (call) => isMergeable(call.rel<LogicalProject>(0).projects, call.rel<LogicalCalc>(1).projects),
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const calc = call.rel<LogicalCalc>(1);
    if (project.projects.some(containsOver)) return;
    const top = RexProgram.create(calc.rowType, project.projects, undefined, project.names);
    call.transformTo(calc.copyCalc(calc.traitSet, calc.input(), mergePrograms(top, calc.program)));
  },
});
