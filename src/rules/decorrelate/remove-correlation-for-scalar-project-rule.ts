import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { Correlate } from '../../rel/core/correlate.ts';
import type { DecorrelationState } from '../../rel/decorrelate/decorrelation-state.ts';
import type { Project } from '../../rel/core/project.ts';
import type { RelRule, RuleCall } from '../../planner/rule.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { withNullability } from '../../types/sql-type.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Aggregate as AggregateClass } from '../../rel/core/aggregate.ts';
import { Correlate as CorrelateClass } from '../../rel/core/correlate.ts';
import { Filter } from '../../rel/core/filter.ts';
import { generatesNullsOnRight } from '../../rel/core/join.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { variablesUsed } from '../../rel/correlation-uses.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { inputRef, TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { SINGLE_VALUE } from '../../rel/rex/standard-operators.ts';
import { correlatedKeys, fieldAccessesOf, usesOnly } from './correlated-filter.ts';
import { removeCorrelation } from './remove-correlation.ts';
import { isSingleValue } from './remove-single-aggregate-rule.ts';
import { withNullIndicator } from './null-indicator.ts';

/** What is joined to the left side instead of the correlated plan. */
interface Joined {
  readonly right: RelNode;
  readonly condition: RexNode;
  /** Column of the join that is null in padded rows. */
  readonly nullIndicator: number;
}

/** The filter's condition becomes that of the join, if its keys are unique in its input: then there is at most one row. */
function fromFilter(call: RuleCall, state: DecorrelationState, filter: Filter): Joined | undefined {
  const correlate = call.rel<Correlate>(0);
  const right = filter.input().stripped();
  if (variablesUsed(right).length > 0) return undefined;
  const keys = correlatedKeys(filter.condition, 'ref');
  const own = keys.map((k) => (k.own.rex === 'inputRef' ? k.own.index : -1));
  const [first] = own;
  if (first === undefined || call.mq.columnsUnique(right, own, true) !== true) return undefined;
  const accesses = fieldAccessesOf(keys.map((k) => k.correlated));
  if (!usesOnly(state, correlate, { project: call.rel(3), filter, keys: accesses })) return undefined;
  const condition = removeCorrelation(filter.condition, { map: state.map, correlate, padded: false });
  return { right, condition, nullIndicator: call.rel(1).rowType.fields.length + first };
}

/** Only the projection is correlated: all columns and a constant are checked to be a single row. */
function fromProject(call: RuleCall, state: DecorrelationState, input: RelNode): Joined | undefined {
  if (variablesUsed(input).length > 0) return undefined;
  if (!usesOnly(state, call.rel<Correlate>(0), { project: call.rel(3) })) return undefined;
  const b = call.builder().transform({ ...CALCITE_BUILDER_CONFIG, pruneInputOfAggregate: false });
  b.push(withNullIndicator(call.cluster, input));
  b.aggregate(
    b.groupKey([]),
    b.fields().map((f) => ({ op: SINGLE_VALUE, operands: [f] })),
  );
  const right = b.build();
  return { right, condition: TRUE_LITERAL, nullIndicator: call.rel(1).rowType.fields.length + right.rowType.fields.length - 1 };
}

function rewrite(call: RuleCall, state: DecorrelationState): void {
  const correlate = call.rel<Correlate>(0);
  const left = call.rel(1);
  const project = call.rel<Project>(3);
  const input = call.rel(4);
  if (correlate.joinType !== 'left') return call.note('not a left correlate');
  if (!isSingleValue(call.rel<Aggregate>(2))) return call.note('not a global SINGLE_VALUE');
  if (project.projects.length !== 1) return call.note('more than one column');
  let joined: Joined | undefined;
  if (input instanceof Filter && state.map.usesOf(input)) joined = fromFilter(call, state, input);
  else if (state.map.usesOf(project)) joined = fromProject(call, state, input);
  if (!joined) return;
  const b = call.builder().transform(CALCITE_BUILDER_CONFIG);
  const join = b.push(left).push(joined.right).join(correlate.joinType, joined.condition).build();
  const indicatorType = defined(join.rowType.fields[joined.nullIndicator], 'null indicator').type;
  const nullIndicator = inputRef(joined.nullIndicator, withNullability(indicatorType, true));
  const padded = generatesNullsOnRight(correlate.joinType);
  const { fields } = left.rowType;
  b.push(join).projectNamed(
    [
      ...fields.map((f, i) => inputRef(i, f.type)),
      ...project.projects.map((e) => removeCorrelation(e, { map: state.map, correlate, padded, nullIndicator })),
    ],
    [...fields.map((f) => f.name), ...project.names],
    true,
  );
  call.transformTo(b.build());
  state.map.removeProvider(correlate.correlationId, correlate);
}

/**
 * A scalar sub-query whose correlated equation is on a unique key needs no SINGLE_VALUE: it is a left join (Calcite's
 * `RemoveCorrelationForScalarProjectRule`). Padded rows must give null even where the projection is a constant.
 */
export function removeCorrelationForScalarProjectRule(state: DecorrelationState, root: () => RelNode): RelRule {
  return defineRule({
    description: 'RemoveCorrelationForScalarProjectRule',
    operand: some(CorrelateClass, [any(RelNode), some(AggregateClass, [some(ProjectClass, [any(RelNode)])])]),
    explain: { summary: 'A correlated scalar sub-query on a unique key becomes a left join.' },
    onMatch: (call) => {
      state.lookAt(root());
      rewrite(call, state);
    },
  });
}
