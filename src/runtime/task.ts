import type { Config } from '../catalog/config.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { ExecNode } from '../exec/exec-node.ts';
import type { EvalContext, Evaluate } from './eval/contract.ts';
import type { RuntimeListener, TimerNotice } from './listener.ts';
import type { LookupTables } from './lookup-tables.ts';
import type { AlignmentGroup } from './sources/source-alignment.ts';
import type { Operator, OperatorContext, OperatorFactory, TimerOptions } from './operator.ts';
import type { Change, Row, RowKind } from './record.ts';
import type { Timer, TimerService } from './timers.ts';
import { MIN_WATERMARK } from './event-time.ts';
import { asCondition, compileRuntimeExpression } from './runtime-expression.ts';
import { stateTtl } from './state-ttl.ts';
import { KeyedState } from './state/keyed-state.ts';
import { ObservedMap } from './state/state-observer.ts';
import { TimerQueue } from './timers.ts';
import { ChannelValve, WatermarkValve, type Valve } from './watermark-valve.ts';

/** What all tasks of a replay share. */
export interface TaskEnvironment {
  readonly config: Config;
  readonly evalContext: EvalContext;
  readonly clock: { now: number };
  /** Where the row at hand came from. */
  readonly source: { partition: number };
  readonly listener: RuntimeListener;
  readonly lookups: LookupTables;
  readonly partitionsOf: (table: readonly string[]) => readonly number[];
  readonly alignmentGroups: Map<string, AlignmentGroup>;
  readonly resumed: () => void;
}

/** Where rows, watermarks and the end of an input go. */
export interface Receiver {
  receive(input: number, change: Change): void;
  receiveWatermark(input: number, watermark: number): void;
  receiveStatus(input: number, idle: boolean): void;
  receiveEnd(input: number): void;
}

export interface Consumer {
  readonly task: Receiver;
  readonly input: number;
}

/** A set of timers with its handler, whatever the type of its namespaces. */
interface AnyTimers {
  readonly nextTime: () => number;
  /** True if a timer has a time up to this one. */
  readonly isDue: (time: number) => boolean;
  readonly fireFirst: () => void;
}

/**
 * One operator at work: combines the watermarks of its inputs, fires its timers, hands rows to its consumers. Rows are passed on depth
 * first; the order of consumers is the order of their ids.
 */
export class Task implements Receiver {
  readonly node: ExecNode;
  readonly operator: Operator;
  private readonly environment: TaskEnvironment;
  private readonly valve: Valve;
  private readonly consumers: Consumer[] = [];
  private readonly eventTimers: AnyTimers[] = [];
  private readonly processingTimers: AnyTimers[] = [];
  private readonly openInputs: Set<number>;
  /** What operators compare rows with. */
  private readonly time = { watermark: MIN_WATERMARK };
  /** Later processing-time timers never fire. */
  private finished = false;

  constructor(node: ExecNode, factory: OperatorFactory, environment: TaskEnvironment) {
    this.node = node;
    this.environment = environment;
    const inputCount = Math.max(1, node.inputs.length);
    this.valve = node.name === 'Union' ? new ChannelValve(inputCount) : new WatermarkValve(inputCount);
    this.openInputs = new Set(Array.from({ length: inputCount }, (_, i) => i));
    this.operator = factory(node, this.context());
  }

  addConsumer(consumer: Consumer): void {
    this.consumers.push(consumer);
  }

  receive(input: number, change: Change): void {
    const { listener } = this.environment;
    listener.recordIn?.(this.node, input, change);
    this.operator.onRecord(input, change);
    listener.done?.(this.node);
  }

  receiveWatermark(input: number, watermark: number): void {
    const { listener } = this.environment;
    listener.watermarkIn?.(this.node, input, watermark);
    this.operator.onInputWatermark?.(input, watermark);
    this.advance(this.valve.onWatermark(input, watermark));
    listener.done?.(this.node);
  }

  receiveStatus(input: number, idle: boolean): void {
    const { listener } = this.environment;
    listener.statusIn?.(this.node, input, idle);
    this.advance(this.valve.onStatus(input, idle));
    listener.done?.(this.node);
  }

  receiveEnd(input: number): void {
    if (!this.openInputs.delete(input)) return;
    const { listener } = this.environment;
    listener.endIn?.(this.node, input);
    this.operator.endInput?.(input);
    this.finish();
    listener.done?.(this.node);
  }

  /** Ends the operator after its last input, unless something is still on its way. */
  private finish(): void {
    if (this.finished || this.openInputs.size > 0 || this.operator.holdsEnd?.()) return;
    this.finished = true;
    this.operator.finish?.();
    for (const c of this.consumers) c.task.receiveEnd(c.input);
  }

  /** All inputs have ended, but not the operator: something is still on its way. */
  get isEnding(): boolean {
    return this.openInputs.size === 0 && !this.finished;
  }

  get hasEnded(): boolean {
    return this.finished;
  }

  /** Time of the earliest processing-time timer; Infinity if there is none. */
  get nextProcessingTime(): number {
    let next = Infinity;
    if (!this.finished) for (const timers of this.processingTimers) next = Math.min(next, timers.nextTime());
    return next;
  }

  /** Fires the earliest processing-time timer. */
  fireProcessingTimer(): void {
    const time = this.nextProcessingTime;
    this.processingTimers.find((t) => t.nextTime() === time)?.fireFirst();
  }

  private advance(change: { readonly watermark?: number; readonly idle?: boolean }): void {
    const { watermark, idle } = change;
    // A flush to the largest watermark of idle inputs still belongs to the time before.
    if (idle === false) this.forwardStatus(false);
    if (watermark !== undefined) {
      this.operator.beforeWatermark?.(watermark);
      this.time.watermark = watermark;
      for (const timers of this.eventTimers) while (timers.isDue(watermark)) timers.fireFirst();
      if (this.operator.onWatermark) this.operator.onWatermark(watermark);
      else this.emitWatermark(watermark);
    }
    if (idle === true) this.forwardStatus(true);
  }

  private forwardStatus(idle: boolean): void {
    if (this.operator.onStatus) this.operator.onStatus(idle);
    else this.emitStatus(idle);
  }

  private emit(kind: RowKind, row: Row, from?: readonly object[]): void {
    const change: Change = { kind, row };
    this.environment.listener.recordOut?.(this.node, change, from);
    for (const c of this.consumers) c.task.receive(c.input, change);
    this.environment.listener.done?.(this.node);
  }

  private emitWatermark(watermark: number): void {
    this.environment.listener.watermarkOut?.(this.node, watermark);
    for (const c of this.consumers) c.task.receiveWatermark(c.input, watermark);
    this.environment.listener.done?.(this.node);
  }

  private emitStatus(idle: boolean): void {
    this.environment.listener.statusOut?.(this.node, idle);
    for (const c of this.consumers) c.task.receiveStatus(c.input, idle);
    this.environment.listener.done?.(this.node);
  }

  private timers<N>(options: TimerOptions<N>, domain: 'event' | 'processing'): TimerService<N> {
    const { listener } = this.environment;
    const into = domain === 'event' ? this.eventTimers : this.processingTimers;
    const queue = new TimerQueue<N>(options.namespaceKey);
    const notice = ({ time, key, namespace }: Timer<N>): TimerNotice => ({
      service: options.name,
      domain,
      time,
      key,
      namespace: options.namespaceKey(namespace),
    });
    into.push({
      nextTime: () => queue.firstTime,
      isDue: (time) => queue.isDue(time),
      fireFirst: () => {
        const timer = queue.poll();
        if (!timer) return;
        listener.timerFired?.(this.node, notice(timer));
        options.onTimer(timer);
        listener.done?.(this.node);
      },
    });
    return {
      register: (time, key, namespace) => {
        if (queue.add(time, key, namespace)) listener.timerSet?.(this.node, notice({ time, key, namespace }));
      },
      find: (time, key) => queue.find(time, key),
      delete: (time, key, namespace) => {
        if (queue.delete(time, key, namespace)) listener.timerDeleted?.(this.node, notice({ time, key, namespace }));
      },
    };
  }

  private compile(e: RexNode, fieldCount: number): Evaluate {
    const { time } = this;
    const { clock, evalContext } = this.environment;
    return compileRuntimeExpression(e, {
      fieldCount,
      context: evalContext,
      clock: {
        get now() {
          return clock.now;
        },
        get watermark() {
          return time.watermark;
        },
      },
    });
  }

  private context(): OperatorContext {
    const { environment, time, node } = this;
    const { listener } = environment;
    const defaultTtl = stateTtl(node.rel, environment.config);
    return {
      config: environment.config,
      evalContext: environment.evalContext,
      emit: (kind, row, from) => this.emit(kind, row, from),
      emitWatermark: (watermark) => this.emitWatermark(watermark),
      emitStatus: (idle) => this.emitStatus(idle),
      caughtUp: () => this.finish(),
      get watermark() {
        return time.watermark;
      },
      get now() {
        return environment.clock.now;
      },
      get partition() {
        return environment.source.partition;
      },
      eventTimers: (options) => this.timers(options, 'event'),
      processingTimers: (options) => this.timers(options, 'processing'),
      keyedState: <T>(name: string, ttl = defaultTtl) =>
        new KeyedState<T>({ ttl, now: () => environment.clock.now, observer: listener.observeState?.(node, name, ttl) }),
      mapState: <V>(name: string) => {
        const observer = listener.observeState?.(node, name, 0);
        return observer ? new ObservedMap<V>(observer) : new Map<string, V>();
      },
      compile: (e, fieldCount) => this.compile(e, fieldCount),
      condition: (e, fieldCount) => asCondition(e && this.compile(e, fieldCount)),
      lateDropped: (row) => listener.lateDropped?.(node, row),
      watch: {
        derived: listener.derived && ((target, source) => listener.derived?.(target, source)),
        lookup: listener.lookup && ((rows) => listener.lookup?.(node, rows)),
        lookupCalled: listener.lookupCalled && ((notice) => listener.lookupCalled?.(node, notice)),
        lookupAnswered: listener.lookupAnswered && ((id, rows) => listener.lookupAnswered?.(node, id, rows)),
        lookupCached: listener.lookupCached && ((key) => listener.lookupCached?.(node, key)),
        watermarkGenerated:
          listener.watermarkGenerated && ((call, watermark, split) => listener.watermarkGenerated?.(node, call, watermark, split)),
        splitWatermark: listener.splitWatermark && ((split, watermark) => listener.splitWatermark?.(node, split, watermark)),
        splitStatus: listener.splitStatus && ((split, idle) => listener.splitStatus?.(node, split, idle)),
        readingPaused: listener.readingPaused && ((split, paused) => listener.readingPaused?.(node, split, paused)),
        windowAdd: listener.windowAdd && ((window) => listener.windowAdd?.(node, window)),
        windowFired: listener.windowFired && ((window) => listener.windowFired?.(node, window)),
        windowPurged: listener.windowPurged && ((window) => listener.windowPurged?.(node, window)),
      },
      partitionsOf: environment.partitionsOf,
      alignmentGroups: environment.alignmentGroups,
      resumed: environment.resumed,
      lookupRows: (table, at = environment.clock.now) => environment.lookups.rows(table, at),
      lookupDelay: (table, key) => environment.lookups.delay(table, environment.clock.now, key),
    };
  }
}
