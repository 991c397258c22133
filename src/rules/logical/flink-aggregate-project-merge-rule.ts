import type { RelNode } from '../../rel/rel-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import type { AggregateOptions } from '../../rel/core/aggregate.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { bitSet, compareBitSets } from '../../rel/bit-set.ts';
import { fieldsUsedBy, remapAggregateCall } from '../../rel/core/aggregate-call.ts';
import { Aggregate } from '../../rel/core/aggregate.ts';
import { Project } from '../../rel/core/project.ts';
import { LogicalWindowAggregate } from '../../rel/logical/logical-window-aggregate.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { isProctime } from '../../types/sql-type.ts';

/** The column that a legacy window counts its time by; a processing-time window needs none. */
function timeColumn(aggregate: Aggregate): number | undefined {
  if (!(aggregate instanceof LogicalWindowAggregate)) return undefined;
  const { timeField } = aggregate.window;
  return isProctime(timeField.type) ? undefined : timeField.index;
}

/**
 * An aggregate reads the input of the Project below it directly if all the columns it uses are plain columns there (Flink's copy of
 * Calcite's rule, which also keeps the time column of a legacy window).
 */
export const FlinkAggregateProjectMergeRule = defineRule({
  description: 'FlinkAggregateProjectMergeRule',
  operand: some(Aggregate, [any(Project)]),
  transformation: true,
  explain: { summary: 'An aggregate reads the input of the Project below it directly if all the columns it uses are plain columns there.' },
  onMatch: (call) => {
    const aggregate = call.rel<Aggregate>(0);
    const project = call.rel<Project>(1);
    const time = timeColumn(aggregate);
    const used = fieldsUsedBy(aggregate.groupSet, aggregate.aggCalls);
    const table = new Map<number, number>();
    for (const i of time === undefined ? used : [...used, time]) {
      const e = project.projects[i];
      if (e?.rex !== 'inputRef') return;
      table.set(i, e.index);
    }
    call.transformTo(withKeyOrder(call, aggregate, mergedAggregate(aggregate, project, table), table));
  },
});

function mergedAggregate(aggregate: Aggregate, project: Project, table: ReadonlyMap<number, number>): Aggregate {
  const target = (i: number): number => defined(table.get(i), `column ${i}`);
  const groupSet = bitSet(aggregate.groupSet.map(target));
  const groupSets = aggregate.isSimple ? [groupSet] : aggregate.groupSets.map((s) => bitSet(s.map(target))).sort(compareBitSets);
  const options: AggregateOptions = { groupSet, groupSets, aggCalls: aggregate.aggCalls.map((c) => remapAggregateCall(c, target)) };
  const time = timeColumn(aggregate);
  if (!(aggregate instanceof LogicalWindowAggregate) || time === undefined) return aggregate.copyAggregate(project.input(), options);
  const { window } = aggregate;
  const timeField = { ...window.timeField, index: target(time) };
  return aggregate.copyAggregate(project.input(), { ...options, window: { ...window, timeField } });
}

/** A Project above if the keys stand in another order now, or two of them have become one. */
function withKeyOrder(call: RuleCall, old: Aggregate, merged: Aggregate, table: ReadonlyMap<number, number>): RelNode {
  const keys = old.groupSet.map((i) => defined(table.get(i), `key ${i}`));
  if (keys.join() === merged.groupSet.join()) return merged;
  const positions = keys.map((k) => merged.groupSet.indexOf(k));
  for (let i = merged.groupSet.length; i < merged.rowType.fields.length; i++) positions.push(i);
  const builder = call.builder().transform(CALCITE_BUILDER_CONFIG).push(merged);
  return builder.project(builder.fields(positions)).build();
}
