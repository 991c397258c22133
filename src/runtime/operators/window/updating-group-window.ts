import type { Config } from '../../../catalog/config.ts';
import type { StreamPhysicalGroupWindowAggregate } from '../../../rel/physical/stream-physical-group-window-aggregate.ts';
import type { Value } from '../../../types/value.ts';
import type { Accumulators, AggregateHandler } from '../../aggregates/aggregate-handler.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row, RowKind } from '../../record.ts';
import type { SessionWindow } from './merging-windows.ts';
import type { Panes } from './panes.ts';
import type { WindowTime } from './window-time.ts';
import { parseDuration } from '../../../catalog/config.ts';
import { isAccumulate } from '../../record.ts';
import { fieldsKey, pick, rowKey } from '../../state/row-key.ts';
import { windowName } from './merging-windows.ts';
import { windowProperties } from './slicing-aggregate.ts';

export interface UpdatingWindowPlan {
  readonly rel: StreamPhysicalGroupWindowAggregate;
  readonly handler: AggregateHandler;
  readonly time: WindowTime;
  readonly isEventTime: boolean;
  readonly localTime: (row: Row) => number;
  readonly assign: (time: number) => readonly SessionWindow[];
  /** Where windows are merged from panes. */
  readonly panes: Panes | undefined;
}

/** Fires on every row (delay 0), or so often from the first row on by processing time. */
interface Firing {
  readonly delay: number;
}

interface Strategy {
  readonly early: Firing | undefined;
  readonly late: Firing | undefined;
  /** How long a window takes late rows, in milliseconds. */
  readonly lateness: number;
}

/** Flink's `WindowEmitStrategy`. */
function strategyOf(config: Config): Strategy {
  const firing = (name: string): Firing | undefined =>
    config.boolean(`table.exec.emit.${name}.enabled`) ? { delay: config.duration(`table.exec.emit.${name}.delay`) } : undefined;
  const late = firing('late-fire');
  const lateness = config.raw('table.exec.emit.allow-lateness') ?? config.get('table.exec.state.ttl') ?? '0 ms';
  return { early: firing('early-fire'), late, lateness: late ? parseDuration(lateness) : 0 };
}

interface WindowState {
  readonly key: string;
  readonly keys: readonly Value[];
  readonly window: SessionWindow;
  /** Undefined where the rows are in panes. */
  readonly accs: Accumulators | undefined;
  /** What was given out last. */
  previous: readonly Value[] | undefined;
  /** The end of the window was reached. */
  hasEnded: boolean;
  /** When the periodic trigger of the time before and after the end fires next. */
  next: { early?: number; late?: number };
}

/**
 * Legacy windows with early or late results (`table.exec.emit.*`; Flink's `AggregateWindowOperator` with `EventTimeTriggers` and
 * `ProcessingTimeTriggers`): a window gives its result several times, each one takes the one before back.
 */
export function updatingGroupWindow(plan: UpdatingWindowPlan, context: OperatorContext): Operator {
  return new UpdatingGroupWindow(plan, context);
}

class UpdatingGroupWindow implements Operator {
  private readonly plan: UpdatingWindowPlan;
  private readonly context: OperatorContext;
  private readonly strategy: Strategy;
  private readonly states: Map<string, WindowState>;
  private readonly eventTimers;
  private readonly processingTimers;

  constructor(plan: UpdatingWindowPlan, context: OperatorContext) {
    this.plan = plan;
    this.context = context;
    this.strategy = strategyOf(context.config);
    this.states = context.mapState<WindowState>(plan.panes ? 'windows' : 'window-aggs');
    const options = { name: 'window-timers', namespaceKey: windowName };
    this.eventTimers = context.eventTimers<SessionWindow>({
      ...options,
      onTimer: ({ time, key, namespace }) => this.onTimer(true, time, this.states.get(`${windowName(namespace)}|${key}`)),
    });
    this.processingTimers = context.processingTimers<SessionWindow>({
      ...options,
      onTimer: ({ time, key, namespace }) => this.onTimer(false, time, this.states.get(`${windowName(namespace)}|${key}`)),
    });
  }

  onRecord(_input: number, { kind, row }: Change): void {
    const { plan, context } = this;
    const key = fieldsKey(row, plan.rel.grouping);
    const at = plan.localTime(row);
    const windows = plan.assign(at).filter((w) => !this.isLate(w));
    const isLate = plan.panes ? this.isLate(plan.panes.lastWindow(at)) : windows.length === 0;
    if (isLate) {
      context.lateDropped(row);
      return;
    }
    const states = windows.map((w) => this.stateOf(key, w, row));
    for (const accs of plan.panes ? [plan.panes.at(key, at)] : states.map((s) => s.accs)) {
      if (!accs) continue;
      if (isAccumulate(kind)) plan.handler.accumulate(accs, row);
      else plan.handler.retract(accs, row);
      context.watch.derived?.(accs, row);
    }
    for (const s of states) context.watch.windowAdd?.({ key, ...s.window });
    for (const s of states) {
      if (this.firesOnElement(s)) this.fire(s);
      (plan.isEventTime ? this.eventTimers : this.processingTimers).register(this.cleanupTime(s.window), key, s.window);
    }
  }

  private stateOf(key: string, window: SessionWindow, row: Row): WindowState {
    const id = `${windowName(window)}|${key}`;
    const known = this.states.get(id);
    if (known) return known;
    const { handler, panes, rel } = this.plan;
    const keys = pick(row, rel.grouping);
    const made: WindowState = {
      key,
      keys,
      window,
      accs: panes ? undefined : handler.create(),
      previous: undefined,
      hasEnded: false,
      next: {},
    };
    this.states.set(id, made);
    return made;
  }

  private isLate(w: SessionWindow): boolean {
    return this.plan.isEventTime && this.cleanupTime(w) <= this.context.watermark;
  }

  private endTime(w: SessionWindow): number {
    return this.plan.time.timerTime(w.end - 1);
  }

  private cleanupTime(w: SessionWindow): number {
    return this.plan.time.timerTime(w.end - 1 + this.strategy.lateness);
  }

  private firesOnElement(s: WindowState): boolean {
    const { isEventTime } = this.plan;
    if (isEventTime && s.hasEnded) return this.elementFires(s, 'late');
    if (isEventTime && this.endTime(s.window) <= this.context.watermark) return true;
    (isEventTime ? this.eventTimers : this.processingTimers).register(this.endTime(s.window), s.key, s.window);
    return this.elementFires(s, 'early');
  }

  private elementFires(s: WindowState, phase: 'early' | 'late'): boolean {
    const firing = this.strategy[phase];
    if (!firing) return false;
    if (firing.delay === 0) return true;
    if (s.next[phase] === undefined) {
      s.next[phase] = this.context.now + firing.delay;
      this.processingTimers.register(s.next[phase], s.key, s.window);
    }
    return false;
  }

  private onTimer(isEvent: boolean, time: number, s: WindowState | undefined): void {
    if (!s) return;
    const { isEventTime } = this.plan;
    if (this.firesOnTime(isEvent, time, s)) this.fire(s);
    if (isEvent === isEventTime && time === this.cleanupTime(s.window)) this.clear(s);
  }

  private firesOnTime(isEvent: boolean, time: number, s: WindowState): boolean {
    const { isEventTime } = this.plan;
    // Only a periodic late trigger needs to know that the end was reached; firing on every late row needs nothing.
    const tellsLate = isEventTime && (this.strategy.late?.delay ?? 0) > 0;
    if (isEvent === isEventTime && time === this.endTime(s.window) && !s.hasEnded) {
      s.hasEnded = tellsLate;
      return true;
    }
    return !isEvent && this.periodFires(s, time, s.hasEnded ? 'late' : 'early');
  }

  private periodFires(s: WindowState, time: number, phase: 'early' | 'late'): boolean {
    const firing = this.strategy[phase];
    if (!firing || s.next[phase] !== time) return false;
    s.next[phase] = time + firing.delay;
    this.processingTimers.register(s.next[phase], s.key, s.window);
    return true;
  }

  private fire(s: WindowState): void {
    const { handler, rel, time, panes } = this.plan;
    const accs = s.accs ?? panes?.merged(s.key, s.window) ?? handler.create();
    const values = handler.isEmpty(accs)
      ? undefined
      : [...handler.values(accs), ...windowProperties(rel.options.properties, s.window, time)];
    const before = s.previous;
    s.previous = values;
    if (values && before && rowKey(values) === rowKey(before)) return;
    const send = (kind: RowKind, row: readonly Value[]): void => this.context.emit(kind, [...s.keys, ...row], [accs]);
    if (values) this.context.watch.windowFired?.({ key: s.key, ...s.window });
    if (before) send(values ? '-U' : '-D', before);
    if (values) send(before ? '+U' : '+I', values);
  }

  private clear(s: WindowState): void {
    this.states.delete(`${windowName(s.window)}|${s.key}`);
    this.plan.panes?.clear(s.key, s.window);
    (this.plan.isEventTime ? this.eventTimers : this.processingTimers).delete(this.endTime(s.window), s.key, s.window);
    for (const next of [s.next.early, s.next.late]) if (next !== undefined) this.processingTimers.delete(next, s.key, s.window);
    this.context.watch.windowPurged?.({ key: s.key, ...s.window });
  }
}
