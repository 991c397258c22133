import type { RelNode } from '../../rel/rel-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { LogicalUnion } from '../../rel/logical/logical-set-op.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { RelNode as RelNodeClass } from '../../rel/rel-node.ts';

const SUMMARY = 'Duplicates that are removed above a UNION ALL need not be removed in its inputs as well.';
const isSimple = (a: LogicalAggregate): boolean => a.isSimple;

/** The inner aggregate on the first input (Calcite's `AggregateUnionAggregateRule`). */
export const AggregateUnionAggregateRuleFirstInput = defineRule({
  description: 'AggregateUnionAggregateRule:first-input-agg',
  operand: some(LogicalAggregate, [some(LogicalUnion, [any(LogicalAggregate, { predicate: isSimple }), any(RelNodeClass)])], {
    predicate: isSimple,
  }),
  transformation: true,
  explain: { summary: SUMMARY },
  onMatch: merge,
});

/** The inner aggregate on the second input. */
export const AggregateUnionAggregateRuleSecondInput = defineRule({
  description: 'AggregateUnionAggregateRule:second-input-agg',
  operand: some(LogicalAggregate, [some(LogicalUnion, [any(RelNodeClass), any(LogicalAggregate, { predicate: isSimple })])], {
    predicate: isSimple,
  }),
  transformation: true,
  explain: { summary: SUMMARY },
  onMatch: merge,
});

function merge(call: RuleCall): void {
  const top = call.rel<LogicalAggregate>(0);
  const union = call.rel<LogicalUnion>(1);
  if (!union.all) return;
  const [first, second] = [call.rel(2), call.rel(3)];
  const bottom = second instanceof LogicalAggregate ? second : first;
  if (!(bottom instanceof LogicalAggregate) || top.aggCalls.length > 0 || bottom.aggCalls.length > 0) return;
  const below = inputOf(call, bottom);
  const builder = call.builder().transform(CALCITE_BUILDER_CONFIG);
  builder.pushAll(bottom === second ? [first, below] : [below, second]).union(true);
  builder.rename(union.rowType.fields.map((f) => f.name));
  call.transformTo(builder.aggregate(builder.groupKeyOf(top.groupSet), []).build());
}

/** The input of an aggregate over the aggregate's own columns. */
function inputOf(call: RuleCall, aggregate: LogicalAggregate): RelNode {
  const input = aggregate.input();
  const types = (n: RelNode): string => n.rowType.fields.map((f) => f.type.digest).join();
  if (types(input) === types(aggregate)) return input;
  const builder = call.builder().push(input);
  return builder.project(builder.fields(aggregate.groupSet)).build();
}
