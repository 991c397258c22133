import type { Config } from '../catalog/config.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { ExecNode } from '../exec/exec-node.ts';
import type { EvalContext, Evaluate } from './eval/contract.ts';
import type { RuntimeListener } from './listener.ts';
import type { Operator, OperatorContext, OperatorFactory, TimerOptions } from './operator.ts';
import type { Change, Row, RowKind } from './record.ts';
import type { TimerService } from './timers.ts';
import { MIN_WATERMARK } from './event-time.ts';
import { asCondition, compileRuntimeExpression } from './runtime-expression.ts';
import { KeyedState } from './state/keyed-state.ts';
import { TimerQueue } from './timers.ts';
import { WatermarkValve } from './watermark-valve.ts';

/** What all tasks of a replay share. */
export interface TaskEnvironment {
  readonly config: Config;
  readonly evalContext: EvalContext;
  readonly clock: { now: number };
  readonly listener: RuntimeListener;
  readonly lookupRows: (table: readonly string[]) => readonly Row[];
}

interface Consumer {
  readonly task: Task;
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
export class Task {
  readonly node: ExecNode;
  readonly operator: Operator;
  private readonly environment: TaskEnvironment;
  private readonly valve: WatermarkValve;
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
    this.valve = new WatermarkValve(inputCount);
    this.openInputs = new Set(Array.from({ length: inputCount }, (_, i) => i));
    this.operator = factory(node, this.context());
  }

  addConsumer(consumer: Consumer): void {
    this.consumers.push(consumer);
  }

  receive(input: number, change: Change): void {
    this.environment.listener.recordIn?.(this.node, input, change);
    this.operator.onRecord(input, change);
  }

  receiveWatermark(input: number, watermark: number): void {
    this.environment.listener.watermarkIn?.(this.node, input, watermark);
    this.operator.onInputWatermark?.(input, watermark);
    this.advance(this.valve.onWatermark(input, watermark));
  }

  receiveStatus(input: number, idle: boolean): void {
    this.advance(this.valve.onStatus(input, idle));
  }

  receiveEnd(input: number): void {
    if (!this.openInputs.delete(input)) return;
    this.operator.endInput?.(input);
    if (this.openInputs.size > 0) return;
    this.finished = true;
    this.operator.finish?.();
    for (const c of this.consumers) c.task.receiveEnd(c.input);
  }

  get hasEnded(): boolean {
    return this.finished;
  }

  /** Time of the earliest processing-time timer; Infinity if there is none. */
  get nextProcessingTime(): number {
    return this.finished ? Infinity : Math.min(Infinity, ...this.processingTimers.map((t) => t.nextTime()));
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

  private emit(kind: RowKind, row: Row): void {
    const change: Change = { kind, row };
    this.environment.listener.recordOut?.(this.node, change);
    for (const c of this.consumers) c.task.receive(c.input, change);
  }

  private emitWatermark(watermark: number): void {
    this.environment.listener.watermarkOut?.(this.node, watermark);
    for (const c of this.consumers) c.task.receiveWatermark(c.input, watermark);
  }

  private emitStatus(idle: boolean): void {
    this.environment.listener.statusOut?.(this.node, idle);
    for (const c of this.consumers) c.task.receiveStatus(c.input, idle);
  }

  private timers<N>(options: TimerOptions<N>, into: AnyTimers[]): TimerService<N> {
    const queue = new TimerQueue<N>(options.namespaceKey);
    into.push({
      nextTime: () => queue.peek()?.time ?? Infinity,
      isDue: (time) => {
        const first = queue.peek();
        return first !== undefined && first.time <= time;
      },
      fireFirst: () => {
        const timer = queue.poll();
        if (!timer) return;
        this.environment.listener.timerFired?.(this.node, { service: options.name, key: timer.key, time: timer.time });
        options.onTimer(timer);
      },
    });
    return {
      register: (time, key, namespace) => queue.add({ time, key, namespace }),
      delete: (time, key, namespace) => queue.delete({ time, key, namespace }),
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
    const { environment, time } = this;
    const defaultTtl = environment.config.duration('table.exec.state.ttl');
    return {
      config: environment.config,
      evalContext: environment.evalContext,
      emit: (kind, row) => this.emit(kind, row),
      emitWatermark: (watermark) => this.emitWatermark(watermark),
      emitStatus: (idle) => this.emitStatus(idle),
      get watermark() {
        return time.watermark;
      },
      get now() {
        return environment.clock.now;
      },
      eventTimers: (options) => this.timers(options, this.eventTimers),
      processingTimers: (options) => this.timers(options, this.processingTimers),
      keyedState: <T>(_name: string, ttl = defaultTtl) => new KeyedState<T>({ ttl, now: () => environment.clock.now }),
      compile: (e, fieldCount) => this.compile(e, fieldCount),
      condition: (e, fieldCount) => asCondition(e && this.compile(e, fieldCount)),
      lateDropped: (row) => environment.listener.lateDropped?.(this.node, row),
      lookupRows: environment.lookupRows,
    };
  }
}
