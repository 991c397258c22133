import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { fieldsUsedBy, remapAggregateCall } from '../../rel/core/aggregate-call.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { optionalSide } from '../shared/outer-join-removal.ts';

/** Drops the optional side of an outer join below an aggregate that reads nothing of it and does not mind repeated rows. */
export const AggregateJoinRemoveRule = defineRule({
  description: 'AggregateJoinRemoveRule',
  operand: some(LogicalAggregate, [any(LogicalJoin, { predicate: (j) => j.joinType === 'left' || j.joinType === 'right' })]),
  transformation: true,
  explain: {
    summary: 'Drops the optional side of an outer join below an aggregate that reads nothing of it and does not mind repeated rows.',
  },
  onMatch: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const join = call.rel<LogicalJoin>(1);
    const optional = optionalSide(join);
    if (fieldsUsedBy(aggregate.groupSet, aggregate.aggCalls).some((i) => i >= optional.from && i < optional.to)) return;
    if (aggregate.aggCalls.some((c) => !c.distinct)) return;
    if (join.joinType === 'left') {
      call.transformTo(aggregate.copy(aggregate.traitSet, [join.left]));
      return;
    }
    const moved = (i: number): number => i - optional.to;
    const builder = call.builder().transform(CALCITE_BUILDER_CONFIG).push(join.right);
    const calls = aggregate.aggCalls.map((c) => remapAggregateCall(c, moved));
    call.transformTo(builder.aggregate(builder.groupKeyOf(aggregate.groupSet.map(moved)), calls).build());
  },
});
