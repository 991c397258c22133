import type { AggregateInfoList } from '../../../rel/physical/aggregate-info.ts';
import type { NamedWindowProperty } from '../../../rel/physical/window-property.ts';
import type { Windowing } from '../../../rel/physical/windowing.ts';
import type { RowType } from '../../../types/sql-type.ts';
import type { Value } from '../../../types/value.ts';
import type { Accumulators } from '../../aggregates/aggregate-handler.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import type { TimerService } from '../../timers.ts';
import type { SliceAssigner } from './slice-assigner.ts';
import { AggregateHandler } from '../../aggregates/aggregate-handler.ts';
import { MIN_WATERMARK, millisOfTimestamp, timestampOfMillis } from '../../event-time.ts';
import { isAccumulate } from '../../record.ts';
import { keySelector, pick } from '../../state/row-key.ts';
import { SliceBuffer, SlicedState } from '../../state/sliced-state.ts';
import { assignerOf } from './slice-assigner.ts';
import { WindowTime } from './window-time.ts';

export interface WindowAggregatePlan {
  readonly windowing: Windowing;
  readonly grouping: readonly number[];
  readonly properties: readonly NamedWindowProperty[];
  readonly aggInfos: AggregateInfoList;
  /** Rows that the calls' arguments refer to. */
  readonly aggInput: RowType;
  /** Rows come from the local phase: keys, accumulators, end of the slice. */
  readonly isGlobal: boolean;
}

/** Values of window columns, in the order asked for. */
export function windowProperties(
  properties: readonly NamedWindowProperty[],
  window: { readonly start: number; readonly end: number },
  time: WindowTime,
): Value[] {
  return properties.map((p) => {
    switch (p.kind) {
      case 'start':
        return timestampOfMillis(window.start);
      case 'end':
        return timestampOfMillis(window.end);
      case 'rowtime':
        return timestampOfMillis(time.toEpoch(window.end) - 1);
      default:
        return null;
    }
  });
}

/** The end of a row's slice in local milliseconds; undefined if the row has no time. */
export function sliceEndOf(
  windowing: Windowing,
  assigner: SliceAssigner,
  o: { readonly time: WindowTime; readonly context: OperatorContext },
): (row: Row) => number | undefined {
  const { columns, isRowtime } = windowing;
  if (columns.by === 'window') return (row) => (row[columns.endIndex] === null ? undefined : millisOfTimestamp(row[columns.endIndex]));
  if (columns.by === 'slice') return (row) => Number(row.at(-1));
  if (!isRowtime) return () => assigner.sliceEnd(o.time.toLocal(o.context.now));
  return (row) => {
    const v = row[columns.timeIndex] ?? null;
    return v === null ? undefined : assigner.sliceEnd(o.time.toLocal(millisOfTimestamp(v)));
  };
}

interface Buffered {
  readonly key: string;
  readonly slice: number;
  readonly changes: Change[];
}

/**
 * Flink's slicing window aggregate (`WindowAggOperator` with slices), in one phase or as the global one of two. Rows wait in a buffer until
 * the watermark passes the first slice in it; then each (key, slice), in order of first appearance, is combined into its state and gets a
 * timer. Timers fire windows, in the order of the timer heap.
 */
export class SlicingAggregate implements Operator {
  private readonly plan: WindowAggregatePlan;
  private readonly context: OperatorContext;
  private readonly handler: AggregateHandler;
  private readonly assigner: SliceAssigner;
  private readonly time: WindowTime;
  private readonly sliceEnd: (row: Row) => number | undefined;
  private readonly timers: TimerService<number>;
  private readonly slices: SlicedState<Accumulators>;
  private readonly keys = new Map<string, readonly Value[]>();
  private readonly buffer: SliceBuffer<Buffered>;
  private readonly isEventTime: boolean;
  private readonly keyFields: readonly number[];
  private readonly keyOf: (row: Row) => string;
  private minSlice = Infinity;
  private progress = MIN_WATERMARK;
  private nextTrigger = MIN_WATERMARK;

  constructor(plan: WindowAggregatePlan, context: OperatorContext) {
    this.plan = plan;
    this.context = context;
    this.slices = new SlicedState(context.mapState('window-aggs'));
    this.buffer = new SliceBuffer(context.mapState('window-buffer'));
    this.handler = new AggregateHandler(plan.aggInfos, plan.aggInput);
    this.assigner = assignerOf(plan.windowing);
    this.time = new WindowTime(plan.windowing.timeType, context.evalContext.timeZone);
    this.sliceEnd = plan.isGlobal ? (row) => Number(row.at(-1)) : sliceEndOf(plan.windowing, this.assigner, { time: this.time, context });
    this.isEventTime = plan.windowing.isRowtime;
    this.keyFields = plan.isGlobal ? plan.grouping.map((_, i) => i) : plan.grouping;
    this.keyOf = keySelector(this.keyFields);
    const options = {
      name: 'window-timers',
      namespaceKey: String,
      onTimer: (t: { readonly time: number; readonly key: string; readonly namespace: number }) => this.onTimer(t.time, t.key, t.namespace),
    };
    this.timers = this.isEventTime ? context.eventTimers(options) : context.processingTimers(options);
  }

  onRecord(_input: number, change: Change): void {
    const { row } = change;
    const slice = this.sliceEnd(row);
    // A row without a time belongs to no window.
    if (slice === undefined) return;
    const key = this.keyOf(row);
    if (!this.keys.has(key)) this.keys.set(key, pick(row, this.keyFields));
    if (!this.isEventTime) this.timers.register(this.time.timerTime(slice - 1), key, slice);
    if (!this.isEventTime || !this.time.isFired(slice, this.progress)) {
      this.add(key, slice, change);
      return;
    }
    if (this.time.isFired(this.assigner.lastWindowEnd(slice), this.progress)) {
      this.context.lateDropped(row);
      return;
    }
    this.add(key, this.assigner.merge(slice).target ?? slice, change);
    let window = slice;
    while (this.time.isFired(window, this.progress)) window += this.assigner.interval;
    this.register(key, window);
  }

  beforeWatermark(watermark: number): void {
    if (this.isEventTime) this.advance(watermark);
  }

  private add(key: string, slice: number, change: Change): void {
    this.watchWindows('windowAdd', key, slice);
    const known = this.buffer.get(slice, key);
    if (known) known.changes.push(change);
    else this.buffer.add(slice, key, { key, slice, changes: [change] });
    this.minSlice = Math.min(this.minSlice, slice);
  }

  private register(key: string, windowEnd: number): void {
    this.timers.register(this.time.timerTime(windowEnd - 1), key, windowEnd);
  }

  private advance(progress: number): void {
    if (progress <= this.progress) return;
    this.progress = progress;
    if (progress < this.nextTrigger) return;
    if (this.time.isFired(this.minSlice, progress)) this.flush();
    this.nextTrigger = this.time.nextTrigger(progress, this.assigner.interval, this.assigner.offset);
  }

  /** Combines the buffer. Timers are compared with the watermark before this one, so all of its windows get one. */
  private flush(): void {
    this.minSlice = Infinity;
    for (const { key, slice, changes } of this.buffer.takeAll()) {
      const accs = this.stateOf(key, slice);
      for (const { kind, row } of changes) {
        if (this.plan.isGlobal) this.handler.merge(accs, localAccumulators(row));
        else if (isAccumulate(kind)) this.handler.accumulate(accs, row);
        else this.handler.retract(accs, row);
        this.context.watch.derived?.(accs, row);
      }
      if (this.isEventTime && !this.time.isFired(slice, this.context.watermark)) this.register(key, slice);
    }
  }

  private stateOf(key: string, slice: number): Accumulators {
    const known = this.slices.get(slice, key);
    if (known) return known;
    const made = this.handler.create();
    this.slices.set(slice, key, made);
    return made;
  }

  private onTimer(time: number, key: string, windowEnd: number): void {
    if (!this.isEventTime) this.advance(time);
    const accs = this.windowAccumulators(key, windowEnd);
    const isEmpty = this.handler.isEmpty(accs);
    if (!isEmpty) {
      this.watchWindow('windowFired', key, windowEnd);
      this.emit(key, windowEnd, accs);
    }
    this.watchWindow('windowPurged', key, windowEnd);
    const next = this.assigner.next(windowEnd, isEmpty);
    if (next !== undefined) this.register(key, next);
    for (const slice of this.assigner.expired(windowEnd)) this.slices.delete(slice, key);
  }

  private windowAccumulators(key: string, windowEnd: number): Accumulators {
    const { target, slices } = this.assigner.merge(windowEnd);
    const accs = target === undefined ? this.handler.create() : this.stateOf(key, target);
    for (const slice of slices) {
      const other = this.slices.get(slice, key);
      if (!other) continue;
      this.handler.merge(accs, other);
      this.context.watch.derived?.(accs, other);
    }
    return accs;
  }

  private emit(key: string, end: number, accs: Accumulators): void {
    const window = { start: this.assigner.windowStart(end), end };
    const row = [...(this.keys.get(key) ?? []), ...this.handler.values(accs), ...windowProperties(this.plan.properties, window, this.time)];
    this.context.emit('+I', row, [accs]);
  }

  private watchWindow(event: 'windowAdd' | 'windowFired' | 'windowPurged', key: string, end: number): void {
    this.context.watch[event]?.({ key, start: this.assigner.windowStart(end), end });
  }

  /** All windows that a slice belongs to. */
  private watchWindows(event: 'windowAdd', key: string, slice: number): void {
    if (!this.context.watch[event]) return;
    const last = this.assigner.lastWindowEnd(slice);
    for (let end = slice; end <= last; end += this.assigner.interval) this.watchWindow(event, key, end);
  }
}

/** A row of the local phase: keys, then the accumulators as one value, then the end of the slice. */
export function localRow(keys: readonly Value[], accs: Accumulators, sliceEnd: number): Row {
  return [...keys, { opaque: accs }, BigInt(sliceEnd)];
}

function localAccumulators(row: Row): Accumulators {
  const v = row.at(-2);
  if (typeof v === 'object' && v !== null && 'opaque' in v) return v.opaque as Accumulators;
  throw new Error('a row of the local phase has accumulators');
}
