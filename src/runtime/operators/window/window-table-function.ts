import type { ExecNode } from '../../../exec/exec-node.ts';
import type { WindowSpec } from '../../../rel/physical/windowing.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import type { SessionWindow } from './merging-windows.ts';
import { StreamPhysicalWindowTableFunction } from '../../../rel/physical/stream-physical-window-table-function.ts';
import { millisOfTimestamp, timestampOfMillis } from '../../event-time.ts';
import { fieldsKey } from '../../state/row-key.ts';
import { MergingWindows, windowName } from './merging-windows.ts';
import { WindowTime, windowStart } from './window-time.ts';

/** A window function on its own: each row once for every window that holds it, with the window's columns behind it. */
export function windowTableFunction(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalWindowTableFunction)) throw new Error(`${node.name} is no WindowTableFunction`);
  const { windowing } = node.rel;
  const { spec, isRowtime, columns, timeType } = windowing;
  const time = new WindowTime(timeType, context.evalContext.timeZone);
  const localTime = (row: Row): number | undefined => {
    if (!isRowtime) return time.toLocal(context.now);
    const v = columns.by === 'time' ? (row[columns.timeIndex] ?? null) : null;
    return v === null ? undefined : time.toLocal(millisOfTimestamp(v));
  };
  const withWindow = (row: Row, w: SessionWindow): Row => [
    ...row,
    timestampOfMillis(w.start),
    timestampOfMillis(w.end),
    timestampOfMillis(time.toEpoch(w.end) - 1),
  ];
  if (spec.kind === 'SESSION') {
    return sessions(context, { gap: spec.gap, keys: spec.partitionKeys, isRowtime, time, localTime, withWindow });
  }
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      const t = localTime(row);
      if (t === undefined) return;
      for (const w of windowsOf(spec, t)) context.emit(kind, withWindow(row, w));
    },
  };
}

/** Windows of a time in the order in which Flink assigns them: HOP from the latest start, CUMULATE from the shortest. */
export function windowsOf(spec: Exclude<WindowSpec, { readonly kind: 'SESSION' }>, time: number): readonly SessionWindow[] {
  const offset = spec.offset ?? 0;
  if (spec.kind === 'TUMBLE') {
    const start = windowStart(time, spec.size, offset);
    return [{ start, end: start + spec.size }];
  }
  const list: SessionWindow[] = [];
  if (spec.kind === 'HOP') {
    for (let start = windowStart(time, spec.slide, offset); start > time - spec.size; start -= spec.slide) {
      list.push({ start, end: start + spec.size });
    }
    return list;
  }
  const start = windowStart(time, spec.maxSize, offset);
  for (let end = windowStart(time, spec.step, offset) + spec.step; end <= start + spec.maxSize; end += spec.step) list.push({ start, end });
  return list;
}

interface SessionOptions {
  readonly gap: number;
  readonly keys: readonly number[];
  readonly isRowtime: boolean;
  readonly time: WindowTime;
  readonly localTime: (row: Row) => number | undefined;
  readonly withWindow: (row: Row, w: SessionWindow) => Row;
}

/** Rows wait until their session is over, then come in arrival order. */
function sessions(context: OperatorContext, o: SessionOptions): Operator {
  const windows = new Map<string, MergingWindows>();
  const states = context.mapState<Row[]>('window-state');
  const { watch } = context;
  const options = {
    name: 'session-window-tvf-timers',
    namespaceKey: windowName,
    onTimer: ({ key, namespace }: { readonly key: string; readonly namespace: SessionWindow }): void => {
      const set = windows.get(key);
      const id = `${set?.stateOf(namespace) ?? ''}|${key}`;
      const rows = states.get(id) ?? [];
      states.delete(id);
      set?.retire(namespace);
      if (rows.length > 0) watch.windowFired?.({ key, ...namespace });
      for (const row of rows) context.emit('+I', o.withWindow(row, namespace), [row]);
      watch.windowPurged?.({ key, ...namespace });
    },
  };
  const timers = o.isRowtime ? context.eventTimers(options) : context.processingTimers(options);
  return {
    onRecord(_input: number, { row }: Change): void {
      const start = o.localTime(row);
      if (start === undefined) return;
      const key = fieldsKey(row, o.keys);
      const set = windows.get(key) ?? new MergingWindows();
      windows.set(key, set);
      const { window, merged } = set.add({ start, end: start + o.gap });
      const into = `${set.stateOf(window) ?? ''}|${key}`;
      if (merged.length > 0) timers.register(o.time.timerTime(window.end - 1), key, window);
      for (const m of merged) {
        timers.delete(o.time.timerTime(m.window.end - 1), key, m.window);
        watch.windowPurged?.({ key, ...m.window });
        const from = `${m.state}|${key}`;
        if (from === into) continue;
        states.set(into, [...(states.get(into) ?? []), ...(states.get(from) ?? [])]);
        states.delete(from);
      }
      if (o.time.isFired(window.end, o.isRowtime ? context.watermark : context.now)) {
        set.retire(window);
        context.lateDropped(row);
        return;
      }
      states.set(into, [...(states.get(into) ?? []), row]);
      timers.register(o.time.timerTime(window.end - 1), key, window);
      watch.windowAdd?.({ key, ...window });
    },
  };
}
