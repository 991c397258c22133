import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { DecorrelationState } from '../../rel/decorrelate/decorrelation-state.ts';
import type { Project } from '../../rel/core/project.ts';
import type { RelRule, RuleCall } from '../../planner/rule.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Aggregate as AggregateClass } from '../../rel/core/aggregate.ts';
import { Correlate } from '../../rel/core/correlate.ts';
import { generatesNullsOnRight } from '../../rel/core/join.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { inputRef, inputRefs } from '../../rel/rex/rex-factory.ts';
import { removeCorrelation } from './remove-correlation.ts';

interface Output {
  readonly projects: readonly RexNode[];
  readonly names: readonly string[];
}

function rewrite(call: RuleCall, state: DecorrelationState, aggregate: Aggregate, output: Output): void {
  const correlate = call.rel<Correlate>(0);
  const left = call.rel(1);
  if (output.projects.length !== 1) return call.note('more than one column');
  if (correlate.joinType !== 'left') return call.note('not a left correlate');
  if (aggregate.groupSet.length > 0) return call.note('the aggregation has group keys');
  const counts = new Set(aggregate.aggCalls.flatMap((c, i) => (c.op.kind === 'COUNT' ? [i] : [])));
  const b = call.builder().transform(CALCITE_BUILDER_CONFIG).push(left).push(aggregate);
  const required = correlate.requiredColumns.map((i) => inputRef(i, defined(correlate.rowType.fields[i], 'required column').type));
  const adjusted = b.correlate(correlate.joinType, correlate.correlationId, required).build() as Correlate;
  state.markGenerated(adjusted);
  if (state.map.providerOf(correlate.correlationId) === correlate) state.map.setProvider(correlate.correlationId, adjusted);
  const padded = generatesNullsOnRight(correlate.joinType);
  const { fields } = left.rowType;
  b.push(adjusted).projectNamed(
    [...inputRefs(fields), ...output.projects.map((e) => removeCorrelation(e, { map: state.map, correlate, padded, counts }))],
    [...fields.map((f) => f.name), ...output.names],
    true,
  );
  call.transformTo(b.build());
}

/**
 * A padded row of the left join that a correlated COUNT becomes has counted nothing, so its null must read 0 (Calcite's
 * `AdjustProjectForCountAggregateRule`). Two rules: with and without a Project over the aggregation.
 */
export function adjustProjectForCountAggregateRule(state: DecorrelationState, root: () => RelNode, withProject: boolean): RelRule {
  const right = withProject ? some(ProjectClass, [any(AggregateClass)]) : any(AggregateClass);
  return defineRule({
    description: 'AdjustProjectForCountAggregateRule',
    operand: some(Correlate, [any(RelNode), right]),
    explain: { summary: 'A correlated count over no row reads 0 instead of null.' },
    onMatch: (call) => {
      if (state.isGenerated(call.rel<Correlate>(0))) return call.note('this rule has made the correlate');
      state.lookAt(root());
      if (withProject) return rewrite(call, state, call.rel<Aggregate>(3), call.rel<Project>(2));
      const aggregate = call.rel<Aggregate>(2);
      const { fields } = aggregate.rowType;
      rewrite(call, state, aggregate, { projects: inputRefs(fields), names: fields.map((f) => f.name) });
    },
  });
}
