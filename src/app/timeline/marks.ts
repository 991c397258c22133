import type { OperatorRef, RunStep, RunTrace } from '../../trace/run-trace.ts';

/** How a row stood to its source's watermark. */
export const ON_TIME = 0;
export const LATE = 1;
export const DROPPED = 2;

/** The mark of a row. */
export function markOf(step: Pick<RunStep, 'lateness'>): number {
  return step.lateness === 'dropped' ? DROPPED : step.lateness === 'late' ? LATE : ON_TIME;
}

/** Rows of one lane, in columns, ascending by step. */
export interface EventMarks {
  readonly steps: Int32Array;
  /** Event time in milliseconds since the epoch; NaN where no rowtime is known. */
  readonly times: Float64Array;
  readonly marks: Uint8Array;
  /** Steps of rows that are late or dropped. */
  readonly late: Int32Array;
}

/** The rows of each source and partition. */
export function eventMarks(trace: RunTrace): ReadonlyMap<string, EventMarks> {
  const lists = new Map<string, { steps: number[]; times: number[]; marks: number[] }>();
  trace.steps.forEach((step, index) => {
    if (step.cause !== 'row' || step.table === undefined) return;
    const key = marksKey(step.table, step.partition ?? 0);
    let list = lists.get(key);
    if (!list) lists.set(key, (list = { steps: [], times: [], marks: [] }));
    list.steps.push(index);
    list.times.push(step.eventTime ?? NaN);
    list.marks.push(markOf(step));
  });
  return new Map([...lists].map(([key, list]) => [key, marksOf(list.steps, list.times, list.marks)]));
}

export function marksKey(table: string, partition: number): string {
  return `${table}#${partition}`;
}

function marksOf(steps: readonly number[], times: readonly number[], marks: readonly number[]): EventMarks {
  return {
    steps: Int32Array.from(steps),
    times: Float64Array.from(times),
    marks: Uint8Array.from(marks),
    late: Int32Array.from(steps.filter((_, i) => marks[i] !== ON_TIME)),
  };
}

export const NO_MARKS: EventMarks = marksOf([], [], []);

/** Partitions that a source's rows name, ascending. */
export function partitionsOf(marks: ReadonlyMap<string, EventMarks>, table: string): readonly number[] {
  const prefix = `${table}#`;
  return [...marks.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => Number(key.slice(prefix.length)))
    .sort((a, b) => a - b);
}

/** The rows of several lanes as one. */
export function mergeMarks(lists: readonly EventMarks[]): EventMarks {
  if (lists.length === 1) return lists[0] ?? NO_MARKS;
  const all = lists.flatMap((list) =>
    Array.from(list.steps, (step, i) => ({ step, time: list.times[i] ?? NaN, mark: list.marks[i] ?? 0 })),
  );
  all.sort((a, b) => a.step - b.step);
  return marksOf(
    all.map((event) => event.step),
    all.map((event) => event.time),
    all.map((event) => event.mark),
  );
}

/** Rows whose event time is known: a picture over event time has no place for others. */
export function withEventTimes(events: EventMarks): EventMarks {
  const known = [...events.steps.keys()].filter((i) => Number.isFinite(events.times[i]));
  if (known.length === events.steps.length) return events;
  return marksOf(
    known.map((i) => events.steps[i]!),
    known.map((i) => events.times[i]!),
    known.map((i) => events.marks[i]!),
  );
}

/** Operators without inputs, in the order of the trace. */
export function sourcesOf(trace: RunTrace): readonly OperatorRef[] {
  return trace.operators.flatMap((operator, index) => (operator.inputs.length === 0 ? [index] : []));
}
