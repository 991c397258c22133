import type { Config } from '../catalog/config.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { Value } from '../types/value.ts';
import type { SqlType } from '../types/sql-type.ts';
import type { ExecNode } from '../exec/exec-node.ts';
import type { EvalContext, Evaluate } from './eval/contract.ts';
import type { Change, Row, RowKind } from './record.ts';
import type { LookupNotice, WatermarkCall, WindowNotice } from './listener.ts';
import type { AlignmentGroup } from './sources/source-alignment.ts';
import type { KeyedState } from './state/keyed-state.ts';
import type { TimerService } from './timers.ts';

/**
 * What runs an exec node: one object with its state, driven by one thread. The driver calls it with one record, one watermark or one timer at
 * a time; whatever it emits is processed to the end before the call returns, as in a chain of Flink operators.
 *
 * Operators reach the outside only through their context, so that a listener sees everything and nothing depends on real time.
 */
export interface Operator {
  /** A record on an input, counted from 0. */
  onRecord(input: number, change: Change): void;
  /** The combined watermark grew; called before timers fire. For operators that hold a bundle or a buffer. */
  beforeWatermark?(watermark: number): void;
  /** Timers have fired. Default: the watermark goes on as it is. */
  onWatermark?(watermark: number): void;
  /** A watermark of one input, before it is combined. For operators that look at one side alone. */
  onInputWatermark?(input: number, watermark: number): void;
  /** Default: the status goes on. */
  onStatus?(idle: boolean): void;
  /** For sources: false while watermark alignment keeps them from reading a partition. */
  canRead?(partition: number): boolean;
  /** A partition of the source below has been read to its end, others have not. */
  onPartitionEnd?(partition: number): void;
  /** A partition of the source below has nothing to read; undefined: the whole source. For operators that make watermarks by partition. */
  onPartitionIdle?(partition: number | undefined): void;
  /** One input has ended; its last watermark came before. */
  endInput?(input: number): void;
  /** True while something is on its way that the end of the inputs must wait for; `OperatorContext.caughtUp` says when that may be over. */
  holdsEnd?(): boolean;
  /** All inputs have ended (Flink's `finish`). Processing-time timers no longer fire. */
  finish?(): void;
}

/** A named set of timers and what to do when one fires. Event timers fire while a watermark passes, processing timers as the clock moves. */
export interface TimerOptions<N> {
  readonly name: string;
  readonly namespaceKey: (n: N) => string;
  readonly onTimer: (timer: { readonly time: number; readonly key: string; readonly namespace: N }) => void;
}

/** Ears of a listener inside an operator; see `RuntimeListener`. */
export interface OperatorWatch {
  readonly derived?: ((target: object, source: object) => void) | undefined;
  readonly lookup?: ((rows: readonly Row[]) => void) | undefined;
  readonly lookupCalled?: ((notice: LookupNotice) => void) | undefined;
  readonly lookupAnswered?: ((id: number, rows: number) => void) | undefined;
  readonly lookupCached?: ((key: string) => void) | undefined;
  readonly watermarkGenerated?: ((call: WatermarkCall, watermark: number, partition: number | undefined) => void) | undefined;
  readonly splitWatermark?: ((partition: number, watermark: number) => void) | undefined;
  readonly splitStatus?: ((partition: number, idle: boolean) => void) | undefined;
  readonly readingPaused?: ((partition: number | undefined, paused: boolean) => void) | undefined;
  readonly windowAdd?: ((window: WindowNotice) => void) | undefined;
  readonly windowFired?: ((window: WindowNotice) => void) | undefined;
  readonly windowPurged?: ((window: WindowNotice) => void) | undefined;
}

/** What an operator may use. */
export interface OperatorContext {
  readonly config: Config;
  readonly evalContext: EvalContext;
  /**
   * Sends a row to all consumers and returns when they are done with it. `from`: the rows and states that it was made of; to be given where
   * the row is neither one that came in before nor made from the record at work.
   */
  emit(kind: RowKind, row: Row, from?: readonly object[]): void;
  emitWatermark(watermark: number): void;
  emitStatus(idle: boolean): void;
  /** Nothing is on its way any more (see `Operator.holdsEnd`); may be said too often. */
  caughtUp(): void;
  /** The combined watermark of the inputs, as operators compare rows with it: it is set before timers fire. */
  readonly watermark: number;
  /** The virtual clock in milliseconds. */
  readonly now: number;
  /** Numbers of the partitions that the feed names for a table, ascending; empty if it names none. */
  partitionsOf(table: readonly string[]): readonly number[];
  /** What sources of one job know of each other for watermark alignment, by group. */
  readonly alignmentGroups: Map<string, AlignmentGroup>;
  /** A source may read again what it had to leave. */
  resumed(): void;
  /** Partition of its source that the row at hand came from, from 0. */
  readonly partition: number;
  eventTimers<N>(options: TimerOptions<N>): TimerService<N>;
  processingTimers<N>(options: TimerOptions<N>): TimerService<N>;
  /** State by key; `ttl` defaults to `table.exec.state.ttl`. */
  keyedState<T>(name: string, ttl?: number): KeyedState<T>;
  /** State without a time to live that an operator clears itself, by key or by `namespace|key`. */
  mapState<V>(name: string): Map<string, V>;
  /** An expression over rows with `fieldCount` fields; functions of the clock and of the watermark included. */
  compile(e: RexNode, fieldCount: number): Evaluate;
  /** The same for a condition: true only where it is TRUE. */
  condition(e: RexNode | undefined, fieldCount: number): (row: Row) => boolean;
  /** A row was dropped because its time is over (`numLateRecordsDropped`). */
  lateDropped(row: Row): void;
  /** What listeners are told besides; absent members are not listened to. */
  readonly watch: OperatorWatch;
  /** Rows of a table that is only looked up, now or at a time before, in order, with all its physical columns. */
  lookupRows(table: readonly string[], at?: number): readonly Row[];
  /** How long an answer of such a table takes, in milliseconds, that is asked for now; `key`: the asked values by column. */
  lookupDelay(table: readonly string[], key: ReadonlyMap<number, Value>): number;
}

/** Makes the operator of an exec node; throws `UnsupportedError` where it cannot. */
export type OperatorFactory = (node: ExecNode, context: OperatorContext) => Operator;

/** Types of a row, for hashes. */
export function fieldTypes(row: { readonly fields: readonly { readonly type: SqlType }[] }): readonly SqlType[] {
  return row.fields.map((f) => f.type);
}
