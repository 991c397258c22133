import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { collectInputRefs } from '../../rel/rex/rex-visit.ts';
import { PushProjector } from '../shared/push-projector.ts';

/** Narrows both inputs of a semi or anti Join to the columns that the Project above and the condition read. */
export const ProjectSemiAntiJoinTransposeRule = defineRule({
  description: 'ProjectSemiAntiJoinTransposeRule',
  operand: some(LogicalProject, [any(LogicalJoin)]),
  explain: { summary: 'Narrows the inputs of a semi or anti Join to the columns that are read.' },
  matches: (call) => {
    const { joinType } = call.rel<LogicalJoin>(1);
    return joinType === 'semi' || joinType === 'anti' || 'the join is neither a semi nor an anti join';
  },
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const join = call.rel<LogicalJoin>(1);
    const leftCount = join.left.rowType.fields.length;
    const childCount = leftCount + join.right.rowType.fields.length;
    const always = collectInputRefs(project.projects).length === 0 ? [0] : [];
    const projector = new PushProjector(project, join.condition, join, leftCount, { childCount, always, keepOneColumn: false });
    if (projector.needsAll) return;
    const left = projector.narrowPlain(call.builder(), join.left, 0);
    const right = projector.narrowPlain(call.builder(), join.right, leftCount);
    const condition = projector.convert(join.condition, [...left.rowType.fields, ...right.rowType.fields]);
    const narrowed = LogicalJoin.create(left, right, { condition, joinType: join.joinType, variablesSet: join.variablesSet });
    call.transformTo(projector.projectAbove(call.builder(), narrowed));
  },
});
