import type { Join } from '../../rel/core/join.ts';
import type { Project } from '../../rel/core/project.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Join as JoinClass, projectsRight } from '../../rel/core/join.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { PushProjector } from '../shared/push-projector.ts';

/**
 * Narrows both inputs of a Join to the columns that the Project above and the condition read. Only plain references are pushed; a side of
 * which nothing is read keeps its first column. Semi and anti joins have a rule of their own.
 */
export const FlinkProjectJoinTransposeRule = defineRule({
  description: 'FlinkProjectJoinTransposeRule',
  operand: some(ProjectClass, [any(JoinClass)]),
  explain: { summary: 'Narrows the inputs of a Join to the columns that are read above it.' },
  onMatch: (call) => {
    const project = call.rel<Project>(0);
    const join = call.rel<Join>(1);
    if (!projectsRight(join.joinType)) return;
    const leftCount = join.left.rowType.fields.length;
    const projector = new PushProjector(project, join.condition, join, leftCount, { keepOneColumn: true });
    if (projector.needsAll) return;
    const left = projector.narrow(call.builder(), join.left, 0);
    const right = projector.narrow(call.builder(), join.right, leftCount);
    const condition = projector.convert(join.condition, [...left.rowType.fields, ...right.rowType.fields]);
    const narrowed = join.copyJoin(join.traitSet, condition, left, right, join.joinType);
    call.transformTo(projector.projectAbove(call.builder(), narrowed));
  },
});
