import type { Calc } from '../../rel/core/calc.ts';
import type { Expand } from '../../rel/core/expand.ts';
import type { Filter } from '../../rel/core/filter.ts';
import type { Project } from '../../rel/core/project.ts';
import type { SetOp } from '../../rel/core/set-op.ts';
import type { Sort } from '../../rel/core/sort.ts';
import type { StreamPhysicalChangelogNormalize } from '../../rel/physical/stream-physical-changelog-normalize.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { Minus, Union } from '../../rel/core/set-op.ts';
import { limitNumber } from '../../rel/physical/sort-limits.ts';
import { isProctime } from '../../types/sql-type.ts';
import { rowOrder } from '../../runtime/operators/sort-order.ts';
import { rowKey } from '../../runtime/state/row-key.ts';
import { hasOver } from './expressions.ts';
import { NotRunnable } from './not-runnable.ts';
import { projectWithOver } from './over.ts';
import { isTie } from './ties.ts';

export function project(node: Project, e: PlanEvaluator, scope: Scope): Bag {
  const rows = e.rows(node.input(), scope);
  const place = { fieldCount: node.input().rowType.fields.length, scope, own: node.variablesSet };
  if (hasOver(node.projects)) return projectWithOver({ projects: node.projects, rows, input: node.input().rowType }, e, place);
  const projects = node.projects.map((p) => e.expressions.compile(p, place));
  return rows.map((row) => projects.map((p) => p(row)));
}

export function filter(node: Filter, e: PlanEvaluator, scope: Scope): Bag {
  const place = { fieldCount: node.input().rowType.fields.length, scope, own: node.variablesSet };
  return e.rows(node.input(), scope).filter(e.expressions.condition(node.condition, place));
}

export function calc(node: Calc, e: PlanEvaluator, scope: Scope): Bag {
  const input = node.input().rowType;
  const place = { fieldCount: input.fields.length, scope };
  const rows = e.rows(node.input(), scope).filter(e.expressions.condition(node.condition, place));
  if (hasOver(node.projects)) return projectWithOver({ projects: node.projects, rows, input }, e, place);
  const projects = node.projects.map((p) => e.expressions.compile(p, place));
  return rows.map((row) => projects.map((p) => p(row)));
}

export function expand(node: Expand, e: PlanEvaluator, scope: Scope): Bag {
  const place = { fieldCount: node.input().rowType.fields.length, scope };
  const projects = node.projects.map((list) => list.map((p) => e.expressions.compile(p, place)));
  return e.rows(node.input(), scope).flatMap((row) => projects.map((list) => list.map((p) => p(row))));
}

/** Tables hold complete rows, so only the filter is left. */
export function normalize(node: StreamPhysicalChangelogNormalize, e: PlanEvaluator, scope: Scope): Bag {
  const place = { fieldCount: node.input().rowType.fields.length, scope };
  return e.rows(node.input(), scope).filter(e.expressions.condition(node.filterCondition, place));
}

export function setOp(node: SetOp, e: PlanEvaluator, scope: Scope): Bag {
  const bags = node.inputs.map((n) => e.rows(n, scope));
  if (node instanceof Union) return node.all ? bags.flat() : distinct(bags.flat());
  const [first = [], ...rest] = bags;
  const minus = node instanceof Minus;
  return node.all
    ? rest.reduce((left, right) => byCount(left, right, minus), first)
    : distinct(rest.reduce((left, right) => byKey(left, right, minus), first));
}

function distinct(rows: Bag): Bag {
  return [...new Map(rows.map((row) => [rowKey(row), row])).values()];
}

/** INTERSECT ALL and EXCEPT ALL: rows count as often as they are there. */
function byCount(left: Bag, right: Bag, minus: boolean): Bag {
  const counts = new Map<string, number>();
  for (const row of right) counts.set(rowKey(row), (counts.get(rowKey(row)) ?? 0) + 1);
  return left.filter((row) => {
    const n = counts.get(rowKey(row)) ?? 0;
    counts.set(rowKey(row), n - 1);
    return n > 0 !== minus;
  });
}

function byKey(left: Bag, right: Bag, minus: boolean): Bag {
  const keys = new Set(right.map(rowKey));
  return left.filter((row) => keys.has(rowKey(row)) !== minus);
}

/** Sorts: an order alone means nothing for a table, a limit cuts. */
export function limited(node: Sort, e: PlanEvaluator, scope: Scope): Bag {
  const rows = e.rows(node.input(), scope);
  if (!node.fetch && !node.offset) return rows;
  const start = count(node.offset, 0);
  const end = start + count(node.fetch, Infinity);
  if (node.collation.length === 0) {
    if (start > 0 || end < rows.length) throw new NotRunnable('LIMIT without ORDER BY takes any rows.');
    return rows;
  }
  if (node.collation.some((c) => isProctime(node.rowType.fields[c.index]?.type ?? node.rowType))) {
    throw new NotRunnable('Rows are ordered by processing time.');
  }
  const order = rowOrder(node.collation);
  const sorted = rows.toSorted(order);
  for (const cut of [start, end]) if (isTie(sorted, cut, order)) e.chooses('LIMIT cuts between rows that the ORDER BY takes for equal');
  return sorted.slice(start, end);
}

function count(e: Sort['fetch'], absent: number): number {
  if (!e) return absent;
  const n = limitNumber(e);
  if (n === undefined) throw new NotRunnable('The limit is no number.');
  return n;
}
