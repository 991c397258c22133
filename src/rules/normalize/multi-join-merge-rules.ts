import type { Filter } from '../../rel/core/filter.ts';
import type { Project } from '../../rel/core/project.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { composeConjunctionOrNone } from '../../rel/rex/conditions.ts';
import { collectInputRefs } from '../../rel/rex/rex-visit.ts';

/** Notes at each input of a MultiJoin which of its columns the Project and the condition above the join read. Done once. */
export const ProjectMultiJoinMergeRule = defineRule({
  description: 'ProjectMultiJoinMergeRule',
  operand: some(LogicalProject, [any(MultiJoin)]),
  transformation: true,
  explain: { summary: 'Notes in a MultiJoin which columns are read above it.' },
  onMatch: (call) => {
    const project = call.rel<Project>(0);
    const multiJoin = call.rel<MultiJoin>(1);
    const { join } = multiJoin;
    if (join.projFields.every((f) => f !== undefined)) return call.note('the columns are known already');
    const used = collectInputRefs(join.postJoinFilter ? [...project.projects, join.postJoinFilter] : project.projects);
    let offset = 0;
    const projFields = multiJoin.inputs.map((input) => {
      const start = offset;
      offset += input.rowType.fields.length;
      return used.filter((i) => i >= start && i < offset).map((i) => i - start);
    });
    const merged = new MultiJoin(multiJoin.cluster, multiJoin.traitSet, multiJoin.inputs, { ...join, projFields, hints: [] });
    const names = project.rowType.fields.map((f) => f.name);
    call.transformTo(call.builder().transform(CALCITE_BUILDER_CONFIG).push(merged).project(project.projects, names).build());
  },
});

/** A Filter on a MultiJoin becomes its condition after the join. */
export const FilterMultiJoinMergeRule = defineRule({
  description: 'FilterMultiJoinMergeRule',
  operand: some(FilterClass, [any(MultiJoin)]),
  transformation: true,
  explain: { summary: 'A Filter on a MultiJoin becomes a condition of it.' },
  onMatch: (call) => {
    const filter = call.rel<Filter>(0);
    const multiJoin = call.rel<MultiJoin>(1);
    const { join } = multiJoin;
    const postJoinFilter = composeConjunctionOrNone(join.postJoinFilter ? [filter.condition, join.postJoinFilter] : [filter.condition]);
    call.transformTo(new MultiJoin(multiJoin.cluster, multiJoin.traitSet, multiJoin.inputs, { ...join, postJoinFilter, hints: [] }));
  },
});
