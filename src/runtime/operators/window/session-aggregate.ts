import type { Value } from '../../../types/value.ts';
import type { Accumulators } from '../../aggregates/aggregate-handler.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change } from '../../record.ts';
import type { TimerService } from '../../timers.ts';
import type { MergeResult, SessionWindow } from './merging-windows.ts';
import type { WindowAggregatePlan } from './slicing-aggregate.ts';
import { AggregateHandler } from '../../aggregates/aggregate-handler.ts';
import { millisOfTimestamp } from '../../event-time.ts';
import { isAccumulate } from '../../record.ts';
import { fieldsKey, pick } from '../../state/row-key.ts';
import { MergingWindows, windowName } from './merging-windows.ts';
import { windowProperties } from './slicing-aggregate.ts';
import { WindowTime } from './window-time.ts';

/**
 * Session windows of a window function (`WindowAggOperator` without slices): a row opens `[ts, ts + gap)`, windows that touch merge. A row is
 * late only if the window after merging is over. Windows that a window function attached to its rows are taken as they are
 * (`WindowedUnsliceAssigner`).
 */
export class SessionAggregate implements Operator {
  private readonly plan: WindowAggregatePlan;
  private readonly context: OperatorContext;
  private readonly handler: AggregateHandler;
  private readonly time: WindowTime;
  private readonly timers: TimerService<SessionWindow>;
  private readonly windows = new Map<string, MergingWindows>();
  private readonly states: Map<string, Accumulators>;
  private readonly keys = new Map<string, readonly Value[]>();
  private readonly gap: number;
  private readonly isAttached: boolean;

  constructor(plan: WindowAggregatePlan, context: OperatorContext) {
    const { spec, timeType, isRowtime } = plan.windowing;
    if (spec.kind !== 'SESSION') throw new Error('not a session window');
    this.plan = plan;
    this.context = context;
    this.gap = spec.gap;
    this.isAttached = plan.windowing.columns.by === 'window';
    this.states = context.mapState('window-aggs');
    this.handler = new AggregateHandler(plan.aggInfos, plan.aggInput);
    this.time = new WindowTime(timeType, context.evalContext.timeZone);
    const options = {
      name: 'window-timers',
      namespaceKey: windowName,
      onTimer: (t: { readonly key: string; readonly namespace: SessionWindow }) => this.fire(t.key, t.namespace),
    };
    this.timers = isRowtime ? context.eventTimers(options) : context.processingTimers(options);
  }

  onRecord(_input: number, { kind, row }: Change): void {
    const { grouping, windowing } = this.plan;
    const key = fieldsKey(row, grouping);
    const own = this.windowOf(row);
    if (own === undefined) return;
    if (!this.keys.has(key)) this.keys.set(key, pick(row, grouping));
    const windows = this.windows.get(key) ?? new MergingWindows();
    this.windows.set(key, windows);
    const { window, merged } = this.isAttached ? windows.put(own) : windows.add(own);
    this.takeOver(key, window, merged);
    const progress = windowing.isRowtime ? this.context.watermark : this.context.now;
    if (this.time.isFired(window.end, progress)) {
      windows.retire(window);
      if (windowing.isRowtime) this.context.lateDropped(row);
      return;
    }
    const id = `${windows.stateOf(window) ?? ''}|${key}`;
    const accs = this.states.get(id) ?? this.handler.create();
    this.states.set(id, accs);
    if (isAccumulate(kind)) this.handler.accumulate(accs, row);
    else this.handler.retract(accs, row);
    this.context.watch.derived?.(accs, row);
    this.context.watch.windowAdd?.({ key, ...window });
    this.timers.register(this.time.timerTime(window.end - 1), key, window);
  }

  /** The window of a row before merging; rows of a window function bring theirs along. */
  private windowOf(row: Change['row']): SessionWindow | undefined {
    const { columns, isRowtime } = this.plan.windowing;
    if (columns.by === 'window' && columns.startIndex !== undefined)
      return { start: millisOfTimestamp(row[columns.startIndex]), end: millisOfTimestamp(row[columns.endIndex]) };
    const v = columns.by === 'time' ? (row[columns.timeIndex] ?? null) : null;
    if (isRowtime && v === null) return undefined;
    const start = this.time.toLocal(isRowtime ? millisOfTimestamp(v) : this.context.now);
    return { start, end: start + this.gap };
  }

  /** Accumulators of the windows that were merged go into the first; their timers are deleted once the new one is there. */
  private takeOver(key: string, window: SessionWindow, merged: MergeResult['merged']): void {
    const [first, ...rest] = merged;
    if (!first) return;
    this.timers.register(this.time.timerTime(window.end - 1), key, window);
    for (const m of merged) {
      this.timers.delete(this.time.timerTime(m.window.end - 1), key, m.window);
      this.context.watch.windowPurged?.({ key, ...m.window });
    }
    for (const m of rest) {
      const other = this.states.get(`${m.state}|${key}`);
      const into = this.states.get(`${first.state}|${key}`);
      if (other && into) {
        this.handler.merge(into, other);
        this.context.watch.derived?.(into, other);
      }
      this.states.delete(`${m.state}|${key}`);
    }
  }

  private fire(key: string, window: SessionWindow): void {
    const windows = this.windows.get(key);
    const id = `${windows?.stateOf(window) ?? ''}|${key}`;
    const accs = this.states.get(id) ?? this.handler.create();
    if (!this.handler.isEmpty(accs)) {
      this.context.watch.windowFired?.({ key, ...window });
      const row = [
        ...(this.keys.get(key) ?? []),
        ...this.handler.values(accs),
        ...windowProperties(this.plan.properties, window, this.time),
      ];
      this.context.emit('+I', row, [accs]);
    }
    this.context.watch.windowPurged?.({ key, ...window });
    this.states.delete(id);
    windows?.retire(window);
    if (windows?.isEmpty) this.windows.delete(key);
  }
}
