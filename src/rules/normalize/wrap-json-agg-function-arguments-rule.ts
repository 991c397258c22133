import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import { defined } from '../../base/assert.ts';
import { bitSet } from '../../rel/bit-set.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { remapAggregateCall } from '../../rel/core/aggregate-call.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { call as rexCall } from '../../rel/rex/rex-factory.ts';

/** Marks an aggregation that has been rewritten; the hint also keeps the rule from being tried there again. */
const WRAPPED = { name: 'JSON_AGGREGATE_WRAPPED', inheritPath: [], listOptions: [], kvOptions: [] };

/** Column of the value that goes into the document: the second argument of JSON_OBJECTAGG, the only one of JSON_ARRAYAGG. */
function jsonValue(c: AggregateCall): number | undefined {
  if (c.op.name.startsWith('JSON_OBJECTAGG')) return c.args[1];
  return c.op.name.startsWith('JSON_ARRAYAGG') ? c.args[0] : undefined;
}

/**
 * Values of JSON_OBJECTAGG and JSON_ARRAYAGG are turned into JSON text by JSON_STRING below the aggregation, which then only puts pieces
 * together and need not know any type. The plain columns stay, since something else may read them.
 */
export const WrapJsonAggFunctionArgumentsRule = defineRule({
  description: 'WrapJsonAggFunctionArgumentsRule',
  operand: any(LogicalAggregate, { predicate: (a) => a.aggCalls.some((c) => jsonValue(c) !== undefined) }),
  explain: { summary: 'Values of JSON aggregates are turned into JSON text below the aggregation.' },
  onMatch: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const b = call.builder().push(aggregate.input());
    const columns = bitSet(aggregate.aggCalls.flatMap((c) => jsonValue(c) ?? []));
    const count = b.peek().rowType.fields.length;
    const jsonString = defined(call.cluster.operators.lookup('JSON_STRING')[0], 'JSON_STRING');
    b.projectPlus(columns.map((i) => rexCall(jsonString, [b.field(i)])));
    const aggCalls = aggregate.aggCalls.map((c) => {
      const value = jsonValue(c);
      return value === undefined ? c : remapAggregateCall(c, (i) => (i === value ? count + columns.indexOf(value) : i));
    });
    call.transformTo(LogicalAggregate.create(b.build(), { ...aggregate.aggregateOptions, aggCalls, hints: [WRAPPED] }));
  },
});
