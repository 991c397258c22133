import { any, defineRule } from '../../planner/rule.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { LogicalWindowAggregate } from '../../rel/logical/logical-window-aggregate.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { CallReducer, isReducible } from '../shared/reduce-aggregate.ts';

/** `AggregateReduceFunctionsRule` for legacy group windows; the window's start, end and time are passed on. */
export const WindowAggregateReduceFunctionsRule = defineRule({
  description: 'WindowAggregateReduceFunctionsRule',
  operand: any(LogicalWindowAggregate),
  transformation: true,
  explain: { summary: 'Writes SUM, AVG and variances of a legacy window by simpler aggregates and an expression over their results.' },
  matches: (call) => call.rel<LogicalWindowAggregate>(0).aggCalls.some(isReducible) || 'no call of SUM, AVG or a variance',
  onMatch: (call) => {
    const aggregate = call.rel<LogicalWindowAggregate>(0);
    const fields = aggregate.rowType.fields;
    const reducer = new CallReducer(aggregate);
    const keys = fields.slice(0, aggregate.groupSet.length).map((f, i) => inputRef(i, f.type));
    const projects = [...keys, ...aggregate.aggCalls.map((c) => reducer.reduce(c))];
    // The time column of the window must stay in its place, so the input is not narrowed.
    const builder = call
      .builder()
      .transform({ ...CALCITE_BUILDER_CONFIG, pruneInputOfAggregate: false })
      .push(aggregate.input());
    builder.windowAggregate(aggregate.window, builder.groupKeyOf(aggregate.groupSet), aggregate.properties, reducer.calls);
    const properties = fields.slice(projects.length).map((f) => builder.fieldNamed(f.name));
    call.transformTo(
      builder
        .project(
          [...projects, ...properties],
          fields.map((f) => f.name),
        )
        .build(),
    );
  },
});
