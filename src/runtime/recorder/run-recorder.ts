import type { ExecNode } from '../../exec/exec-node.ts';
import type { RunEventKind, RunStep, StepCause, StepRef } from '../../trace/run-trace.ts';
import type { LookupNotice, RuntimeListener, TimerNotice, WatermarkCall, WindowNotice } from '../listener.ts';
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
import { NoteBook, type EventNote } from './note-book.ts';
import { originsOf, stepOfEvent } from './origins.ts';
import { LookupLog } from './lookup-log.ts';
import { SourceLog } from './source-log.ts';
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

/** Names of timers that drive an operator's own clockwork and keep nothing for a key. */
const CLOCKWORK: ReadonlySet<string> = new Set(['watermark', 'watermark-alignment', 'lookup']);

/** In the place of an input: the event is about a partition. */
export const OF_PARTITION = 254;

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
  private readonly noteBook = new NoteBook();
  readonly lineage = new LineageBook();
  readonly watermarks = new WatermarkLog();
  readonly windows = new WindowLog();
  readonly sources = new SourceLog();
  readonly lookups = new LookupLog();
  private readonly indexes = new Map<ExecNode, number>();
  private readonly options: RecorderOptions;
  private readonly scopes: number[] = [];
  private readonly states: StateLog[] = [];
  private stateText = 0;
  private behind: { readonly event: number; readonly steps: readonly StepRef[] } = { event: -1, steps: [] };

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

  /** Begins a step; the object becomes the step's. */
  begin(step: { readonly cause: StepCause } & Partial<Pick<RunStep, 'line' | 'table' | 'partition' | 'rowKind' | 'operator'>>): void {
    this.endStep();
    this.steps.push(Object.assign(step, { at: this.options.now(), events: 0 }));
    this.firstEvents.push(this.events.length);
    this.scopes.length = 0;
  }

  /** Ends the last step. */
  finish(): void {
    this.endStep();
  }

  get notes(): readonly EventNote[] {
    return this.noteBook.notes;
  }

  get step(): StepRef {
    return this.steps.length - 1;
  }

  recordIn(node: ExecNode, input: number, change: Change): void {
    const operator = this.indexOf(node);
    const cause = this.cause;
    const ref = cause < 0 ? this.rows.push(change.row) - 1 : this.events.ref(cause);
    const event = this.open('record-in', operator, { sub: input, ref });
    // A source's feed row is no row of the plan yet.
    if (node.inputs.length > 0) this.operators[operator]?.recordsIn.push(this.step);
    this.lineage.rowCame(change.row, event);
  }

  recordOut(node: ExecNode, change: Change, from?: readonly object[]): void {
    const { kind, row } = change;
    const operator = this.indexOf(node);
    const ref = this.rows.push(row) - 1;
    const event = this.open('record-out', operator, { sub: ROW_KINDS.indexOf(kind), ref });
    this.operators[operator]?.recordsOut.push(this.step);
    this.noteOrigin(event, row, from);
    this.noteEventTime(operator, row);
    this.options.onOut(node, change);
  }

  watermarkIn(node: ExecNode, input: number, watermark: number): void {
    const operator = this.indexOf(node);
    this.open('watermark-in', operator, { sub: input, time: watermark });
    this.watermarks.watermark(operator, input, { step: this.step, value: watermark });
  }

  watermarkOut(node: ExecNode, watermark: number): void {
    const operator = this.indexOf(node);
    this.open('watermark-out', operator, { time: watermark });
    this.watermarks.watermark(operator, -1, { step: this.step, value: watermark });
  }

  statusIn(node: ExecNode, input: number, idle: boolean): void {
    const operator = this.indexOf(node);
    this.open(idle ? 'idle' : 'active', operator, { sub: input });
    this.watermarks.status(operator, input, { step: this.step, idle });
  }

  statusOut(node: ExecNode, idle: boolean): void {
    const operator = this.indexOf(node);
    this.open(idle ? 'idle' : 'active', operator, { sub: 255 });
    this.watermarks.status(operator, -1, { step: this.step, idle });
  }

  endIn(node: ExecNode, input: number): void {
    this.open('end', this.indexOf(node), { sub: input });
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
    if (CLOCKWORK.has(timer.service)) {
      this.open('timer-fired', operator, { time: timer.time, ref: this.noteBook.timer(timer) });
      return;
    }
    this.operators[operator]?.timersFired.push(this.step);
    this.scopes.push(this.timer(node, timer, 'timer-fired') ?? -1);
  }

  lateDropped(node: ExecNode, row: Row): void {
    const operator = this.indexOf(node);
    this.push('late-dropped', operator, { ref: this.rows.push(row) - 1 });
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
      this.push('lookup', this.indexOf(node), { ref: this.rows.push(row) - 1 });
    }
    if (rows.length === 0) this.push('lookup', this.indexOf(node), {});
  }

  lookupCalled(node: ExecNode, { id, key, attempt }: LookupNotice): void {
    const operator = this.indexOf(node);
    this.push('lookup-call', operator, { ref: this.noteBook.add({ name: String(attempt), key }) });
    this.lookups.called(operator, id, { step: this.step, key, attempt });
  }

  lookupAnswered(node: ExecNode, id: number, rows: number): void {
    this.lookups.answered(this.indexOf(node), id, { step: this.step, rows });
  }

  lookupCached(node: ExecNode, key: string): void {
    this.push('lookup-cached', this.indexOf(node), { ref: this.noteBook.add({ name: '', key }) });
  }

  watermarkGenerated(node: ExecNode, call: WatermarkCall, watermark: number, partition = -1): void {
    this.push(call, this.indexOf(node), { time: watermark, ref: partition });
  }

  splitWatermark(node: ExecNode, partition: number, watermark: number): void {
    this.sources.watermark(this.indexOf(sourceBelow(node)), partition, { step: this.step, value: watermark });
  }

  splitStatus(node: ExecNode, partition: number, idle: boolean): void {
    this.push(idle ? 'idle' : 'active', this.indexOf(node), { sub: OF_PARTITION, ref: partition });
    this.sources.status(this.indexOf(sourceBelow(node)), partition, { step: this.step, idle });
  }

  readingPaused(node: ExecNode, partition: number | undefined, paused: boolean): void {
    const operator = this.indexOf(node);
    this.push(paused ? 'paused' : 'resumed', operator, { ref: partition ?? -1 });
    this.sources.paused(operator, partition, { step: this.step, paused });
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
      noteOf: (key) => this.noteBook.add({ name, key }),
      onTouch: (kind, note) => this.push(kind, operator, { ref: note }),
    });
    this.operators[operator]?.states.push(log);
    this.states.push(log);
    return log;
  }

  /** What a `record-out` was made from, if not from its scope: lineages, or one event that came before. */
  originOf(event: number): readonly LineagePart[] | undefined {
    return this.events.kind(event) === 'record-out' ? this.lineage.originOf(this.events.ref(event)) : undefined;
  }

  private indexOf(node: ExecNode): number {
    return this.indexes.get(node) ?? 0;
  }

  private get cause(): number {
    return this.scopes.length === 0 ? -1 : (this.scopes[this.scopes.length - 1] ?? -1);
  }

  private push(kind: RunEventKind, operator: number, parts: EventParts): number {
    if (this.events.length >= MOST_EVENTS) {
      throw new PlannerLimitError('size-limit', `The run was stopped after ${MOST_EVENTS} events; use fewer sample rows.`);
    }
    return this.events.push(kind, operator, this.cause, parts);
  }

  private open(kind: RunEventKind, operator: number, parts: EventParts): number {
    const index = this.push(kind, operator, parts);
    this.scopes.push(index);
    return index;
  }

  private timer(node: ExecNode, timer: TimerNotice, kind: 'timer-set' | 'timer-deleted' | 'timer-fired'): number | undefined {
    if (CLOCKWORK.has(timer.service)) return undefined;
    const operator = this.indexOf(node);
    const { time } = timer;
    const ref = this.noteBook.timer(timer);
    const event = this.push(kind, operator, { time, ref });
    this.operators[operator]?.timers.note(event, kind, { ref, time });
    return event;
  }

  private window(node: ExecNode, { key, start, end }: WindowNotice, kind: 'window-fired' | 'window-purged'): void {
    const ref = this.noteBook.window(`${start}|${end}`, key);
    this.push(kind, this.indexOf(node), { time: end, ref });
  }

  private noteOrigin(event: number, row: Row, from: readonly object[] | undefined): void {
    const { lineage, events } = this;
    if (from) {
      lineage.madeFrom(events.ref(event), from);
      return;
    }
    const before = lineage.eventOf(row);
    if (before !== undefined && before !== events.cause(event)) lineage.cameFrom(events.ref(event), before);
  }

  /** The steps of the rows that a record stands for: those that a local phase has put into it. A record goes into several windows. */
  private rowsBehind(event: number): readonly StepRef[] {
    if (this.behind.event !== event || event < 0) this.behind = { event, steps: this.stepsBehind(event) };
    return this.behind.steps;
  }

  private stepsBehind(event: number): readonly StepRef[] {
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

/** The source that a node's rows come from, through nodes with one input. */
function sourceBelow(node: ExecNode): ExecNode {
  let below = node;
  for (let next = below.inputs[0]; next && below.inputs.length === 1; next = below.inputs[0]) below = next;
  return below;
}
