import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { Window, WindowGroup } from '../../rel/core/window.ts';
import type { FieldCollation } from '../../rel/traits/distribution.ts';
import type { RexNode, RexOver, RexWindowBound } from '../../rel/rex/rex-node.ts';
import type { StreamPhysicalOverAggregate } from '../../rel/physical/stream-physical-over-aggregate.ts';
import type { Row } from '../../runtime/record.ts';
import type { Value } from '../../types/value.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Bag } from './bag.ts';
import type { Place, Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { rexText } from '../../rel/rex/rex-text.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { mapRex, visitRex } from '../../rel/rex/rex-visit.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { isProctime, isTimestamp, relRowType } from '../../types/sql-type.ts';
import { AggregateHandler } from '../../runtime/aggregates/aggregate-handler.ts';
import { rowOrder } from '../../runtime/operators/sort-order.ts';
import { fieldsKey } from '../../runtime/state/row-key.ts';
import { noteOrder, plainInfos } from './aggregates.ts';
import { groupBy } from './bag.ts';
import { NotRunnable } from './not-runnable.ts';
import { hasTies } from './ties.ts';

/** One end of a frame: rows (or, for RANGE, units of the order) from the current row on; negative is before it. */
type Bound = number;

interface OverGroup {
  readonly keys: readonly number[];
  readonly order: readonly FieldCollation[];
  readonly isRows: boolean;
  readonly lower: Bound;
  readonly upper: Bound;
  readonly calls: readonly AggregateCall[];
  /** Row that keys, order and arguments refer to. */
  readonly input: RowType;
}

/** Values of the calls of one group for each row, in the order of the rows. */
function overValues(rows: Bag, group: OverGroup, e: PlanEvaluator): readonly (readonly Value[])[] {
  const { order, input, calls } = group;
  if (order.some((k) => isProctime(input.fields[k.index]?.type ?? input))) throw new NotRunnable('Rows are ordered by processing time.');
  const handler = new AggregateHandler(plainInfos(input, calls), input);
  const compare = rowOrder(order);
  const values = new Array<readonly Value[]>(rows.length);
  const numbered = rows.map((row, at) => ({ row, at }));
  for (const partition of groupBy(numbered, ({ row }) => fieldsKey(row, group.keys))) {
    const sorted = partition.toSorted((a, b) => compare(a.row, b.row));
    const list = sorted.map((r) => r.row);
    if (hasTies(list, compare)) {
      if (group.isRows) e.chooses('OVER with ROWS counts rows that its ORDER BY takes for equal');
      else
        noteOrder(
          calls.map((c) => c.op.name),
          list.length,
          e,
        );
    }
    const frame = frameOf(group, list);
    sorted.forEach(({ at }, i) => {
      const [from, to] = frame(i);
      const accs = handler.create();
      for (let k = from; k < to; k++) handler.accumulate(accs, list[k] ?? []);
      values[at] = handler.values(accs);
    });
  }
  return values;
}

/** Where the frame of a row begins and ends among the sorted rows. */
function frameOf(group: OverGroup, rows: Bag): (i: number) => readonly [from: number, to: number] {
  const { lower, upper } = group;
  if (group.isRows) return (i) => [Math.max(0, i + lower), Math.min(rows.length, i + upper + 1)];
  const compare = rowOrder(group.order);
  const distance = distanceBy(group);
  return (i) => {
    const row = rows[i] ?? [];
    const isBefore = (other: Row): boolean =>
      lower === -Infinity ? false : lower === 0 ? compare(other, row) < 0 : distance(other, row) < lower;
    const isWithin = (other: Row): boolean =>
      upper === Infinity ? true : upper === 0 ? compare(other, row) <= 0 : distance(other, row) <= upper;
    const from = rows.findIndex((other) => !isBefore(other));
    const to = rows.findLastIndex(isWithin) + 1;
    return [from < 0 ? rows.length : from, to];
  };
}

/** How far a row is behind another by the only key of the order; times in milliseconds. */
function distanceBy({ order, input }: OverGroup): (row: Row, from: Row) => number {
  return (row, from) => {
    const [key] = order;
    const type = key && input.fields[key.index]?.type;
    if (!key || !type || order.length > 1) throw new NotRunnable('A RANGE frame needs one key to count by.');
    const a = row[key.index] ?? null;
    const b = from[key.index] ?? null;
    if (a === null || b === null) return a === b ? 0 : NaN;
    const sign = key.direction.endsWith('DESCENDING') ? -1 : 1;
    const scale = isTimestamp(type) ? 1e6 : 1;
    return (sign * (Number(a) - Number(b))) / scale;
  };
}

function boundOf(bound: RexWindowBound, offset: (e: RexNode) => Value): Bound {
  switch (bound.bound) {
    case 'UNBOUNDED PRECEDING':
      return -Infinity;
    case 'UNBOUNDED FOLLOWING':
      return Infinity;
    case 'CURRENT ROW':
      return 0;
    default:
      return Number(offset(bound.offset)) * (bound.bound === 'PRECEDING' ? -1 : 1);
  }
}

/** Calcite's Window: calls of its groups, one group after the other, behind each row. */
export function windowGroups(node: Window, e: PlanEvaluator, scope: Scope): Bag {
  return appendGroups(e.rows(node.input(), scope), { groups: node.groups, constants: node.constants, input: node.input().rowType }, e);
}

export function overWindow(node: StreamPhysicalOverAggregate, e: PlanEvaluator, scope: Scope): Bag {
  const { groups, constants } = node.window;
  return appendGroups(e.rows(node.input(), scope), { groups, constants, input: node.input().rowType }, e);
}

interface Groups {
  readonly groups: readonly WindowGroup[];
  readonly constants: Window['constants'];
  readonly input: RowType;
}

function appendGroups(rows: Bag, o: Groups, e: PlanEvaluator): Bag {
  const count = o.input.fields.length;
  const constants = o.constants.map(valueOfLiteral);
  const input = relRowType([...o.input.fields, ...o.constants.map((c, i) => ({ name: `$c${i}`, type: c.type }))]);
  const padded = rows.map((row) => [...row, ...constants]);
  const offset = (bound: RexNode): Value => {
    if (bound.rex === 'inputRef') return constants[bound.index - count] ?? null;
    if (bound.rex === 'literal') return valueOfLiteral(bound);
    throw new NotRunnable('An OVER frame has a computed bound.');
  };
  const columns = o.groups.map((g) =>
    overValues(
      padded,
      {
        keys: g.keys,
        order: g.orderKeys,
        isRows: g.isRows,
        lower: boundOf(g.lower, offset),
        upper: boundOf(g.upper, offset),
        calls: g.calls.map((c) => callOf(c.call, c.call.operands, c)),
        input,
      },
      e,
    ),
  );
  return rows.map((row, i) => [...row, ...columns.flatMap((values) => values[i] ?? [])]);
}

function callOf(
  call: Pick<RexOver, 'op' | 'type'>,
  operands: readonly RexNode[],
  o: Pick<RexOver, 'distinct' | 'ignoreNulls'>,
): AggregateCall {
  return {
    op: call.op,
    distinct: o.distinct,
    approximate: false,
    ignoreNulls: o.ignoreNulls,
    args: operands.flatMap((a) => (a.rex === 'inputRef' ? [a.index] : [])),
    filterArg: -1,
    collation: [],
    type: call.type,
  };
}

/** Projections with OVER calls inside: each call becomes a column behind the row. */
export function projectWithOver(
  o: { readonly projects: readonly RexNode[]; readonly rows: Bag; readonly input: RowType },
  e: PlanEvaluator,
  place: Place,
): Bag {
  const calls = new Map<string, RexOver>();
  for (const p of o.projects) {
    visitRex(p, (n) => {
      if (n.rex === 'over') calls.set(overKey(n), n);
      return n.rex !== 'over';
    });
  }
  const columns = [...calls.values()].map((call) => overColumn(call, o, { e, place }));
  const keys = [...calls.keys()];
  const projects = o.projects.map((p) => {
    const rewritten = mapRex(p, (n) => (n.rex === 'over' ? inputRef(place.fieldCount + keys.indexOf(overKey(n)), n.type) : undefined));
    return e.expressions.compile(rewritten, { ...place, fieldCount: place.fieldCount + keys.length });
  });
  return o.rows.map((row, i) => {
    const padded = [...row, ...columns.map((c) => c[i] ?? null)];
    return projects.map((p) => p(padded));
  });
}

function overKey(n: RexOver): string {
  const { lower, upper, isRows } = n.window;
  return `${rexText(n)}|${lower.bound}|${upper.bound}|${isRows}|${n.type.digest}`;
}

/** Values of one call: its partition, order and arguments are computed behind the row. */
function overColumn(
  call: RexOver,
  o: { readonly rows: Bag; readonly input: RowType },
  at: { readonly e: PlanEvaluator; readonly place: Place },
): readonly Value[] {
  const { window } = call;
  const computed = [...window.partitionKeys, ...window.orderKeys.map((k) => k.expr), ...call.operands];
  const compiled = computed.map((c) => at.e.expressions.compile(c, at.place));
  const count = o.input.fields.length;
  const input = relRowType([...o.input.fields, ...computed.map((c, i) => ({ name: `$o${i}`, type: c.type }))]);
  const firstOrder = count + window.partitionKeys.length;
  const firstArg = firstOrder + window.orderKeys.length;
  const offset = (bound: RexNode): Value => at.e.expressions.compile(bound, at.place)([]);
  const values = overValues(
    o.rows.map((row) => [...row.slice(0, count), ...compiled.map((c) => c(row))]),
    {
      keys: window.partitionKeys.map((_, i) => count + i),
      order: window.orderKeys.map((k, i) => ({ index: firstOrder + i, direction: k.direction, nullDirection: k.nullDirection })),
      isRows: window.isRows,
      lower: boundOf(window.lower, offset),
      upper: boundOf(window.upper, offset),
      calls: [
        callOf(
          call,
          call.operands.map((a, i) => inputRef(firstArg + i, a.type)),
          call,
        ),
      ],
      input,
    },
    at.e,
  );
  return values.map((v) => v[0] ?? null);
}
