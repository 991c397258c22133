import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { Correlate } from '../../rel/core/correlate.ts';
import type { DecorrelationState } from '../../rel/decorrelate/decorrelation-state.ts';
import type { Project } from '../../rel/core/project.ts';
import type { RelRule, RuleCall } from '../../planner/rule.ts';
import type { RexFieldAccess, RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { range } from '../../rel/bit-set.ts';
import { withNullability } from '../../types/sql-type.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Aggregate as AggregateClass } from '../../rel/core/aggregate.ts';
import { makeAggregateCall } from '../../rel/core/aggregate-call.ts';
import { Correlate as CorrelateClass } from '../../rel/core/correlate.ts';
import { Filter } from '../../rel/core/filter.ts';
import { generatesNullsOnRight } from '../../rel/core/join.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { variablesUsed } from '../../rel/correlation-uses.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { makeCast } from '../../rel/rex/rex-builder.ts';
import { inputRef, TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { correlatedKeys, usesOnly } from './correlated-filter.ts';
import { removeCorrelation } from './remove-correlation.ts';
import { withNullIndicator } from './null-indicator.ts';

interface Joined {
  readonly right: RelNode;
  readonly condition: RexNode;
}

/** The filter's condition becomes that of the join, if the outer fields in it are unique in the outer input: then groups are rows. */
function fromFilter(call: RuleCall, state: DecorrelationState, filter: Filter): Joined | undefined {
  const correlate = call.rel<Correlate>(0);
  const right = filter.input().stripped();
  if (variablesUsed(right).length > 0) return undefined;
  const keys = correlatedKeys(filter.condition, 'field').map((k) => k.correlated as RexFieldAccess);
  const columns = keys.map((k) => k.fieldIndex);
  if (columns.length === 0 || call.mq.columnsUnique(call.rel(1), columns, true) !== true) return undefined;
  if (!usesOnly(state, correlate, { project: call.rel(4), filter, keys })) return undefined;
  return { right, condition: removeCorrelation(filter.condition, { map: state.map, correlate, padded: false }) };
}

/** Only the aggregated expressions are correlated: all outer columns together must be unique. */
function fromProject(call: RuleCall, state: DecorrelationState, input: RelNode): Joined | undefined {
  if (variablesUsed(input).length > 0) return undefined;
  if (!usesOnly(state, call.rel<Correlate>(0), { project: call.rel(4) })) return undefined;
  const left = call.rel(1);
  if (call.mq.columnsUnique(left, range(0, left.rowType.fields.length)) !== true) return undefined;
  return { right: input, condition: TRUE_LITERAL };
}

function rewrite(call: RuleCall, state: DecorrelationState): void {
  const correlate = call.rel<Correlate>(0);
  const left = call.rel(1);
  const [output, second] = call.rel<Project>(2).projects;
  const aggregate = call.rel<Aggregate>(3);
  const inputProject = call.rel<Project>(4);
  const input = call.rel(5);
  if (!output || second) return call.note('more than one column');
  if (correlate.joinType !== 'left') return call.note('not a left correlate');
  if (aggregate.groupSet.length > 0) return call.note('the aggregation has group keys');
  let joined: Joined | undefined;
  if (input instanceof Filter && state.map.usesOf(input)) joined = fromFilter(call, state, input);
  else if (state.map.usesOf(inputProject)) joined = fromProject(call, state, input);
  if (!joined) return;

  const leftCount = left.rowType.fields.length;
  const right = withNullIndicator(call.cluster, joined.right);
  const b = call.builder().transform(CALCITE_BUILDER_CONFIG);
  const join = b.push(left).push(right).join(correlate.joinType, joined.condition).build();
  const last = join.rowType.fields.length - 1;
  const lastType = defined(join.rowType.fields[last], 'null indicator').type;
  const nullIndicator = inputRef(last, withNullability(lastType, true));
  const padded = generatesNullsOnRight(correlate.joinType);
  b.push(join).project([
    ...left.rowType.fields.map((f, i) => inputRef(i, f.type)),
    ...inputProject.projects.map((e) => removeCorrelation(e, { map: state.map, correlate, padded, nullIndicator })),
    inputRef(last, lastType),
  ]);
  const indicatorAt = leftCount + inputProject.projects.length;
  const row = b.peek().rowType;
  const calls = aggregate.aggCalls.map((c) => {
    // COUNT(*) must not count padded rows.
    const args = c.op.kind === 'COUNT' && c.args.length === 0 ? [indicatorAt] : c.args.map((a) => a + leftCount);
    return makeAggregateCall({ ...c, args, filterArg: c.filterArg < 0 ? -1 : c.filterArg + leftCount }, row, leftCount);
  });
  const groupSet = range(0, leftCount);
  b.aggregate(b.groupKey(b.fields(groupSet)), calls);
  const result = removeCorrelation(output, { map: state.map, correlate, padded: false });
  b.project([...b.fields(groupSet), makeCast(withNullability(result.type, true), result)]);
  call.transformTo(b.build());
  state.map.removeProvider(correlate.correlationId, correlate);
}

/**
 * A correlated aggregation whose outer rows are unique is a left join grouped by the outer row (Calcite's
 * `RemoveCorrelationForScalarAggregateRule`).
 */
export function removeCorrelationForScalarAggregateRule(state: DecorrelationState, root: () => RelNode): RelRule {
  return defineRule({
    description: 'RemoveCorrelationForScalarAggregateRule',
    operand: some(CorrelateClass, [
      any(RelNode),
      some(ProjectClass, [some(AggregateClass, [some(ProjectClass, [any(RelNode)])], { predicate: (a: Aggregate) => a.isSimple })]),
    ]),
    explain: { summary: 'A correlated aggregation over unique outer rows becomes a left join below an aggregation by the outer row.' },
    onMatch: (call) => {
      state.lookAt(root());
      rewrite(call, state);
    },
  });
}
