import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { joinRowType } from '../../rel/core/join.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { inputRefs } from '../../rel/rex/rex-factory.ts';
import { mergePrograms, RexProgram } from '../../rel/rex/rex-program.ts';
import { conditionProgram } from '../shared/calc-program.ts';
import { isSemiOrAnti } from '../shared/semi-anti-join.ts';

/** The join condition over the Project's input instead of its output. */
function conditionBelow(join: LogicalJoin, project: LogicalProject): RexNode {
  const left = project.input().rowType;
  const right = join.right.rowType;
  const projects = [...project.projects, ...inputRefs(right.fields, left.fields.length)];
  const names = [...project.names, ...right.fields.map((f) => f.name)];
  const bottom = RexProgram.create(joinRowType(left, right, 'inner'), projects, undefined, names);
  const top = conditionProgram(joinRowType(project.rowType, right, 'inner'), join.condition);
  return defined(mergePrograms(top, bottom).expandedCondition, 'join condition');
}

/** A semi or anti join moves below a Project of plain columns on its left side, where it may meet other joins. */
export const FlinkSemiAntiJoinProjectTransposeRule = defineRule({
  description: 'FlinkSemiAntiJoinProjectTransposeRule',
  operand: some(LogicalJoin, [any(LogicalProject)]),
  explain: { summary: 'A semi or anti join moves below a Project of plain columns on its left side.' },
  matches: (call) => {
    const isRight = isSemiOrAnti(call.rel<LogicalJoin>(0));
    if (isRight !== true) return isRight;
    return call.rel<LogicalProject>(1).projects.every((e) => e.rex === 'inputRef') || 'the Project computes something';
  },
  onMatch: (call) => {
    const join = call.rel<LogicalJoin>(0);
    const project = call.rel<LogicalProject>(1);
    const condition = conditionBelow(join, project);
    const below = LogicalJoin.create(project.input(), join.right, { ...join.joinOptions, condition, semiJoinDone: false });
    call.transformTo(call.builder().transform(CALCITE_BUILDER_CONFIG).push(below).project(project.projects, project.names).build());
  },
});
