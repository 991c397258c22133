import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { fieldsUsedBy, remapAggregateCall } from '../../rel/core/aggregate-call.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { shiftRefs } from '../../rel/rex/rex-visit.ts';
import { droppableMiddleKeys } from '../shared/outer-join-removal.ts';

/** Of two LEFT joins below an aggregate that does not mind repeated rows, the table in the middle is dropped if nothing reads it. */
export const AggregateJoinJoinRemoveRule = defineRule({
  description: 'AggregateJoinJoinRemoveRule',
  operand: some(LogicalAggregate, [
    some(LogicalJoin, [any(LogicalJoin, { predicate: (j) => j.joinType === 'left' })], { predicate: (j) => j.joinType === 'left' }),
  ]),
  transformation: true,
  explain: { summary: 'Of two LEFT joins below an aggregate, the table in the middle is dropped if nothing reads it.' },
  onMatch: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const top = call.rel<LogicalJoin>(1);
    const bottom = call.rel<LogicalJoin>(2);
    const from = bottom.left.rowType.fields.length;
    const to = bottom.rowType.fields.length;
    if (fieldsUsedBy(aggregate.groupSet, aggregate.aggCalls).some((i) => i >= from && i < to)) return;
    if (aggregate.aggCalls.some((c) => !c.distinct) || !droppableMiddleKeys(top, bottom)) return;
    const moved = (i: number): number => (i < from ? i : i + from - to);
    const builder = call.builder().transform(CALCITE_BUILDER_CONFIG).push(bottom.left).push(top.right);
    builder.join(top.joinType, shiftRefs(top.condition, from - to, from));
    const calls = aggregate.aggCalls.map((c) => remapAggregateCall(c, moved));
    call.transformTo(builder.aggregate(builder.groupKeyOf(aggregate.groupSet.map(moved)), calls).build());
  },
});
