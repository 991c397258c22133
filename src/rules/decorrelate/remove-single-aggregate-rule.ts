import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { Project } from '../../rel/core/project.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Aggregate as AggregateClass } from '../../rel/core/aggregate.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';

/** A global SINGLE_VALUE and nothing else. */
export function isSingleValue(node: Aggregate): boolean {
  const [only, second] = node.aggCalls;
  return node.groupSet.length === 0 && only?.op.kind === 'SINGLE_VALUE' && !second;
}

/** A SINGLE_VALUE over one column of a global aggregation checks what is certain: there is one row. */
export const RemoveSingleAggregateRule = defineRule({
  description: 'RemoveSingleAggregateRule',
  operand: some(AggregateClass, [some(ProjectClass, [any(AggregateClass)])]),
  explain: { summary: 'SINGLE_VALUE over a global aggregation is removed: there is one row anyway.' },
  onMatch: (call) => {
    const single = call.rel<Aggregate>(0);
    const project = call.rel<Project>(1);
    const aggregate = call.rel<Aggregate>(2);
    if (!isSingleValue(single)) return call.note('not a global SINGLE_VALUE');
    if (project.projects.length !== 1) return call.note('more than one column');
    if (aggregate.groupSet.length > 0) return call.note('the aggregation below has group keys');
    const b = call.builder().transform(CALCITE_BUILDER_CONFIG).push(aggregate);
    b.project(project.projects.map((e, i) => b.alias(e, project.names[i] ?? '')));
    call.transformTo(b.convert(single.rowType, false).build());
  },
});
