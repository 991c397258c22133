import type { OperatorRef, RunTrace, RunWindow, StepRef } from '../../trace/run-trace.ts';
import type { EventClock } from './clock-text.ts';
import { windowEpoch } from './clock-text.ts';

/** A window of an operator over all its keys. */
export interface WindowBox {
  readonly operator: OperatorRef;
  /** Bounds as `window_start` and `window_end` print. */
  readonly start: number;
  readonly end: number;
  /** The same in milliseconds since the epoch, to compare with watermarks. */
  readonly startEpoch: number;
  readonly endEpoch: number;
  readonly opened: StepRef;
  /** Steps at which a key of it gave a result, ascending, each once. */
  readonly fired: readonly StepRef[];
  /** Step by which the last key was thrown away. */
  readonly purged: StepRef | undefined;
  readonly rows: number;
  readonly keys: number;
}

function mergeWindow(windows: readonly RunWindow[], clock: EventClock): WindowBox {
  const first = windows[0] as RunWindow; // callers give at least one
  const isPurged = windows.every((window) => window.purged !== undefined);
  return {
    operator: first.operator,
    start: first.start,
    end: first.end,
    startEpoch: windowEpoch(clock, first.start),
    endEpoch: windowEpoch(clock, first.end),
    opened: windows.reduce((least, window) => Math.min(least, window.opened), first.opened),
    fired: [...new Set(windows.flatMap((window) => window.fired))].sort((a, b) => a - b),
    purged: isPurged ? windows.reduce((last, window) => Math.max(last, window.purged ?? 0), 0) : undefined,
    rows: windows.reduce((sum, window) => sum + window.rows, 0),
    keys: windows.length,
  };
}

/** The windows of each operator, keys put together where they overlap in time, ascending by opening. */
export function windowBoxes(trace: RunTrace, clock: EventClock): ReadonlyMap<OperatorRef, readonly WindowBox[]> {
  const groups = new Map<string, RunWindow[]>();
  for (const window of trace.windows) {
    const key = `${window.operator} ${window.start} ${window.end}`;
    const list = groups.get(key);
    if (list) list.push(window);
    else groups.set(key, [window]);
  }
  const result = new Map<OperatorRef, WindowBox[]>();
  for (const windows of groups.values()) {
    const box = mergeWindow(windows, clock);
    const list = result.get(box.operator);
    if (list) list.push(box);
    else result.set(box.operator, [box]);
  }
  for (const list of result.values()) list.sort((a, b) => a.opened - b.opened || a.end - b.end);
  return result;
}

/** True if a window has content after a step and waits for the watermark. */
export function isWaiting(box: WindowBox, step: StepRef): boolean {
  return box.opened <= step && (box.fired[0] ?? Infinity) > step && (box.purged ?? Infinity) > step;
}

/** Step at which a window's box ends: its purge, else its last firing, else the end of the run. */
export function closeOf(box: WindowBox, steps: number): StepRef {
  return box.purged ?? (box.fired.length > 0 ? (box.fired.at(-1) ?? 0) : steps - 1);
}

/** Puts boxes into rows so that none overlaps another of its row: the first row that is free. Undefined if that takes more than `most`. */
export function packTracks(boxes: readonly WindowBox[], steps: number, most: number): readonly (readonly WindowBox[])[] | undefined {
  const tracks: WindowBox[][] = [];
  const free: number[] = [];
  for (const box of boxes) {
    let track = free.findIndex((step) => step < box.opened);
    if (track < 0) track = tracks.length;
    if (track >= most) return undefined;
    (tracks[track] ??= []).push(box);
    free[track] = closeOf(box, steps);
  }
  return tracks;
}

/** Windows by the steps at which they gave a result. */
export function firingsByStep(boxes: Iterable<WindowBox>): ReadonlyMap<StepRef, readonly WindowBox[]> {
  const result = new Map<StepRef, WindowBox[]>();
  for (const box of boxes) {
    for (const step of box.fired) {
      const list = result.get(step);
      if (list) list.push(box);
      else result.set(step, [box]);
    }
  }
  return result;
}

/** Rows that an operator keeps until it is flushed, as local aggregates do. */
export interface Buffer {
  readonly opened: StepRef;
  /** Step at which it gave its rows out; undefined if it never did. */
  readonly flushed: StepRef | undefined;
  readonly rows: number;
  /** Rows that came out: groups or slices. */
  readonly groups: number;
}

/** Buffers of an operator, from the steps at which rows came and went. */
export function buffersOf(recordsIn: Int32Array, recordsOut: Int32Array): readonly Buffer[] {
  const buffers: Buffer[] = [];
  let [i, o] = [0, 0];
  while (i < recordsIn.length) {
    const opened = recordsIn[i] ?? 0;
    while (o < recordsOut.length && (recordsOut[o] ?? 0) < opened) o++;
    const flushed = recordsOut[o];
    const first = i;
    while (i < recordsIn.length && (flushed === undefined || (recordsIn[i] ?? 0) <= flushed)) i++;
    const groupsFrom = o;
    while (o < recordsOut.length && recordsOut[o] === flushed) o++;
    buffers.push({ opened, flushed, rows: i - first, groups: o - groupsFrom });
  }
  return buffers;
}
