import type { ExecNode } from '../exec/exec-node.ts';
import type { Change, Row } from './record.ts';
import type { StateObserver } from './state/state-observer.ts';

/** A timer as listeners see it. */
export interface TimerNotice {
  readonly service: string;
  readonly domain: 'event' | 'processing';
  readonly time: number;
  readonly key: string;
  readonly namespace: string;
}

/** A window of one key; times in local milliseconds, as `window_start` prints. */
export interface WindowNotice {
  /** The key as the operator's state keeps it (`fieldsKey`). */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** A question to a looked-up table. */
export interface LookupNotice {
  /** Number of the question within its operator; its further attempts have the same. */
  readonly id: number;
  /** The key as `fieldsKey` writes it. */
  readonly key: string;
  /** Counts from 1. */
  readonly attempt: number;
}

/** A method of Flink's `WatermarkGenerator`. */
export type WatermarkCall = 'onEvent' | 'onPeriodicEmit';

/**
 * What happens while a replay runs, in order. Nodes are those of the exec graph. `timerFired` and every `…In` and `…Out` begin a scope that
 * `done` ends: everything between them follows from it.
 */
export interface RuntimeListener {
  recordIn?(node: ExecNode, input: number, change: Change): void;
  /** `from`: rows and states that the row was made of, if the operator says so; else it follows from the scope, or is a row that came before. */
  recordOut?(node: ExecNode, change: Change, from?: readonly object[]): void;
  watermarkIn?(node: ExecNode, input: number, watermark: number): void;
  watermarkOut?(node: ExecNode, watermark: number): void;
  statusIn?(node: ExecNode, input: number, idle: boolean): void;
  statusOut?(node: ExecNode, idle: boolean): void;
  endIn?(node: ExecNode, input: number): void;
  timerSet?(node: ExecNode, timer: TimerNotice): void;
  timerDeleted?(node: ExecNode, timer: TimerNotice): void;
  timerFired?(node: ExecNode, timer: TimerNotice): void;
  lateDropped?(node: ExecNode, row: Row): void;
  done?(node: ExecNode): void;
  /** A lookup in a table and how many rows it found. */
  lookup?(node: ExecNode, rows: readonly Row[]): void;
  /**
   * `onEvent` of a watermark generator, with the watermark that it computed for a row (NaN: none), or `onPeriodicEmit` with one that its output
   * did not have yet. `partition` where a source has several.
   */
  watermarkGenerated?(node: ExecNode, call: WatermarkCall, watermark: number, partition: number | undefined): void;
  /** The watermark of one of several partitions of a source grew; it became idle or active. */
  splitWatermark?(node: ExecNode, partition: number, watermark: number): void;
  splitStatus?(node: ExecNode, partition: number, idle: boolean): void;
  /** Watermark alignment keeps a source (or one of its partitions) from reading, or lets it go on. */
  readingPaused?(node: ExecNode, partition: number | undefined, paused: boolean): void;
  /** A table was asked and takes its time, or is asked again (`attempt` counts from 1); `lookup` follows with each answer. */
  lookupCalled?(node: ExecNode, notice: LookupNotice): void;
  /** The last answer to a call that was told of, and how many rows it has. */
  lookupAnswered?(node: ExecNode, id: number, rows: number): void;
  /** The answer of a lookup was still known; `lookup` follows. */
  lookupCached?(node: ExecNode, key: string): void;
  /** A row went into a window; the window gave its result; its content was thrown away. */
  windowAdd?(node: ExecNode, window: WindowNotice): void;
  windowFired?(node: ExecNode, window: WindowNotice): void;
  windowPurged?(node: ExecNode, window: WindowNotice): void;
  /** `target` (a state, an accumulator) now also rests on `source`. */
  derived?(target: object, source: object): void;
  /** Watches one state of a node; called once when the operator is made. */
  observeState?(node: ExecNode, name: string, ttl: number): StateObserver;
}
