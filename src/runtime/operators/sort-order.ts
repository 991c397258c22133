import type { FieldCollation } from '../../rel/traits/distribution.ts';
import type { Row } from '../record.ts';
import { compareValues } from '../eval/compare-values.ts';

/** Order of rows by an ORDER BY; without NULLS FIRST or LAST null is the smallest value. */
export function rowOrder(collation: readonly FieldCollation[]): (a: Row, b: Row) => number {
  const items = collation.map((c) => {
    const descending = c.direction.endsWith('DESCENDING');
    const nullsFirst = c.nullDirection === 'UNSPECIFIED' ? !descending : c.nullDirection === 'FIRST';
    return { index: c.index, sign: descending ? -1 : 1, nullSign: nullsFirst ? -1 : 1 };
  });
  return (a, b) => {
    for (const { index, sign, nullSign } of items) {
      const x = a[index] ?? null;
      const y = b[index] ?? null;
      if (x === null && y === null) continue;
      if (x === null) return nullSign;
      if (y === null) return -nullSign;
      const d = compareValues(x, y);
      if (d !== 0) return d * sign;
    }
    return 0;
  };
}

/** Where a row goes into a sorted list: behind all rows that are not greater. */
export function insertionPlace(list: readonly Row[], row: Row, order: (a: Row, b: Row) => number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(list[middle] as Row, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
