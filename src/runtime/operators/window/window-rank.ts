import type { ExecNode } from '../../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import { StreamPhysicalWindowDeduplicate } from '../../../rel/physical/stream-physical-window-deduplicate.ts';
import { StreamPhysicalWindowRank } from '../../../rel/physical/stream-physical-window-rank.ts';
import { millisOfTimestamp } from '../../event-time.ts';
import { fieldsKey } from '../../state/row-key.ts';
import { insertionPlace, rowOrder } from '../sort-order.ts';
import { WindowBuffer } from './window-buffer.ts';
import { WindowTime } from './window-time.ts';

/** Flink's WindowRank: the best rows of each key and window, given out when the window is over. */
export function windowRank(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalWindowRank)) throw new Error(`${node.name} is no WindowRank`);
  const { partitionKey, orderKey, rankRange, outputRankNumber } = rel.rank;
  if (rankRange.kind !== 'constant') throw new Error('a window rank whose end is no constant does not pass translation');
  const order = rowOrder(orderKey);
  const { start, end } = rankRange;
  const buffer = new WindowBuffer<Row[]>({
    context,
    time: new WindowTime(rel.windowing.timeType, context.evalContext.timeZone),
    isCombining: true,
    create: () => [],
    fire: (rows) => {
      rows.slice(start - 1, end).forEach((row, i) => context.emit('+I', outputRankNumber ? [...row, BigInt(start + i)] : row, [row]));
    },
  });
  return {
    onRecord(_input: number, { row }: Change): void {
      const rows = buffer.of(fieldsKey(row, partitionKey), row, rel.windowing.columns);
      if (!rows) return;
      rows.splice(insertionPlace(rows, row, order), 0, row);
      rows.length = Math.min(rows.length, end);
    },
    beforeWatermark: (watermark) => buffer.combine(watermark),
  };
}

/** Flink's WindowDeduplicate: the first or last row by rowtime of each key and window. */
export function windowDeduplicate(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalWindowDeduplicate)) throw new Error(`${node.name} is no WindowDeduplicate`);
  const { partitionKeys, orderKey, keepLastRow, windowing } = rel.options;
  const time = (row: Row): number => millisOfTimestamp(row[orderKey]);
  const buffer = new WindowBuffer<{ row: Row | undefined }>({
    context,
    time: new WindowTime(windowing.timeType, context.evalContext.timeZone),
    isCombining: true,
    create: () => ({ row: undefined }),
    fire: ({ row }) => {
      if (row) context.emit('+I', row);
    },
  });
  return {
    onRecord(_input: number, { row }: Change): void {
      const kept = buffer.of(fieldsKey(row, partitionKeys), row, windowing.columns);
      if (!kept) return;
      if (!kept.row || (keepLastRow ? time(row) >= time(kept.row) : time(row) < time(kept.row))) kept.row = row;
    },
    beforeWatermark: (watermark) => buffer.combine(watermark),
  };
}
