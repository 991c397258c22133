import type { RowType, SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { Row } from '../../runtime/record.ts';
import { isArrayValue, isMapValue, isRowValue } from '../../types/value.ts';
import { valueKey } from '../../runtime/state/row-key.ts';

/** Rows of a table without an order that means anything. They are kept in order of arrival, so that equal plans give equal lists. */
export type Bag = readonly Row[];

/** Rows that only one of two bags has, each as often as it has more of them. */
export interface BagDifference {
  readonly onlyBefore: readonly Row[];
  readonly onlyAfter: readonly Row[];
}

/** What two bags differ in; undefined if they hold the same rows. */
export function differenceOf(before: Bag, after: Bag, rowType: RowType): BagDifference | undefined {
  const key = keyOfRows(rowType);
  const counts = new Map<string, number>();
  for (const row of after) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  const onlyBefore = before.filter((row) => !takeOne(counts, key(row)));
  const onlyAfter: Row[] = [];
  for (const row of after.toReversed()) if (takeOne(counts, key(row))) onlyAfter.unshift(row);
  return onlyBefore.length + onlyAfter.length === 0 ? undefined : { onlyBefore, onlyAfter };
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const n = counts.get(key) ?? 0;
  if (n === 0) return false;
  counts.set(key, n - 1);
  return true;
}

/** Significant digits up to which approximate numbers count: sums of them depend on the order of the rows. */
const DIGITS = 10;

function keyOfRows(rowType: RowType): (row: Row) => string {
  const types = rowType.fields.map((f) => f.type);
  return (row) => row.map((v, i) => valueKey(rounded(v, types[i]))).join();
}

function rounded(v: Value, type: SqlType | undefined): Value {
  if (typeof v === 'number') {
    return (type?.name === 'DOUBLE' || type?.name === 'FLOAT') && Number.isFinite(v) ? Number(v.toPrecision(DIGITS)) + 0 : v;
  }
  if (isRowValue(v)) return { row: v.row.map((x, i) => rounded(x, type?.fields?.[i]?.type)) };
  if (isArrayValue(v)) return v.map((x) => rounded(x, type?.element));
  if (isMapValue(v))
    return { entries: v.entries.map(([k, x]) => [rounded(k, type?.key ?? type?.element), rounded(x, type?.value)] as const) };
  return v;
}

/** Rows by a key, groups in order of their first rows. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

export function nulls(count: number): readonly Value[] {
  return Array.from({ length: count }, () => null);
}
