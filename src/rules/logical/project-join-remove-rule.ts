import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { bitSet } from '../../rel/bit-set.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { collectInputRefs, shiftRefs } from '../../rel/rex/rex-visit.ts';
import { optionalSide } from '../shared/outer-join-removal.ts';

/** Drops the optional side of an outer join if none of its columns is read and each row has at most one partner there. */
export const ProjectJoinRemoveRule = defineRule({
  description: 'ProjectJoinRemoveRule',
  operand: some(LogicalProject, [any(LogicalJoin, { predicate: (j) => j.joinType === 'left' || j.joinType === 'right' })]),
  substitution: true,
  transformation: true,
  explain: { summary: 'Drops the optional side of an outer join if none of its columns is read and its join keys are unique.' },
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const join = call.rel<LogicalJoin>(1);
    const optional = optionalSide(join);
    if (collectInputRefs(project.projects).some((i) => i >= optional.from && i < optional.to)) return;
    const info = joinInfoOf(join);
    const isLeft = join.joinType === 'left';
    if (call.mq.columnsUnique(isLeft ? join.right : join.left, bitSet(isLeft ? info.right : info.left)) !== true) return;
    const projects = isLeft ? project.projects : project.projects.map((e) => shiftRefs(e, -optional.to));
    const kept = isLeft ? join.left : join.right;
    call.transformTo(LogicalProject.create(kept, { projects, names: project.names, hints: project.hints }));
  },
});
