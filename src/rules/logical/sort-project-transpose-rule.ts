import type { FieldCollation } from '../../rel/traits/distribution.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Sort } from '../../rel/core/sort.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { LogicalSort } from '../../rel/logical/logical-sort.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';
import { isCharacter, isNumeric, isTimestamp } from '../../types/sql-type.ts';

/** Kinds of types whose values order differently: numbers as text, text as numbers, days without their date. */
function orderingOf(type: SqlType): 'text' | 'number' | 'time' | 'timestamp' | 'other' {
  if (isCharacter(type)) return 'text';
  if (isNumeric(type)) return 'number';
  if (type.name === 'TIME') return 'time';
  return isTimestamp(type) ? 'timestamp' : 'other';
}

/** False for casts after which rows may stand in another order (Calcite's `SqlCastFunction.getMonotonicity`). */
function keepsOrder(from: SqlType, to: SqlType): boolean {
  const pair = `${orderingOf(from)}-${orderingOf(to)}`;
  return !['text-number', 'number-text', 'time-timestamp', 'timestamp-time'].includes(pair);
}

/** The input column that an expression is, perhaps below one cast that keeps the order. */
function sortedColumn(e: RexNode | undefined): number | undefined {
  if (e?.rex === 'inputRef') return e.index;
  const source = e?.rex === 'call' && e.op.kind === 'CAST' ? e.operands[0] : undefined;
  return e && source?.rex === 'inputRef' && keepsOrder(source.type, e.type) ? source.index : undefined;
}

/** A Sort moves below a Project if its keys are plain columns there (Calcite's `SortProjectTransposeRule`). */
export const SortProjectTransposeRule = defineRule({
  description: 'SortProjectTransposeRule',
  operand: some(Sort, [any(LogicalProject, { predicate: (p) => !p.projects.some(containsOver) })]),
  transformation: true,
  explain: { summary: 'A Sort moves below a Project if its keys are plain columns there.' },
  onMatch: (call) => {
    const sort = call.rel<Sort>(0);
    const project = call.rel<LogicalProject>(1);
    if (sort.traitSet.convention !== project.traitSet.convention) return;
    const collation: FieldCollation[] = [];
    for (const key of sort.collation) {
      const column = sortedColumn(project.projects[key.index]);
      if (column === undefined) return;
      collation.push({ ...key, index: column });
    }
    const newSort = LogicalSort.create(project.input(), { ...sort.sortOptions, collation });
    call.transformTo(project.copy(sort.traitSet, [newSort]));
  },
});
