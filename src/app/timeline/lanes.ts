/** From the trace of a run to the list of lanes that the timeline draws. Pure; nothing here knows pixels. */
import type { OperatorRef, RunOperator, RunTrace, StepRef } from '../../trace/run-trace.ts';
import { roleOf, type Role } from '../graph/roles.ts';
import { count, msg } from '../messages/messages.ts';
import type { EventClock } from './clock-text.ts';
import { eventMarks, marksKey, mergeMarks, NO_MARKS, partitionsOf, sourcesOf, type EventMarks } from './marks.ts';
import { niceDomain, visibleRange, type Span } from './scales.ts';
import { stepPlaces, type StepPlaces } from './step-places.ts';
import { holders, watermarkLines, type Holder, type Staircase, type WatermarkLines } from './watermark-lines.ts';
import { buffersOf, firingsByStep, packTracks, windowBoxes, type Buffer, type WindowBox } from './windows.ts';

interface LaneHead {
  readonly key: string;
  readonly operator: OperatorRef | undefined;
  readonly title: string;
  readonly subtitle: string;
  readonly role: Role;
}

/** Rows of a source (or of one partition) against event time, with its watermark. */
export interface SourceLane extends LaneHead {
  readonly kind: 'source';
  readonly table: string;
  readonly events: EventMarks;
  readonly line: Staircase | undefined;
  readonly hasTimes: boolean;
}

/** An operator that follows the smallest of several watermarks. */
export interface MergeLane extends LaneHead {
  readonly kind: 'merge';
  readonly line: Staircase | undefined;
  readonly inputs: readonly { readonly name: string; readonly line: Staircase | undefined }[];
  readonly holders: readonly Holder[];
}

/** Windows from their first row to the purge. */
export interface WindowLane extends LaneHead {
  readonly kind: 'windows';
  /** All windows ascending by opening; packed into rows, or too many at a time for that. */
  readonly boxes: readonly WindowBox[];
  readonly tracks: readonly (readonly WindowBox[])[] | undefined;
  readonly dropped: Int32Array;
}

/** Buffers of an operator that gives out when it is flushed. */
export interface BufferLane extends LaneHead {
  readonly kind: 'buffers';
  readonly buffers: readonly Buffer[];
  readonly isSliced: boolean;
}

/** Any other operator with state: what came in and went out. */
export interface CounterLane extends LaneHead {
  readonly kind: 'counter';
  readonly recordsIn: Int32Array;
  readonly recordsOut: Int32Array;
  readonly dropped: Int32Array;
}

/** Changes of one result. */
export interface ResultLane extends LaneHead {
  readonly kind: 'results';
  readonly result: number;
  readonly steps: Int32Array;
  /** Index into `ROW_KINDS`. */
  readonly kinds: Uint8Array;
}

export type Lane = SourceLane | MergeLane | WindowLane | BufferLane | CounterLane | ResultLane;

/** Row kinds with their short text. */
export const ROW_KINDS = ['+I', '-U', '+U', '-D'] as const;

export interface LaneModel {
  readonly trace: RunTrace;
  readonly clock: EventClock;
  readonly lines: WatermarkLines;
  readonly places: StepPlaces;
  readonly lanes: readonly Lane[];
  /** Event times of all lanes that show one, grown to whole marks; undefined if the run has none. */
  readonly eventSpan: Span | undefined;
  readonly windows: ReadonlyMap<OperatorRef, readonly WindowBox[]>;
  /** Windows that gave a result, by step. */
  readonly fired: ReadonlyMap<StepRef, readonly WindowBox[]>;
  readonly marks: ReadonlyMap<string, EventMarks>;
}

/** More rows of windows than this are drawn as a count of open windows. */
export const MOST_TRACKS = 16;

/** What a reader calls an operator: the table of a source, else the node's name. */
export function operatorTitle(operator: RunOperator | undefined): string {
  return operator?.table ?? operator?.name ?? '';
}

/** The name of an input: its source's table if only one source feeds it, else the operator's name. */
export function inputName(trace: RunTrace, from: OperatorRef | undefined): string {
  if (from === undefined) return '';
  const operator = trace.operators[from];
  if (!operator || operator.inputs.length > 1) return operator?.name ?? '';
  return operator.inputs.length === 0 ? operatorTitle(operator) : inputName(trace, operator.inputs[0]);
}

function sourceLanes(trace: RunTrace, lines: WatermarkLines, marks: ReadonlyMap<string, EventMarks>): readonly Lane[] {
  const sources = sourcesOf(trace);
  return sources.flatMap((operator, index): readonly Lane[] => {
    const own = trace.operators[operator];
    if (!own) return [];
    const table = operatorTitle(own);
    const subtitle =
      sources.length > 1 ? msg('timeline.lane.sourceOf', { n: index + 1, total: sources.length }) : msg('timeline.lane.source');
    const split = lines.partitions(operator);
    const named = partitionsOf(marks, table);
    const head = { operator, title: table, role: 'scan' as Role, kind: 'source' as const, table };
    if (split.length === 0 || named.length + split.length <= 1) {
      const events = mergeMarks(named.map((partition) => marks.get(marksKey(table, partition)) ?? NO_MARKS));
      return [
        { ...head, key: `source ${operator}`, subtitle, events, line: sourceLine(trace, lines, operator), hasTimes: hasTimes(events) },
      ];
    }
    const parts = split.map(([partition, line]): SourceLane => {
      const events = marks.get(marksKey(table, partition)) ?? NO_MARKS;
      const part = msg('timeline.lane.partition', { n: partition, total: split.length });
      return {
        ...head,
        key: `source ${operator} ${partition}`,
        title: `${table} ${partition}`,
        subtitle: part,
        events,
        line,
        hasTimes: hasTimes(events),
      };
    });
    const inputs = split.map(([partition, line]) => ({ name: `${table} ${partition}`, line }));
    return [...parts, mergeLane(trace, { operator, title: table, role: 'scan', line: lines.output(operator), inputs, isSplit: true })];
  });
}

function hasTimes(events: EventMarks): boolean {
  return events.times.some((time) => Number.isFinite(time));
}

/** A source's watermark, or that of the watermark assigner which follows it without a fork. */
function sourceLine(trace: RunTrace, lines: WatermarkLines, source: OperatorRef): Staircase | undefined {
  let current = source;
  for (;;) {
    const line = lines.output(current);
    if (line) return line;
    const readers = trace.operators.flatMap((operator, index) => (operator.inputs.includes(current) ? [index] : []));
    const [reader] = readers;
    if (readers.length !== 1 || reader === undefined || (trace.operators[reader]?.inputs.length ?? 0) !== 1) return undefined;
    current = reader;
  }
}

function mergeLane(
  trace: RunTrace,
  part: Pick<MergeLane, 'title' | 'role' | 'line' | 'inputs'> & { readonly operator: OperatorRef; readonly isSplit?: boolean },
): MergeLane {
  const n = part.inputs.length;
  const subtitle = part.isSplit
    ? msg('timeline.lane.smallestPartition', { n })
    : n === 2
      ? msg('timeline.lane.smallerOfBoth')
      : msg('timeline.lane.smallestOf', { n });
  const held = holders(
    part.inputs.map((input) => input.line),
    trace.steps.length,
  );
  return {
    kind: 'merge',
    key: `merge ${part.operator}`,
    operator: part.operator,
    title: part.title,
    subtitle,
    role: part.role,
    line: part.line,
    inputs: part.inputs,
    holders: held,
  };
}

function operatorLane(model: Pick<LaneModel, 'trace' | 'lines' | 'windows'>, ref: OperatorRef): Lane | undefined {
  const { trace, lines, windows } = model;
  const operator = trace.operators[ref];
  if (!operator || operator.inputs.length === 0) return undefined;
  const head = { key: `operator ${ref}`, operator: ref, title: operator.name, role: roleOf(operator.name) };
  if (/^Local|^MiniBatch.*Local/.test(operator.name)) {
    const subtitle = msg('timeline.lane.buffers');
    const buffers = buffersOf(operator.recordsIn, operator.recordsOut);
    return { ...head, kind: 'buffers', subtitle, buffers, isSliced: /Window/.test(operator.name) };
  }
  const boxes = windows.get(ref);
  if (boxes) {
    const tracks = packTracks(boxes, trace.steps.length, MOST_TRACKS);
    const subtitle = operator.lateDropped.length > 0 ? msg('timeline.lane.firesDrops') : msg('timeline.lane.fires');
    return { ...head, kind: 'windows', subtitle, boxes, tracks, dropped: operator.lateDropped };
  }
  if (operator.inputs.length > 1) {
    const inputs = operator.inputs.map((from, index) => ({ name: inputName(trace, from), line: lines.input(ref, index) }));
    if (inputs.some((input) => input.line))
      return mergeLane(trace, { ...head, line: lines.output(ref) ?? minimumLine(inputs.map((i) => i.line)), inputs });
  }
  if (operator.stateTtl === undefined && operator.lateDropped.length === 0) return undefined;
  const { recordsIn, recordsOut, lateDropped: dropped } = operator;
  return { ...head, kind: 'counter', subtitle: '', recordsIn, recordsOut, dropped };
}

/** The minimum of several lines, for an operator that does not send its watermark on. */
function minimumLine(inputs: readonly (Staircase | undefined)[]): Staircase | undefined {
  const steps: number[] = [];
  const values: number[] = [];
  if (inputs.some((line) => !line)) return undefined;
  const lines = inputs as readonly Staircase[];
  const cursor = lines.map(() => 0);
  const all = [...new Set(lines.flatMap((line) => [...line.steps]))].sort((a, b) => a - b);
  for (const step of all) {
    let least = Infinity;
    lines.forEach((line, i) => {
      let at = cursor[i] ?? 0;
      while (at < line.steps.length && (line.steps[at] ?? 0) <= step) at++;
      cursor[i] = at;
      least = Math.min(least, line.values[at - 1] ?? -Infinity);
    });
    if (least > (values.at(-1) ?? -Infinity)) {
      steps.push(step);
      values.push(least);
    }
  }
  return { steps: Int32Array.from(steps), values: Float64Array.from(values), idle: new Int32Array(0) };
}

function resultLanes(trace: RunTrace): readonly ResultLane[] {
  const lists = trace.results.map(() => ({ steps: [] as StepRef[], kinds: [] as number[] }));
  for (const change of trace.changes) {
    const list = lists[change.result];
    list?.steps.push(change.step);
    list?.kinds.push(Math.max(0, ROW_KINDS.indexOf(change.kind as (typeof ROW_KINDS)[number])));
  }
  return trace.results.map((result, index) => ({
    kind: 'results',
    key: `result ${index}`,
    operator: undefined,
    title: trace.results.length > 1 ? result.name : msg('timeline.lane.result'),
    subtitle: count('timeline.lane.changes', lists[index]?.steps.length ?? 0),
    role: 'sink',
    result: index,
    steps: Int32Array.from(lists[index]?.steps ?? []),
    kinds: Uint8Array.from(lists[index]?.kinds ?? []),
  }));
}

/** Watermarks beyond what a date can be stand for the beginning and the end of time. */
const LAST_DATE = 8.64e15;

/** The stretch of event time that rows and watermarks cover while processing time is within `domain`. */
export function eventSpan(model: Pick<LaneModel, 'lanes' | 'clock' | 'places'>, domain: Span): Span | undefined {
  const { lanes, clock } = model;
  let [from, to] = [Infinity, -Infinity];
  const see = (steps: Int32Array, list: Float64Array): void => {
    const [first, end] = visibleRange(steps, model.places.places, domain);
    for (let i = first; i < end; i++) {
      const value = list[i] ?? NaN;
      if (!(Math.abs(value) <= LAST_DATE)) continue;
      if (value < from) from = value;
      if (value > to) to = value;
    }
  };
  for (const lane of lanes) {
    if (lane.kind === 'source') see(lane.events.steps, lane.events.times);
    if ((lane.kind === 'source' || lane.kind === 'merge') && lane.line) see(lane.line.steps, lane.line.values);
  }
  if (from > to) return undefined;
  return niceDomain({ from, to }, 4, clock.offsetAt(from));
}

/** Everything that the pictures of a run are drawn from. Computed once a trace. */
export function laneModel(trace: RunTrace, clock: EventClock): LaneModel {
  const lines = watermarkLines(trace);
  const marks = eventMarks(trace);
  const windows = windowBoxes(trace, clock);
  const lanes: Lane[] = [...sourceLanes(trace, lines, marks)];
  trace.operators.forEach((_, ref) => {
    const lane = operatorLane({ trace, lines, windows }, ref);
    if (lane) lanes.push(lane);
  });
  lanes.push(...resultLanes(trace));
  const places = stepPlaces(trace);
  const span = eventSpan({ lanes, clock, places }, places.whole);
  const fired = firingsByStep([...windows.values()].flat());
  return { trace, clock, lines, marks, windows, fired, places, lanes, eventSpan: span };
}
