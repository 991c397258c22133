import type { ExecNode } from '../../exec/exec-node.ts';
import type { RunStep, StepCause, StepRef } from '../../trace/run-trace.ts';
import type { RuntimeListener, TimerNotice, WindowNotice } from '../listener.ts';
import type { Change, Row } from '../record.ts';
import type { StateObserver } from '../state/state-observer.ts';
import type { RowText } from './describe-state.ts';
import type { LineagePart } from './lineage.ts';
import { PlannerLimitError } from '../../base/planner-limit-error.ts';
import { millisOfTimestamp } from '../event-time.ts';
import { ints } from './columns.ts';
import { describeState } from './describe-state.ts';
import { EventLog, type EventParts } from './event-log.ts';
import { LineageBook } from './lineage.ts';
import { originsOf, stepOfEvent } from './origins.ts';
import { StateLog } from './state-log.ts';
import { TimerLog } from './timer-log.ts';
import { WatermarkLog } from './watermark-log.ts';
import { WindowLog } from './window-log.ts';

/** Row kinds by their code in the event log. */
export const ROW_KINDS = ['+I', '-U', '+U', '-D'] as const;

/** Most events of a run; some 26 bytes each. */
const MOST_EVENTS = 6_000_000;
/** Most text of states, in characters. */
const MOST_STATE_TEXT = 60_000_000;

/** Name of timers that drive an operator's own clockwork and keep nothing for a key. */
const CLOCKWORK = 'watermark';

/** A step while it is written. */
export type StepDraft = { -readonly [K in keyof RunStep]: RunStep[K] };

/** What is known of an operator. */
export interface RecordedOperator {
  readonly node: ExecNode;
  readonly recordsIn: ReturnType<typeof ints>;
  readonly recordsOut: ReturnType<typeof ints>;
  readonly lateDropped: ReturnType<typeof ints>;
  readonly timersFired: ReturnType<typeof ints>;
  /** Events about timers, for reading back which are set. */
  readonly timers: TimerLog;
  readonly states: StateLog[];
  /** Column with the event time of rows that this operator makes watermarks for. */
  readonly rowtimeIndex: number | undefined;
}

/** A note of an event: a timer, or a state and its key. */
export interface EventNote {
  readonly name: string;
  readonly key: string;
  readonly domain?: 'event' | 'processing';
  readonly namespace?: string;
}

export interface RecorderOptions {
  /** In the order of `RunTrace.operators`. */
  readonly operators: readonly { readonly node: ExecNode; readonly rowtimeIndex: number | undefined }[];
  readonly now: () => number;
  /** Text of a row that an operator keeps; undefined if it is no row of its inputs. */
  readonly rowText: (operator: number, row: Row) => string | undefined;
  /** Told of each row that an operator gives out, when its event is the last one written. */
  readonly onOut: (node: ExecNode, change: Change) => void;
}

/**
 * Writes down everything that happens in a replay. The driver says when a step begins; timers of processing time begin one of their own.
 * Read back by `operatorMoment`, `stepEvents` and `originsOf`.
 */
export class RunRecorder implements RuntimeListener {
  readonly events = new EventLog();
  readonly steps: StepDraft[] = [];
  /** First event of each step. */
  readonly firstEvents = ints();
  readonly operators: readonly RecordedOperator[];
  readonly rows: Row[] = [];
  readonly notes: EventNote[] = [];
  readonly origins: (readonly LineagePart[])[] = [];
  /** By event of a `record-out`: index into `origins`, or an event as -2 - event. */
  private readonly originOfEvent = new Map<number, number>();
  readonly lineage = new LineageBook();
  readonly watermarks = new WatermarkLog();
  readonly windows = new WindowLog();
  private readonly indexes = new Map<ExecNode, number>();
  private readonly options: RecorderOptions;
  private readonly scopes: number[] = [];
  /** Numbers of notes by what they are about, then by key. */
  private readonly noteIds = new Map<string, Map<string, number>>();
  private readonly states: StateLog[] = [];
  private stateText = 0;

  constructor(options: RecorderOptions) {
    this.options = options;
    this.operators = options.operators.map(({ node, rowtimeIndex }) => ({
      node,
      rowtimeIndex,
      recordsIn: ints(),
      recordsOut: ints(),
      lateDropped: ints(),
      timersFired: ints(),
      timers: new TimerLog(),
      states: [],
    }));
    options.operators.forEach(({ node }, i) => this.indexes.set(node, i));
    this.begin({ cause: 'start' });
  }

  /** Begins a step. */
  begin(step: { readonly cause: StepCause } & Partial<Pick<RunStep, 'line' | 'table' | 'partition' | 'rowKind' | 'operator'>>): void {
    this.endStep();
    this.steps.push({ ...step, at: this.options.now(), events: 0 });
    this.firstEvents.push(this.events.length);
    this.scopes.length = 0;
  }

  /** Ends the last step. */
  finish(): void {
    this.endStep();
  }

  get step(): StepRef {
    return this.steps.length - 1;
  }

  recordIn(node: ExecNode, input: number, change: Change): void {
    const operator = this.indexOf(node);
    const cause = this.cause;
    const ref = cause < 0 ? this.rows.push(change.row) - 1 : this.events.ref(cause);
    const event = this.open({ kind: 'record-in', operator, cause, sub: input, ref });
    // A source's feed row is no row of the plan yet.
    if (node.inputs.length > 0) this.operators[operator]?.recordsIn.push(this.step);
    this.lineage.rowCame(change.row, event);
  }

  recordOut(node: ExecNode, change: Change, from?: readonly object[]): void {
    const { kind, row } = change;
    const operator = this.indexOf(node);
    const event = this.open({
      kind: 'record-out',
      operator,
      cause: this.cause,
      sub: ROW_KINDS.indexOf(kind),
      ref: this.rows.push(row) - 1,
    });
    this.operators[operator]?.recordsOut.push(this.step);
    this.noteOrigin(event, row, from);
    this.noteEventTime(operator, row);
    this.options.onOut(node, change);
  }

  watermarkIn(node: ExecNode, input: number, watermark: number): void {
    const operator = this.indexOf(node);
    this.open({ kind: 'watermark-in', operator, cause: this.cause, sub: input, time: watermark });
    this.watermarks.watermark(operator, input, { step: this.step, value: watermark });
  }

  watermarkOut(node: ExecNode, watermark: number): void {
    const operator = this.indexOf(node);
    this.open({ kind: 'watermark-out', operator, cause: this.cause, time: watermark });
    this.watermarks.watermark(operator, -1, { step: this.step, value: watermark });
  }

  statusIn(node: ExecNode, input: number, idle: boolean): void {
    const operator = this.indexOf(node);
    this.open({ kind: idle ? 'idle' : 'active', operator, cause: this.cause, sub: input });
    this.watermarks.status(operator, input, { step: this.step, idle });
  }

  statusOut(node: ExecNode, idle: boolean): void {
    const operator = this.indexOf(node);
    this.open({ kind: idle ? 'idle' : 'active', operator, cause: this.cause, sub: 255 });
    this.watermarks.status(operator, -1, { step: this.step, idle });
  }

  endIn(node: ExecNode, input: number): void {
    this.open({ kind: 'end', operator: this.indexOf(node), cause: this.cause, sub: input });
  }

  timerSet(node: ExecNode, timer: TimerNotice): void {
    this.timer(node, timer, 'timer-set');
  }

  timerDeleted(node: ExecNode, timer: TimerNotice): void {
    this.timer(node, timer, 'timer-deleted');
  }

  timerFired(node: ExecNode, timer: TimerNotice): void {
    const operator = this.indexOf(node);
    if (timer.domain === 'processing' && this.scopes.length === 0) this.begin({ cause: 'timer', operator });
    if (timer.service === CLOCKWORK) {
      this.open({ kind: 'timer-fired', operator, cause: this.cause, time: timer.time, ref: this.timerNote(timer) });
      return;
    }
    this.operators[operator]?.timersFired.push(this.step);
    this.scopes.push(this.timer(node, timer, 'timer-fired') ?? -1);
  }

  lateDropped(node: ExecNode, row: Row): void {
    const operator = this.indexOf(node);
    this.push({ kind: 'late-dropped', operator, cause: this.cause, ref: this.rows.push(row) - 1 });
    this.operators[operator]?.lateDropped.push(this.step);
    const event = this.lineage.eventOf(row) ?? this.cause;
    for (const step of originsOf(this, event).steps) {
      const draft = this.steps[step];
      if (draft?.cause !== 'row') continue;
      draft.lateness = 'dropped';
      draft.droppedBy = operator;
    }
  }

  done(): void {
    this.scopes.pop();
  }

  lookup(node: ExecNode, rows: readonly Row[]): void {
    for (const row of rows) {
      this.push({ kind: 'lookup', operator: this.indexOf(node), cause: this.cause, ref: this.rows.push(row) - 1 });
    }
    if (rows.length === 0) this.push({ kind: 'lookup', operator: this.indexOf(node), cause: this.cause });
  }

  windowAdd(node: ExecNode, window: WindowNotice): void {
    this.windows.add(this.indexOf(node), window, { step: this.step, rowSteps: this.rowsBehind(this.cause) });
  }

  windowFired(node: ExecNode, window: WindowNotice): void {
    this.window(node, window, 'window-fired');
    this.windows.fired(this.indexOf(node), window, this.step);
  }

  windowPurged(node: ExecNode, window: WindowNotice): void {
    this.window(node, window, 'window-purged');
    this.windows.purged(this.indexOf(node), window, this.step);
  }

  derived(target: object, source: object): void {
    this.lineage.derived(target, source);
  }

  observeState(node: ExecNode, name: string, ttl: number): StateObserver {
    const operator = this.indexOf(node);
    const rowText: RowText = (row) => this.options.rowText(operator, row);
    const log = new StateLog({
      name,
      ttl,
      describe: (value) => describeState(value, rowText),
      onTouch: (kind, key) => this.push({ kind, operator, cause: this.cause, ref: this.note(name, { name, key }) }),
    });
    this.operators[operator]?.states.push(log);
    this.states.push(log);
    return log;
  }

  /** What a `record-out` was made from, if not from its scope: lineages, or one event that came before. */
  originOf(event: number): readonly LineagePart[] | undefined {
    const origin = this.originOfEvent.get(event);
    if (origin === undefined) return undefined;
    return origin >= 0 ? this.origins[origin] : [{ events: [-2 - origin], length: 1 }];
  }

  private indexOf(node: ExecNode): number {
    return this.indexes.get(node) ?? 0;
  }

  private get cause(): number {
    return this.scopes.length === 0 ? -1 : (this.scopes[this.scopes.length - 1] ?? -1);
  }

  private push(event: EventParts): number {
    if (this.events.length >= MOST_EVENTS) {
      throw new PlannerLimitError('size-limit', `The run was stopped after ${MOST_EVENTS} events; use fewer sample rows.`);
    }
    return this.events.push(event);
  }

  private open(event: EventParts): number {
    const index = this.push(event);
    this.scopes.push(index);
    return index;
  }

  private note(about: string, note: EventNote): number {
    let byKey = this.noteIds.get(about);
    if (!byKey) this.noteIds.set(about, (byKey = new Map()));
    let id = byKey.get(note.key);
    if (id === undefined) byKey.set(note.key, (id = this.notes.push(note) - 1));
    return id;
  }

  private timerNote({ service, domain, key, namespace }: TimerNotice): number {
    return this.note(`${service}|${domain}|${namespace}`, { name: service, domain, key, namespace });
  }

  private timer(node: ExecNode, timer: TimerNotice, kind: 'timer-set' | 'timer-deleted' | 'timer-fired'): number | undefined {
    if (timer.service === CLOCKWORK) return undefined;
    const operator = this.indexOf(node);
    const event = this.push({ kind, operator, cause: this.cause, time: timer.time, ref: this.timerNote(timer) });
    this.operators[operator]?.timers.note(event, { kind, ref: this.events.ref(event), time: timer.time });
    return event;
  }

  private window(node: ExecNode, { key, start, end }: WindowNotice, kind: 'window-fired' | 'window-purged'): void {
    const namespace = `${start}|${end}`;
    const ref = this.note(`window|${namespace}`, { name: 'window', key, namespace });
    this.push({ kind, operator: this.indexOf(node), cause: this.cause, time: end, ref });
  }

  private noteOrigin(event: number, row: Row, from: readonly object[] | undefined): void {
    if (from) {
      const parts = from.flatMap((source) => this.lineage.partOf(source) ?? []);
      if (parts.length > 0) this.originOfEvent.set(event, this.origins.push(parts) - 1);
      return;
    }
    const before = this.lineage.eventOf(row);
    if (before !== undefined && before !== this.events.cause(event)) this.originOfEvent.set(event, -2 - before);
  }

  /** The steps of the rows that a record stands for: those that a local phase has put into it. */
  private rowsBehind(event: number): readonly StepRef[] {
    let first = event;
    for (let e = event; e >= 0;) {
      first = e;
      const parts = this.originOf(e);
      if (!parts) {
        e = this.events.cause(e);
        continue;
      }
      if (parts.length !== 1 || parts[0]?.length !== 1) return originsOf(this, e).steps;
      e = parts[0].events[0] ?? -1;
    }
    return [first < 0 ? this.step : stepOfEvent(this, first)];
  }

  /** The first operator behind a source that knows the row's time says what time it is, and whether it is late. */
  private noteEventTime(operator: number, row: Row): void {
    const index = this.operators[operator]?.rowtimeIndex;
    const step = this.steps[this.step];
    if (index === undefined || step?.cause !== 'row' || step.eventTime !== undefined) return;
    const value = row[index] ?? null;
    if (value === null) return;
    step.eventTime = millisOfTimestamp(value);
    if (step.eventTime <= this.watermarks.valueAt(operator, -1, this.step)) step.lateness ??= 'late';
  }

  private endStep(): void {
    const { step } = this;
    const draft = this.steps[step];
    if (!draft) return;
    const first = this.firstEvents.at(step);
    const ticked = draft.cause === 'timer' && this.events.length === first + 1 && this.events.kind(first) === 'timer-fired';
    if (ticked || (draft.cause === 'end' && this.events.length === first)) {
      // An operator's clock ticked and nothing came of it, or there was nothing left to end.
      this.events.truncate(first);
      this.steps.pop();
      this.firstEvents.truncate(step);
      return;
    }
    draft.events = this.events.length - first;
    for (const state of this.states) this.stateText += state.endStep(step);
    if (this.stateText > MOST_STATE_TEXT) {
      throw new PlannerLimitError('size-limit', 'The run was stopped: its states have grown too large to be shown; use fewer sample rows.');
    }
  }
}
