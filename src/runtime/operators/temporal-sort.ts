import type { ExecNode } from '../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import { StreamPhysicalTemporalSort } from '../../rel/physical/stream-physical-temporal-sort.ts';
import { isRowtime } from '../../types/sql-type.ts';
import { MIN_WATERMARK, millisOfTimestamp } from '../event-time.ts';
import { rowOrder } from './sort-order.ts';

/** Flink's TemporalSort: rows come in time order as the watermark passes them; late rows are dropped. */
export function temporalSort(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalTemporalSort)) throw new Error(`${node.name} is no TemporalSort`);
  const [first, ...rest] = rel.collation;
  const timeIndex = first?.index ?? 0;
  const order = rowOrder(rest);
  const type = rel.input().rowType.fields[timeIndex]?.type;
  const byTime = context.mapState<Change[]>('data-state');
  let lastTriggered = MIN_WATERMARK;
  const release = (time: number): void => {
    const list = byTime.get(String(time)) ?? [];
    byTime.delete(String(time));
    lastTriggered = time;
    if (rest.length > 0) list.sort((a, b) => order(a.row, b.row));
    for (const { kind, row } of list) context.emit(kind, row);
  };
  const options = { name: 'user-timers', namespaceKey: () => '' };
  if (type && isRowtime(type)) {
    const timers = context.eventTimers<null>({ ...options, onTimer: ({ time }) => release(time) });
    return buffered(byTime, (row) => {
      const time = millisOfTimestamp(row[timeIndex]);
      if (time <= lastTriggered) return undefined;
      timers.register(time, '', null);
      return time;
    });
  }
  if (rest.length === 0) return { onRecord: (_input, { kind, row }) => context.emit(kind, row) };
  const timers = context.processingTimers<null>({ ...options, onTimer: ({ time }) => release(time - 1) });
  return buffered(byTime, () => {
    timers.register(context.now + 1, '', null);
    return context.now;
  });
}

/** Keeps rows under the time that `place` gives; undefined drops the row. */
function buffered(byTime: Map<string, Change[]>, place: (row: Row) => number | undefined): Operator {
  return {
    onRecord(_input: number, change: Change): void {
      const time = place(change.row);
      if (time === undefined) return;
      const list = byTime.get(String(time));
      if (list) list.push(change);
      else byTime.set(String(time), [change]);
    },
  };
}
