import type { MultiJoinOptions } from '../../rel/logical/multi-join.ts';
import type { Project } from '../../rel/core/project.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import { defined } from '../../base/assert.ts';
import { relRowType } from '../../types/sql-type.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';
import { isIdentity } from '../../rel/rel-builder-project.ts';
import { collectInputRefs, remapRefs } from '../../rel/rex/rex-visit.ts';

/** Looks through a vertex of HEP's graph, but not into a sub-set of Volcano's, as Flink's own test does. */
function isProject(input: RelNode): boolean {
  return (input.delegatesMetadata ? input.stripped() : input) instanceof ProjectClass;
}

/**
 * Columns that neither the Project nor a condition of the MultiJoin reads are cut off at its inputs. In Volcano's search the rule takes its
 * own result once more, since inputs are sub-sets there; then nothing is left to cut off.
 */
export const ProjectMultiJoinTransposeRule = defineRule({
  description: 'ProjectMultiJoinTransposeRule',
  operand: some(ProjectClass, [any(MultiJoin)]),
  explain: { summary: 'Columns that nobody reads are cut off at the inputs of a MultiJoin.' },
  matches: (call) => {
    const join = call.rel<MultiJoin>(1);
    if (isIdentity(call.rel<Project>(0).projects, join.rowType)) return 'all columns are kept';
    return !join.inputs.some(isProject) || 'an input is projected already';
  },
  onMatch: (call) => {
    const project = call.rel<Project>(0);
    const multiJoin = call.rel<MultiJoin>(1);
    const { join } = multiJoin;
    const conditions = [join.joinFilter, join.postJoinFilter, ...join.outerJoinConditions].filter((e) => e !== undefined);
    const used = collectInputRefs([...project.projects, ...conditions]);
    const inputs: RelNode[] = [];
    const projFields: (readonly number[] | undefined)[] = [];
    const places = new Map<number, number>();
    const counts: number[][] = [];
    let offset = 0;
    multiJoin.inputs.forEach((input, i) => {
      const { fields } = input.rowType;
      const kept = fields.flatMap((_, k) => (used.includes(offset + k) ? [k] : []));
      const isWhole = kept.length === fields.length;
      const b = call.builder().push(input);
      inputs.push(
        isWhole
          ? input
          : b
              .project(
                b.fields(kept),
                kept.map((k) => defined(fields[k], 'field').name),
              )
              .build(),
      );
      projFields.push(isWhole ? undefined : kept);
      for (const k of kept) places.set(offset + k, places.size);
      counts.push(kept.map((k) => join.joinFieldRefCounts[i]?.[k] ?? 0));
      offset += fields.length;
    });
    const options: MultiJoinOptions = {
      ...join,
      joinFilter: remapRefs(join.joinFilter, places),
      postJoinFilter: join.postJoinFilter && remapRefs(join.postJoinFilter, places),
      outerJoinConditions: join.outerJoinConditions.map((e) => e && remapRefs(e, places)),
      rowType: relRowType(multiJoin.rowType.fields.filter((_, i) => places.has(i))),
      projFields,
      joinFieldRefCounts: counts,
    };
    const b = call.builder().push(MultiJoin.create(inputs as [RelNode, ...RelNode[]], options));
    b.project(
      project.projects.map((e) => remapRefs(e, places)),
      project.rowType.fields.map((f) => f.name),
    );
    call.transformTo(b.build());
  },
});
