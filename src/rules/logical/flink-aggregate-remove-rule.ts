import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { RelNode } from '../../rel/rel-node.ts';

function givesItsArgument(c: AggregateCall): boolean {
  const kinds: readonly string[] = ['SUM', 'MIN', 'MAX'];
  const isAllowed = kinds.includes(c.op.kind) || c.op.name === 'AUXILIARY_GROUP';
  return isAllowed && c.filterArg < 0 && c.args.length === 1;
}

/** An aggregate whose keys are unique in its input sees groups of one row, so it is a Project (Flink's `FlinkAggregateRemoveRule`). */
export const FlinkAggregateRemoveRule = defineRule({
  description: 'FlinkAggregateRemoveRule',
  operand: some(LogicalAggregate, [any(RelNode)]),
  explain: { summary: 'An aggregate whose keys are unique in its input sees groups of one row, so it becomes a Project.' },
  matches: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    if (aggregate.groupSet.length === 0) return 'the aggregate has no group keys';
    if (!aggregate.isSimple) return 'the aggregate has grouping sets';
    if (!aggregate.aggCalls.every(givesItsArgument)) return 'a call does not give the only value of its group back';
    return call.mq.columnsUnique(call.rel(1), aggregate.groupSet) === true || 'the keys are not unique in the input';
  },
  onMatch: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const builder = call.builder().transform(CALCITE_BUILDER_CONFIG);
    builder.push(call.convert(call.rel(1), { convention: aggregate.traitSet.convention }));
    builder.project(builder.fields([...aggregate.groupSet, ...aggregate.aggCalls.flatMap((c) => c.args)]));
    call.transformTo(builder.convert(aggregate.rowType, true).build());
  },
});
