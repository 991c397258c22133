import type { Rank } from '../../rel/core/rank.ts';
import type { Row } from '../../runtime/record.ts';
import type { StreamPhysicalWindowDeduplicate } from '../../rel/physical/stream-physical-window-deduplicate.ts';
import type { WindowColumns } from '../../rel/physical/windowing.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { StreamPhysicalWindowRank } from '../../rel/physical/stream-physical-window-rank.ts';
import { isProctime } from '../../types/sql-type.ts';
import { rowOrder } from '../../runtime/operators/sort-order.ts';
import { groupsOf } from './aggregates.ts';
import { NotRunnable } from './not-runnable.ts';
import { isTie } from './ties.ts';

/** The rows of each partition whose number is in the range. */
export function rank(node: Rank, e: PlanEvaluator, scope: Scope): Bag {
  const { partitionKey, orderKey, rankType, rankRange, outputRankNumber } = node.rank;
  const { fields } = node.input().rowType;
  if (rankType !== 'ROW_NUMBER') throw new NotRunnable(`Flink has no streaming operator that ranks by ${rankType}.`);
  if (orderKey.some((k) => isProctime(fields[k.index]?.type ?? node.rowType))) throw new NotRunnable('Rows are ranked by processing time.');
  const keys = node instanceof StreamPhysicalWindowRank ? [...partitionKey, ...windowKeys(node.windowing.columns)] : partitionKey;
  const order = rowOrder(orderKey);
  const start = rankRange.kind === 'variable' ? 1 : rankRange.start;
  return partitions(e.rows(node.input(), scope), keys).flatMap((group) => {
    const sorted = group.toSorted(order);
    const end =
      rankRange.kind === 'constant' ? rankRange.end : rankRange.kind === 'noEnd' ? Infinity : Number(sorted[0]?.[rankRange.endIndex] ?? 0);
    noteTies(sorted, { start, end, order, withRank: outputRankNumber }, e);
    return sorted.slice(start - 1, end).map((row, i) => (outputRankNumber ? [...row, BigInt(start + i)] : row));
  });
}

function partitions(rows: Bag, keys: readonly number[]): readonly Bag[] {
  return groupsOf(rows, keys).filter((group) => group.length > 0);
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly order: (a: Row, b: Row) => number;
  readonly withRank: boolean;
}

/** Rows that the order takes for equal have no place of their own: it shows where the place is shown, or where the range begins or ends. */
function noteTies(sorted: Bag, { start, end, order, withRank }: Cut, e: PlanEvaluator): void {
  const places = withRank ? sorted.map((_, i) => i) : [start - 1, end];
  if (places.some((place) => place < sorted.length && isTie(sorted, place, order))) {
    e.chooses('ROW_NUMBER counts rows that its ORDER BY takes for equal');
  }
}

function windowKeys(columns: WindowColumns): readonly number[] {
  if (columns.by !== 'window') throw new NotRunnable('The rows do not carry their windows.');
  return columns.startIndex === undefined ? [columns.endIndex] : [columns.startIndex, columns.endIndex];
}

/** The first or last row of each key and window. */
export function windowDeduplicate(node: StreamPhysicalWindowDeduplicate, e: PlanEvaluator, scope: Scope): Bag {
  const { partitionKeys, orderKey, keepLastRow, windowing } = node.options;
  if (!windowing.isRowtime) throw new NotRunnable('Rows are ranked by processing time.');
  const order = rowOrder([{ index: orderKey, direction: keepLastRow ? 'DESCENDING' : 'ASCENDING', nullDirection: 'UNSPECIFIED' }]);
  return partitions(e.rows(node.input(), scope), [...partitionKeys, ...windowKeys(windowing.columns)]).flatMap((group) => {
    const sorted = group.toSorted(order);
    noteTies(sorted, { start: 1, end: 1, order, withRank: false }, e);
    return sorted.slice(0, 1);
  });
}
