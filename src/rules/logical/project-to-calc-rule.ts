import { any, defineRule } from '../../planner/rule.ts';
import { LogicalCalc } from '../../rel/logical/logical-calc.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';

/** A Project becomes a Calc (Calcite's `ProjectToCalcRule`), which can be merged with the Calcs and Filters around it. */
export const ProjectToCalcRule = defineRule({
  description: 'ProjectToCalcRule',
  operand: any(LogicalProject),
  transformation: true,
  explain: { summary: 'A Project becomes a Calc, which can hold projections and a condition in one node.' },
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const input = project.input();
    call.transformTo(LogicalCalc.create(input, RexProgram.create(input.rowType, project.projects, undefined, project.names)));
  },
});
