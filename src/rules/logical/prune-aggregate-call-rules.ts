import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { GuardAnswer, RuleCall } from '../../planner/rule.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Aggregate as AggregateClass } from '../../rel/core/aggregate.ts';
import { Calc } from '../../rel/core/calc.ts';
import { Project } from '../../rel/core/project.ts';
import { remapRefs, collectInputRefs } from '../../rel/rex/rex-visit.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';

/** Drops aggregate calls that the Project above does not read (Flink's `PruneAggregateCallRule`). */
export const PruneAggregateCallRuleProject = defineRule({
  description: 'PruneAggregateCallRule_org.apache.calcite.rel.core.Project',
  operand: some(Project, [any(AggregateClass)]),
  explain: { summary: 'Drops aggregate calls that the Project above does not read.' },
  matches: (call) => hasUnreadCalls(call.rel<Project>(0).projects, call.rel<Aggregate>(1)),
  onMatch: (call) => {
    const project = call.rel<Project>(0);
    const { aggregate, table } = prune(call, project.projects);
    const projects = project.projects.map((e) => remapRefs(e, table));
    const sameNames = project.names.join() === aggregate.rowType.fields.map((f) => f.name).join();
    const isIdentity =
      projects.length === aggregate.rowType.fields.length && projects.every((e, i) => e.rex === 'inputRef' && e.index === i);
    call.transformTo(isIdentity && sameNames ? aggregate : project.copy(project.traitSet, [aggregate]).withRexNodes(projects));
  },
});

/** Drops aggregate calls that the Calc above does not read. */
export const PruneAggregateCallRuleCalc = defineRule({
  description: 'PruneAggregateCallRule_org.apache.calcite.rel.core.Calc',
  operand: some(Calc, [any(AggregateClass)]),
  explain: { summary: 'Drops aggregate calls that the Calc above does not read.' },
  matches: (call) => hasUnreadCalls(call.rel<Calc>(0).rexNodes, call.rel<Aggregate>(1)),
  onMatch: (call) => {
    const calc = call.rel<Calc>(0);
    const { aggregate, table } = prune(call, calc.rexNodes);
    const names = calc.program.outputRowType.fields.map((f) => f.name);
    const program = RexProgram.create(
      aggregate.rowType,
      calc.projects.map((e) => remapRefs(e, table)),
      calc.condition && remapRefs(calc.condition, table),
      names,
    );
    const isGone = program.isTrivial && names.join() === aggregate.rowType.fields.map((f) => f.name).join();
    call.transformTo(isGone ? aggregate : calc.copyCalc(calc.traitSet, aggregate, program));
  },
});

function unreadCalls(above: readonly RexNode[], aggregate: Aggregate): readonly number[] {
  const read = new Set(collectInputRefs(above));
  return aggregate.aggCalls.map((_, i) => i).filter((i) => !read.has(aggregate.groupSet.length + i));
}

function hasUnreadCalls(above: readonly RexNode[], aggregate: Aggregate): GuardAnswer {
  if (!aggregate.isSimple) return 'the aggregate has grouping sets';
  if (aggregate.aggCalls.length === 0) return 'the aggregate has no calls';
  if (aggregate.groupSet.length === 0 && aggregate.aggCalls.length === 1) return 'a global aggregate keeps its only call';
  return unreadCalls(above, aggregate).length > 0 || 'every call is read';
}

/** The aggregate without the calls that are not read; a global one keeps its first. `table`: old column → new column. */
function prune(call: RuleCall, above: readonly RexNode[]): { readonly aggregate: Aggregate; readonly table: ReadonlyMap<number, number> } {
  const old = call.rel<Aggregate>(1);
  const unread = new Set(unreadCalls(above, old));
  if (unread.size === old.aggCalls.length && old.groupSet.length === 0) unread.delete(0);
  const aggregate = old.copyAggregate(old.input(), { ...old.aggregateOptions, aggCalls: old.aggCalls.filter((_, i) => !unread.has(i)) });
  const table = new Map<number, number>();
  old.rowType.fields.forEach((_, i) => {
    if (!unread.has(i - old.groupSet.length)) table.set(i, table.size);
  });
  return { aggregate, table };
}
