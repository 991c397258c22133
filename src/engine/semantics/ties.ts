import type { Row } from '../../runtime/record.ts';
import type { Bag } from './bag.ts';
import { rowKey } from '../../runtime/state/row-key.ts';

type Order = (a: Row, b: Row) => number;

/** True if the rows before and after a cut are peers, and peers of theirs differ: which of them is before the cut is open. */
export function isTie(sorted: Bag, cut: number, order: Order): boolean {
  const before = sorted[cut - 1];
  const after = sorted[cut];
  if (!before || !after || order(before, after) !== 0) return false;
  const peers = sorted.filter((row) => order(row, before) === 0);
  return new Set(peers.map(rowKey)).size > 1;
}

/** True if two neighbours are peers that differ. */
export function hasTies(sorted: Bag, order: Order): boolean {
  return sorted.some((row, i) => {
    const next = sorted[i + 1];
    return next !== undefined && order(row, next) === 0 && rowKey(row) !== rowKey(next);
  });
}
