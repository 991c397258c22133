import type { ExecNode } from '../../../exec/exec-node.ts';
import type { GroupWindow } from '../../../rel/core/window-aggregate.ts';
import type { Value } from '../../../types/value.ts';
import type { Accumulators } from '../../aggregates/aggregate-handler.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import type { SessionWindow } from './merging-windows.ts';
import { groupAggregateInfos } from '../../../rel/physical/retraction.ts';
import { StreamPhysicalGroupWindowAggregate } from '../../../rel/physical/stream-physical-group-window-aggregate.ts';
import { isRowtime } from '../../../types/sql-type.ts';
import { AggregateHandler } from '../../aggregates/aggregate-handler.ts';
import { millisOfTimestamp } from '../../event-time.ts';
import { isAccumulate } from '../../record.ts';
import { fieldsKey, pick } from '../../state/row-key.ts';
import { MergingWindows, windowName } from './merging-windows.ts';
import { Panes } from './panes.ts';
import { windowProperties } from './slicing-aggregate.ts';
import { updatingGroupWindow } from './updating-group-window.ts';
import { windowsOf } from './window-table-function.ts';
import { WindowTime } from './window-time.ts';

/**
 * Legacy group windows (`TUMBLE(…)` in GROUP BY): every row goes into its windows, those of HOP into its pane, at once and registers the
 * timers of its windows; a row all of whose windows are over is dropped. Windows give one result, when they end.
 */
export function groupWindowAggregate(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalGroupWindowAggregate)) throw new Error(`${node.name} is no GroupWindowAggregate`);
  const { grouping, aggCalls, window: groupWindow, options } = rel;
  const { timeField } = groupWindow;
  const isEventTime = isRowtime(timeField.type);
  const time = new WindowTime(timeField.type, context.evalContext.timeZone);
  const handler = new AggregateHandler(groupAggregateInfos(rel, grouping.length, aggCalls), rel.input().rowType);
  const assign = windowAssigner(groupWindow);
  const localTime = (row: Row): number => time.toLocal(isEventTime ? millisOfTimestamp(row[timeField.index]) : context.now);
  const panes = groupWindow.kind === 'sliding' ? new Panes(groupWindow, handler, context) : undefined;
  if (rel.emit.produceUpdates) return updatingGroupWindow({ rel, handler, time, isEventTime, localTime, assign, panes }, context);
  const sessions = groupWindow.kind === 'session' ? new Map<string, MergingWindows>() : undefined;
  const states = context.mapState<Accumulators>('window-aggs');
  const { watch } = context;
  const keys = new Map<string, readonly Value[]>();

  const idOf = (key: string, w: SessionWindow): string => `${sessions?.get(key)?.stateOf(w) ?? windowName(w)}|${key}`;
  const timerOptions = {
    name: 'window-timers',
    namespaceKey: windowName,
    onTimer: ({ key, namespace }: { readonly key: string; readonly namespace: SessionWindow }): void => {
      const id = idOf(key, namespace);
      const accs = panes ? panes.merged(key, namespace) : states.get(id);
      if (panes) panes.clear(key, namespace);
      else states.delete(id);
      sessions?.get(key)?.retire(namespace);
      if (accs && !handler.isEmpty(accs)) {
        watch.windowFired?.({ key, ...namespace });
        const row = [...(keys.get(key) ?? []), ...handler.values(accs), ...windowProperties(options.properties, namespace, time)];
        context.emit('+I', row, [accs]);
      }
      watch.windowPurged?.({ key, ...namespace });
    },
  };
  const timers = isEventTime ? context.eventTimers(timerOptions) : context.processingTimers(timerOptions);

  /** The window as it is after merging with those that it touches. */
  const merged = (key: string, w: SessionWindow): SessionWindow => {
    if (!sessions) return w;
    const set = sessions.get(key) ?? new MergingWindows();
    sessions.set(key, set);
    const { window, merged: old } = set.add(w);
    const [first, ...rest] = old;
    if (first) timers.register(time.timerTime(window.end - 1), key, window);
    for (const m of old) {
      timers.delete(time.timerTime(m.window.end - 1), key, m.window);
      watch.windowPurged?.({ key, ...m.window });
    }
    for (const m of rest) {
      const into = states.get(`${first?.state ?? ''}|${key}`);
      const from = states.get(`${m.state}|${key}`);
      if (into && from) {
        handler.merge(into, from);
        watch.derived?.(into, from);
      }
      states.delete(`${m.state}|${key}`);
    }
    return window;
  };

  const take = (accs: Accumulators, { kind, row }: Change): void => {
    if (isAccumulate(kind)) handler.accumulate(accs, row);
    else handler.retract(accs, row);
    watch.derived?.(accs, row);
  };

  return {
    onRecord(_input: number, change: Change): void {
      const { row } = change;
      const key = fieldsKey(row, grouping);
      if (!keys.has(key)) keys.set(key, pick(row, grouping));
      const progress = isEventTime ? context.watermark : context.now;
      const at = localTime(row);
      let late = true;
      if (panes && !(isEventTime && time.isFired(panes.lastWindow(at).end, progress))) {
        late = false;
        take(panes.at(key, at), change);
      }
      for (const assigned of assign(at)) {
        const w = merged(key, assigned);
        if (time.isFired(w.end, progress)) {
          sessions?.get(key)?.retire(w);
          continue;
        }
        late = false;
        if (!panes) {
          const id = idOf(key, w);
          const accs = states.get(id) ?? handler.create();
          states.set(id, accs);
          take(accs, change);
        }
        watch.windowAdd?.({ key, ...w });
        timers.register(time.timerTime(w.end - 1), key, w);
      }
      if (late) context.lateDropped(row);
    },
  };
}

function windowAssigner(w: GroupWindow): (time: number) => readonly SessionWindow[] {
  switch (w.kind) {
    case 'tumbling':
      return (time) => windowsOf({ kind: 'TUMBLE', size: w.size }, time);
    case 'sliding':
      return (time) => windowsOf({ kind: 'HOP', size: w.size, slide: w.slide }, time);
    default:
      return (time) => [{ start: time, end: time + w.gap }];
  }
}
