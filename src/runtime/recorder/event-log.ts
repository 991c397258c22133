import type { RunEventKind } from '../../trace/run-trace.ts';
import { bytes, doubles, ints } from './columns.ts';

/** Kinds of events by their code in the log. */
export const EVENT_KINDS: readonly RunEventKind[] = [
  'record-in',
  'record-out',
  'watermark-in',
  'watermark-out',
  'idle',
  'active',
  'timer-set',
  'timer-deleted',
  'timer-fired',
  'state-read',
  'state-write',
  'state-clear',
  'state-expired',
  'late-dropped',
  'lookup',
  'window-fired',
  'window-purged',
  'end',
  'lookup-call',
  'lookup-cached',
  'onEvent',
  'onPeriodicEmit',
  'paused',
  'resumed',
];

const CODES = Object.fromEntries(EVENT_KINDS.map((kind, code) => [kind, code])) as Readonly<Record<RunEventKind, number>>;

/** What a kind of event carries beside its operator and its cause. */
export interface EventParts {
  /** Input, or code of the row kind. */
  readonly sub?: number;
  /** A time. */
  readonly time?: number;
  /** Index of a row, or of a note. */
  readonly ref?: number;
}

/** All events of a run, in columns: some 26 bytes an event. */
export class EventLog {
  private readonly kinds = bytes();
  private readonly operators = ints();
  private readonly causes = ints();
  private readonly subs = bytes();
  private readonly times = doubles();
  private readonly refs = ints();

  get length(): number {
    return this.kinds.length;
  }

  /** Adds an event; gives its index. */
  push(kind: RunEventKind, operator: number, cause: number, { sub = 0, time = NaN, ref = -1 }: EventParts): number {
    this.kinds.push(CODES[kind]);
    this.operators.push(operator);
    this.causes.push(cause);
    this.subs.push(sub);
    this.times.push(time);
    this.refs.push(ref);
    return this.kinds.length - 1;
  }

  /** Forgets the events from an index on. */
  truncate(length: number): void {
    for (const column of [this.kinds, this.operators, this.causes, this.subs, this.times, this.refs]) column.truncate(length);
  }

  kind(event: number): RunEventKind {
    return EVENT_KINDS[this.kinds.at(event)] ?? 'end';
  }

  operator(event: number): number {
    return this.operators.at(event);
  }

  cause(event: number): number {
    return this.causes.at(event);
  }

  sub(event: number): number {
    return this.subs.at(event);
  }

  time(event: number): number {
    return this.times.at(event);
  }

  ref(event: number): number {
    return this.refs.at(event);
  }
}
