/**
 * THE CONTRACT between the runtime and everything that shows a run. Plain serialisable data with typed arrays; written by
 * `engine/run-session.ts` through a recorder, read by `app`, `cli` and tests.
 *
 * A run is a sequence of steps. A step is one stimulus of the job graph (a line of the feed, a timer of processing time, the end of a
 * source) with everything that follows from it, since every stimulus is processed to the end before the next one. Positions of the
 * playhead are steps: "after step k". Step 0 is the start of the job.
 */
import type { TraceColumn, TraceDiagnostic } from './plan-trace.ts';

/** Index into `RunTrace.operators`. */
export type OperatorRef = number;

/** Index into `RunTrace.steps`. */
export type StepRef = number;

/** One operator of the running job; one for each exec node. */
export interface RunOperator {
  /** Name of the exec node as EXPLAIN prints it: `GlobalWindowAggregate`. */
  readonly name: string;
  /** EXPLAIN's attributes of the node: `window=[…], select=[…]`. */
  readonly description: string;
  /** `digest` of the node in the plan trace's exec tree, for finding its card. */
  readonly digest: string;
  readonly inputs: readonly OperatorRef[];
  /** Columns of the rows that it gives out. */
  readonly columns: readonly TraceColumn[];
  /** Hash, single … of an exchange; absent for all else. */
  readonly distribution?: string;
  /** `table.exec.state.ttl` or hint in milliseconds, 0 = kept for ever; undefined for operators without state. */
  readonly stateTtl?: number;
  /** For sources: the table's name as the feed writes it. */
  readonly table?: string;
  /** One entry a record, the step at which it came or went, ascending: counters at a moment are counts of entries up to it. */
  readonly recordsIn: Int32Array;
  readonly recordsOut: Int32Array;
  /** `numLateRecordsDropped` in the same form. */
  readonly lateDropped: Int32Array;
  readonly timersFired: Int32Array;
}

/** What made a step. */
export type StepCause = 'start' | 'row' | 'idle' | 'watermark' | 'timer' | 'end';

export interface RunStep {
  readonly cause: StepCause;
  /** Virtual processing time in milliseconds from the start of the run. */
  readonly at: number;
  /** Line of the feed (from 1) for everything that stands there. */
  readonly line?: number;
  readonly table?: string;
  /** Partition of the source, from 0. */
  readonly partition?: number;
  /** For rows: kind and the row's event time in milliseconds since the epoch, where a rowtime column is known. */
  readonly rowKind?: string;
  readonly eventTime?: number;
  /** For rows: `late` came behind the watermark of its source; `dropped` some operator dropped it (perhaps in a later step). */
  readonly lateness?: 'late' | 'dropped';
  /** Operator that dropped the row. */
  readonly droppedBy?: OperatorRef;
  /** For timers: the operator whose processing-time timer fired. */
  readonly operator?: OperatorRef;
  /** Number of detailed events in the step (`RunEvent`). */
  readonly events: number;
}

/** A staircase: the watermark after each step in which it grew. */
export interface WatermarkLine {
  readonly operator: OperatorRef;
  /** Input from 0, or -1 for what the operator sends on; for sources with several partitions `partition` tells them apart. */
  readonly input: number;
  readonly partition?: number;
  readonly steps: Int32Array;
  /** Milliseconds since the epoch; `Infinity` at the end of input. */
  readonly values: Float64Array;
  /** Steps at which it became idle (even positions) and active again (odd positions). */
  readonly idle: Int32Array;
}

/** A window of one key in one operator. Times in local milliseconds of the window (as `window_start` prints). */
export interface RunWindow {
  readonly operator: OperatorRef;
  /** The key's values as text, empty for no key. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Step of its first row. */
  readonly opened: StepRef;
  /** Steps at which it gave a result. */
  readonly fired: readonly StepRef[];
  /** Step at which its content was thrown away. */
  readonly purged?: StepRef;
  /** Rows that went in, over its whole life. */
  readonly rows: number;
  /** Steps of those rows in the feed, ascending. Behind a local phase they lie before `opened`: the rows wait there first. */
  readonly rowSteps?: readonly StepRef[];
}

/** A stretch in which watermark alignment kept a source, or one of its partitions, from reading. */
export interface ReadingPause {
  readonly operator: OperatorRef;
  /** Undefined: the source has one partition. */
  readonly partition?: number;
  readonly from: StepRef;
  /** Step at which it read on; undefined: never. */
  readonly to?: StepRef;
}

/** A lookup whose answer took time. */
export interface RunLookup {
  readonly operator: OperatorRef;
  /** The asked values as text. */
  readonly key: string;
  /** Step of the question. */
  readonly from: StepRef;
  /** Step of the last answer; undefined: none came. */
  readonly to?: StepRef;
  /** How often the table was asked. */
  readonly attempts: number;
  /** Rows of the answer, before the join's own conditions. */
  readonly rows: number;
}

/** A change that reached the result (or a sink). */
export interface RunChange {
  readonly step: StepRef;
  /** Number of the event (`RunEvent.index`), for asking where it comes from. */
  readonly event: number;
  readonly kind: string;
  /** Values as Flink's client prints them; null as `null`. */
  readonly cells: readonly (string | null)[];
  /** For INSERTs into several sinks: index into `RunTrace.results`. */
  readonly result: number;
}

/** A table that the run writes: the query's result, or a sink. */
export interface RunResult {
  readonly name: string;
  readonly columns: readonly TraceColumn[];
  /** Key columns by which +U replaces rows, where the plan knows them. */
  readonly upsertKey?: readonly number[];
}

export interface RunTrace {
  readonly version: 1;
  /** Number of the statement in the script. */
  readonly statement: number;
  /** Sources first; inputs stand before their consumers. */
  readonly operators: readonly RunOperator[];
  readonly steps: readonly RunStep[];
  readonly watermarks: readonly WatermarkLine[];
  readonly windows: readonly RunWindow[];
  /** In the order in which they began; absent: none. */
  readonly pauses?: readonly ReadingPause[];
  readonly lookups?: readonly RunLookup[];
  readonly results: readonly RunResult[];
  readonly changes: readonly RunChange[];
  /** What is wrong with the feed (`span` counts in the feed's text), what is unsupported, what failed. */
  readonly diagnostics: readonly TraceDiagnostic[];
  /** `done`: played to the end. `error`: the job failed as Flink's would (see `diagnostics`, with Flink's chain). */
  readonly stop: 'done' | 'error' | 'unsupported' | 'limit' | 'cancelled';
  /** Tables that the statement reads, with their columns: what a feed for it may contain. `fixed`: rows are `=` lines, looked up. */
  readonly inputs: readonly { readonly table: string; readonly columns: readonly TraceColumn[]; readonly fixed: boolean }[];
  /** Real time that the replay took; the engine knows no time, whoever calls it fills this in. */
  readonly millis: number;
}

/** One thing that happened inside a step, in order. */
export type RunEventKind =
  | 'record-in'
  | 'record-out'
  | 'watermark-in'
  | 'watermark-out'
  | 'idle'
  | 'active'
  | 'timer-set'
  | 'timer-deleted'
  | 'timer-fired'
  | 'state-read'
  | 'state-write'
  | 'state-clear'
  | 'state-expired'
  | 'late-dropped'
  | 'lookup'
  /** A question whose answer takes time (`name`: which attempt); an answer that was still known. */
  | 'lookup-call'
  | 'lookup-cached'
  /** Calls of a watermark generator, by Flink's names; `time` is the watermark that it computed, or that is new to its output. */
  | 'onEvent'
  | 'onPeriodicEmit'
  /** Watermark alignment stops a source, or a partition of it, from reading; lets it read on. */
  | 'paused'
  | 'resumed'
  | 'window-fired'
  | 'window-purged'
  | 'end';

export interface RunEvent {
  /** Number over the whole run, from 0. */
  readonly index: number;
  readonly kind: RunEventKind;
  readonly operator: OperatorRef;
  /** The event that this one follows from; undefined for the stimulus itself. */
  readonly cause?: number;
  readonly input?: number;
  /** Partition of a source that the event is about. */
  readonly partition?: number;
  readonly rowKind?: string;
  readonly cells?: readonly (string | null)[];
  /** Watermark or time of a timer, in milliseconds since the epoch; `Infinity` at the end of input. */
  readonly time?: number;
  /** State or timer service by Flink's name, key and namespace (window) as text, value as text. */
  readonly name?: string;
  readonly key?: string;
  readonly value?: string;
}

/** What an operator keeps under one key of one state. */
export interface StateEntry {
  /** Flink's name of the state. */
  readonly state: string;
  readonly key: string;
  /** Window or other namespace, where there is one. */
  readonly namespace?: string;
  readonly value: string;
  /** Rows or elements inside, for lists and maps. */
  readonly elements: number;
  /** Estimate of the size in bytes. */
  readonly bytes: number;
  /** Step of the last write. */
  readonly written: StepRef;
  /** Virtual time at which it expires, if it has a time to live. */
  readonly expires?: number;
  /** In the step shown: `new`, `changed`; `purged` entries are gone after it and shown once. */
  readonly change?: 'new' | 'changed' | 'purged';
}

export interface TimerEntry {
  /** Name of the timer service. */
  readonly service: string;
  readonly domain: 'event' | 'processing';
  readonly time: number;
  readonly key: string;
  readonly namespace?: string;
}

/** An operator after a step. Lists are cut to the first 200; totals are whole. */
export interface OperatorMoment {
  readonly operator: OperatorRef;
  readonly step: StepRef;
  /** Combined watermark that the operator compares with; `-Infinity` before the first. */
  readonly watermark: number;
  readonly inputs: readonly { readonly watermark: number; readonly idle: boolean }[];
  readonly state: readonly StateEntry[];
  readonly stateTotal: { readonly entries: number; readonly elements: number; readonly bytes: number };
  readonly timers: readonly TimerEntry[];
  readonly timersTotal: number;
  /** What this operator did in the step, in order. */
  readonly events: readonly RunEvent[];
}

/** A whole step: its events in order (cut to the first 2,000). */
export interface StepMoment {
  readonly step: StepRef;
  readonly events: readonly RunEvent[];
  readonly total: number;
}

/** Where a row comes from. */
export interface Origins {
  readonly event: number;
  /** Steps of the feed rows that it was made from, ascending. For aggregates these are all rows of the key (or window) so far. */
  readonly steps: readonly StepRef[];
  /** Operators on the way, sources first. */
  readonly operators: readonly OperatorRef[];
  /** True if only the first 10,000 are listed. */
  readonly isCut: boolean;
}

/** One of n subtasks behind a hash exchange. */
export interface Subtask {
  readonly rows: number;
  /** Different keys. */
  readonly keys: number;
  /** The keys with most rows. */
  readonly largest: readonly { readonly key: string; readonly rows: number }[];
}

/** How the rows of a hash exchange would be spread at a higher parallelism. */
export interface SubtaskView {
  readonly operator: OperatorRef;
  readonly step: StepRef;
  /** Number of key groups. */
  readonly maxParallelism: number;
  readonly subtasks: readonly Subtask[];
}
