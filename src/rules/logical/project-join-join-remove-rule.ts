import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { bitSet } from '../../rel/bit-set.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { collectInputRefs, shiftRefs } from '../../rel/rex/rex-visit.ts';
import { droppableMiddleKeys } from '../shared/outer-join-removal.ts';

/** Of two LEFT joins in a row, the table in the middle is dropped if none of its columns is read and its join keys are unique. */
export const ProjectJoinJoinRemoveRule = defineRule({
  description: 'ProjectJoinJoinRemoveRule',
  operand: some(LogicalProject, [
    some(LogicalJoin, [any(LogicalJoin, { predicate: (j) => j.joinType === 'left' })], { predicate: (j) => j.joinType === 'left' }),
  ]),
  substitution: true,
  transformation: true,
  explain: { summary: 'Of two LEFT joins in a row, the table in the middle is dropped if nothing reads it and its join keys are unique.' },
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const top = call.rel<LogicalJoin>(1);
    const bottom = call.rel<LogicalJoin>(2);
    const from = bottom.left.rowType.fields.length;
    const to = bottom.rowType.fields.length;
    if (collectInputRefs(project.projects).some((i) => i >= from && i < to)) return;
    const keys = droppableMiddleKeys(top, bottom);
    if (!keys || call.mq.columnsUnique(bottom.right, bitSet(keys)) !== true) return;
    const builder = call.builder().transform(CALCITE_BUILDER_CONFIG).push(bottom.left).push(top.right);
    builder.join(top.joinType, shiftRefs(top.condition, from - to, from));
    call.transformTo(builder.project(project.projects.map((e) => shiftRefs(e, from - to, from))).build());
  },
});
