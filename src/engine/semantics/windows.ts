import type { WindowSpec, Windowing } from '../../rel/physical/windowing.ts';
import type { StreamPhysicalWindowTableFunction } from '../../rel/physical/stream-physical-window-table-function.ts';
import type { Row } from '../../runtime/record.ts';
import type { SessionWindow } from '../../runtime/operators/window/merging-windows.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { millisOfTimestamp, timestampOfMillis } from '../../runtime/event-time.ts';
import { windowsOf } from '../../runtime/operators/window/window-table-function.ts';
import { WindowTime } from '../../runtime/operators/window/window-time.ts';
import { fieldsKey } from '../../runtime/state/row-key.ts';
import { groupBy } from './bag.ts';
import { NotRunnable } from './not-runnable.ts';

/** A row in one of its windows; times are local milliseconds. */
export interface WindowedRow {
  readonly row: Row;
  readonly window: SessionWindow;
}

/** Rows by the windows of a specification; one without a time is in none. Nothing is late. */
export function assignWindows(rows: Bag, spec: WindowSpec, localTime: (row: Row) => number | undefined): readonly WindowedRow[] {
  const timed = rows.flatMap((row) => {
    const time = localTime(row);
    return time === undefined ? [] : [{ row, time }];
  });
  if (spec.kind !== 'SESSION') return timed.flatMap(({ row, time }) => windowsOf(spec, time).map((window) => ({ row, window })));
  return groupBy(timed, ({ row }) => fieldsKey(row, spec.partitionKeys)).flatMap((group) => {
    const sessions = sessionsOf(
      group.map((t) => t.time),
      spec.gap,
    );
    return group.map(({ row, time }) => ({ row, window: sessionAt(sessions, time) }));
  });
}

/** Sessions of one key, by time: windows that meet or touch are one. */
export function sessionsOf(times: readonly number[], gap: number): readonly SessionWindow[] {
  const sessions: SessionWindow[] = [];
  for (const time of times.toSorted((a, b) => a - b)) {
    const last = sessions.at(-1);
    if (last && time <= last.end) sessions[sessions.length - 1] = { start: last.start, end: Math.max(last.end, time + gap) };
    else sessions.push({ start: time, end: time + gap });
  }
  return sessions;
}

export function sessionAt(sessions: readonly SessionWindow[], time: number): SessionWindow {
  const found = sessions.find((s) => s.start <= time && time < s.end);
  if (!found) throw new Error('a row is in a session');
  return found;
}

/** Where local times of windows come from. Windows of processing time hold whatever was there at the time. */
export function windowClock(windowing: Pick<Windowing, 'timeType' | 'isRowtime'>, e: PlanEvaluator): WindowTime {
  if (!windowing.isRowtime) throw new NotRunnable('Windows of processing time depend on when rows come.');
  return new WindowTime(windowing.timeType, e.evalContext.timeZone);
}

export function timeOf(time: WindowTime, index: number): (row: Row) => number | undefined {
  return (row) => {
    const v = row[index] ?? null;
    return v === null ? undefined : time.toLocal(millisOfTimestamp(v));
  };
}

/** A window function: each row once for each of its windows, with start, end and time behind it. */
export function windowedRows(rows: Bag, windowing: Windowing, e: PlanEvaluator): Bag {
  const time = windowClock(windowing, e);
  if (windowing.columns.by !== 'time') throw new NotRunnable('A window function needs a time column.');
  return assignWindows(rows, windowing.spec, timeOf(time, windowing.columns.timeIndex)).map(({ row, window }) => [
    ...row,
    timestampOfMillis(window.start),
    timestampOfMillis(window.end),
    timestampOfMillis(time.toEpoch(window.end) - 1),
  ]);
}

export function windowTableFunction(node: StreamPhysicalWindowTableFunction, e: PlanEvaluator, scope: Scope): Bag {
  return windowedRows(e.rows(node.input(), scope), node.windowing, e);
}
