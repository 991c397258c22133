import { any, defineRule } from '../../planner/rule.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { exactLiteral } from '../../rel/rex/rex-factory.ts';

/** A global COUNT(*) reads no column, so its input is cut down to one constant column, which narrows every scan below. */
export const PruneCountStarInputRule = defineRule({
  description: 'PruneCountStarInputRule',
  operand: any(LogicalAggregate),
  explain: { summary: 'The input of a global COUNT(*) is cut down to one constant column.' },
  matches: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const [only] = aggregate.aggCalls;
    if (aggregate.groupSet.length > 0) return 'the aggregation has group keys';
    if (!only || aggregate.aggCalls.length !== 1 || only.op.kind !== 'COUNT' || only.filterArg >= 0 || only.args.length > 0) {
      return 'the only call is not a plain COUNT(*)';
    }
    return aggregate.input().rowType.fields.length > 1 || 'the input has one column only';
  },
  onMatch: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const input = call
      .builder()
      .push(aggregate.input())
      .project([exactLiteral(0)])
      .build();
    call.transformTo(aggregate.copy(aggregate.traitSet, [input]));
  },
});
