import { any, defineRule } from '../../planner/rule.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { CallReducer, isReducible } from '../shared/reduce-aggregate.ts';

/** Writes SUM, AVG and variances by calls that can be merged and retracted: SUM0, COUNT and sums of squares (Flink's copy of Calcite's rule). */
export const AggregateReduceFunctionsRule = defineRule({
  description: 'AggregateReduceFunctionsRule',
  operand: any(LogicalAggregate),
  transformation: true,
  explain: { summary: 'Writes SUM, AVG and variances by simpler aggregates and an expression over their results.' },
  matches: (call) => call.rel<LogicalAggregate>(0).aggCalls.some(isReducible) || 'no call of SUM, AVG or a variance',
  onMatch: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const fields = aggregate.rowType.fields;
    const reducer = new CallReducer(aggregate);
    const keys = fields.slice(0, aggregate.groupSet.length).map((f, i) => inputRef(i, f.type));
    const projects = [...keys, ...aggregate.aggCalls.map((c) => reducer.reduce(c))];
    const builder = call.builder().transform(CALCITE_BUILDER_CONFIG).push(aggregate.input());
    builder.aggregate(builder.groupKeyOf(aggregate.groupSet, aggregate.groupSets), reducer.calls);
    call.transformTo(
      builder
        .project(
          projects,
          fields.map((f) => f.name),
        )
        .build(),
    );
  },
});
