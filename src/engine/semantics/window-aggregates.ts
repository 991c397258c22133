import type { GroupWindow, WindowAggregate } from '../../rel/core/window-aggregate.ts';
import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { NamedWindowProperty } from '../../rel/physical/window-property.ts';
import type { Windowing } from '../../rel/physical/windowing.ts';
import type { StreamPhysicalWindowAggregateBase } from '../../rel/physical/window-aggregate-base.ts';
import type { Row } from '../../runtime/record.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import type { WindowedRow } from './windows.ts';
import { StreamPhysicalGlobalWindowAggregate } from '../../rel/physical/stream-physical-global-window-aggregate.ts';
import { StreamPhysicalGroupWindowAggregate } from '../../rel/physical/stream-physical-group-window-aggregate.ts';
import { StreamPhysicalLocalWindowAggregate } from '../../rel/physical/stream-physical-local-window-aggregate.ts';
import { StreamPhysicalWindowAggregate } from '../../rel/physical/stream-physical-window-aggregate.ts';
import { isRowtime } from '../../types/sql-type.ts';
import { AggregateHandler } from '../../runtime/aggregates/aggregate-handler.ts';
import { millisOfTimestamp } from '../../runtime/event-time.ts';
import { assignerOf } from '../../runtime/operators/window/slice-assigner.ts';
import { windowProperties } from '../../runtime/operators/window/slicing-aggregate.ts';
import { windowsOf } from '../../runtime/operators/window/window-table-function.ts';
import type { WindowTime } from '../../runtime/operators/window/window-time.ts';
import { fieldsKey, pick } from '../../runtime/state/row-key.ts';
import { accumulatorsOf, aggregateRows, noteOrder, partialRow, plainInfos } from './aggregates.ts';
import { groupBy } from './bag.ts';
import { NotRunnable } from './not-runnable.ts';
import { assignWindows, timeOf, windowClock } from './windows.ts';

interface WindowResult {
  readonly grouping: readonly number[];
  readonly aggCalls: readonly AggregateCall[];
  readonly properties: readonly NamedWindowProperty[];
  readonly input: RowType;
  readonly time: WindowTime;
}

/** One row a key and window that holds rows. */
function resultsOf(rows: readonly WindowedRow[], o: WindowResult, e: PlanEvaluator): Bag {
  const handler = new AggregateHandler(plainInfos(o.input, o.aggCalls), o.input);
  return groupBy(rows, ({ row, window }) => `${fieldsKey(row, o.grouping)}|${window.start}|${window.end}`).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    noteOrder(
      o.aggCalls.map((c) => c.op.name),
      group.length,
      e,
    );
    const values = aggregateRows(
      handler,
      group.map((r) => r.row),
    );
    return [[...pick(first.row, o.grouping), ...values, ...windowProperties(o.properties, first.window, o.time)]];
  });
}

/** Windows of GROUP BY TUMBLE(…) and kin, logical. */
export function legacyWindowAggregate(node: WindowAggregate, e: PlanEvaluator, scope: Scope): Bag {
  return groupWindows(
    e.rows(node.input(), scope),
    { grouping: node.groupSet, aggCalls: node.aggCalls, properties: node.properties, input: node.input().rowType, window: node.window },
    e,
  );
}

function groupWindows(rows: Bag, o: Omit<WindowResult, 'time'> & { readonly window: GroupWindow }, e: PlanEvaluator): Bag {
  const { window } = o;
  const { timeField } = window;
  const time = windowClock({ timeType: timeField.type, isRowtime: isRowtime(timeField.type) }, e);
  const localTime = timeOf(time, timeField.index);
  const windowed =
    window.kind === 'session'
      ? assignWindows(rows, { kind: 'SESSION', gap: window.gap, partitionKeys: o.grouping }, localTime)
      : assignWindows(
          rows,
          window.kind === 'tumbling' ? { kind: 'TUMBLE', size: window.size } : { kind: 'HOP', size: window.size, slide: window.slide },
          localTime,
        );
  return resultsOf(windowed, { ...o, time }, e);
}

/** The window aggregates of the physical plan, in one phase or in two. */
export function physicalWindowAggregate(node: StreamPhysicalWindowAggregateBase, e: PlanEvaluator, scope: Scope): Bag {
  const rows = e.rows(node.input(), scope);
  const { grouping, aggCalls, properties } = node;
  const input = node.input().rowType;
  if (node instanceof StreamPhysicalGroupWindowAggregate) {
    return groupWindows(rows, { grouping, aggCalls, properties: node.options.properties, input, window: node.window }, e);
  }
  if (node instanceof StreamPhysicalWindowAggregate) {
    const time = windowClock(node.windowing, e);
    return resultsOf(windowsOfRows(rows, node.windowing, time), { grouping, aggCalls, properties, input, time }, e);
  }
  if (node instanceof StreamPhysicalLocalWindowAggregate) return localPhase(node, rows, e);
  if (node instanceof StreamPhysicalGlobalWindowAggregate) return globalPhase(node, rows, e);
  throw new NotRunnable(`${node.typeName} has no meaning over whole tables.`);
}

/** Windows of rows: assigned by their time, or those that they carry already. */
function windowsOfRows(rows: Bag, windowing: Windowing, time: WindowTime): readonly WindowedRow[] {
  const { columns, spec } = windowing;
  if (columns.by === 'time') return assignWindows(rows, spec, timeOf(time, columns.timeIndex));
  if (columns.by === 'slice') throw new NotRunnable('A window aggregate in one phase has no slices.');
  return rows.flatMap((row) => {
    const end = attached(row, columns.endIndex);
    if (end === undefined) return [];
    const start = columns.startIndex === undefined ? undefined : attached(row, columns.startIndex);
    return [{ row, window: { start: start ?? assignerOf(windowing).windowStart(end), end } }];
  });
}

function attached(row: Row, index: number): number | undefined {
  const v = row[index] ?? null;
  return v === null ? undefined : millisOfTimestamp(v);
}

function localPhase(node: StreamPhysicalLocalWindowAggregate, rows: Bag, e: PlanEvaluator): Bag {
  const { windowing, grouping, aggCalls } = node;
  const { columns } = windowing;
  const time = windowClock(windowing, e);
  const assigner = assignerOf(windowing);
  const sliceEnd = (row: Row): number | undefined => {
    if (columns.by === 'window') return attached(row, columns.endIndex);
    if (columns.by === 'slice') throw new NotRunnable('The local phase of a window aggregate reads no slices.');
    const t = timeOf(time, columns.timeIndex)(row);
    return t === undefined ? undefined : assigner.sliceEnd(t);
  };
  const input = node.input().rowType;
  const handler = new AggregateHandler(plainInfos(input, aggCalls), input);
  const sliced = rows.flatMap((row) => {
    const slice = sliceEnd(row);
    return slice === undefined ? [] : [{ row, slice }];
  });
  return groupBy(sliced, ({ row, slice }) => `${fieldsKey(row, grouping)}|${slice}`).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    noteOrder(
      aggCalls.map((c) => c.op.name),
      group.length,
      e,
    );
    const accs = handler.create();
    for (const { row } of group) handler.accumulate(accs, row);
    return [partialRow(pick(first.row, grouping), accs, BigInt(first.slice))];
  });
}

/** Slices merged into every window that they are a part of. */
function globalPhase(node: StreamPhysicalGlobalWindowAggregate, rows: Bag, e: PlanEvaluator): Bag {
  const { windowing, grouping, aggCalls, properties, options } = node;
  const { spec } = windowing;
  const time = windowClock(windowing, e);
  const isAttached = windowing.columns.by === 'window';
  const windowed = rows.flatMap((row) => {
    const slice = Number(row.at(-1));
    if (spec.kind === 'SESSION') throw new NotRunnable('Session windows have no slices.');
    const windows = isAttached ? [{ start: assignerOf(windowing).windowStart(slice), end: slice }] : windowsOf(spec, slice - 1);
    return windows.map((window) => ({ row, window }));
  });
  const handler = new AggregateHandler(plainInfos(options.localAggInputRowType, aggCalls), options.localAggInputRowType);
  return groupBy(
    windowed,
    ({ row, window }) =>
      `${fieldsKey(
        row,
        grouping.map((_, i) => i),
      )}|${window.end}`,
  ).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    noteOrder(
      aggCalls.map((c) => c.op.name),
      group.length,
      e,
    );
    const accs = handler.create();
    for (const { row } of group) handler.merge(accs, accumulatorsOf(row));
    const keys = first.row.slice(0, grouping.length);
    return [[...keys, ...handler.values(accs), ...windowProperties(properties, first.window, time)]];
  });
}
