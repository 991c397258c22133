import type { Field, SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import { isMapValue, isRowValue } from '../../types/value.ts';
import { valueHash } from './binary-row-hash.ts';
import { JavaHashMap } from './java-hash-map.ts';
import { valueKey } from './row-key.ts';

/**
 * A row as Flink's JSON format reads it: the entries of its maps stand in the order of a `java.util.HashMap` over Flink's own strings
 * (`JsonToRowDataConverters.createMapConverter`), which UNNEST and printed maps show.
 */
export function withHashOrder(row: readonly Value[], fields: readonly Field[]): Value[] {
  return row.map((v, i) => ordered(v, fields[i]?.type));
}

function ordered(v: Value, type: SqlType | undefined): Value {
  if (v === null || type === undefined || !hasMap(type)) return v;
  if (isRowValue(v)) return { row: withHashOrder(v.row, type.fields ?? []) };
  if (Array.isArray(v)) return (v as readonly Value[]).map((x) => ordered(x, type.element));
  if (!isMapValue(v)) return v;
  const keyType = type.name === 'MULTISET' ? type.element : type.key;
  if (!keyType) return v;
  const map = new JavaHashMap<Value, Value>(valueKey, (k) => valueHash(k, keyType));
  for (const [k, x] of v.entries) map.set(k, ordered(x, type.value));
  return { entries: map.entries() };
}

function hasMap(type: SqlType): boolean {
  if (type.name === 'MAP' || type.name === 'MULTISET') return true;
  return (type.element !== undefined && hasMap(type.element)) || (type.fields ?? []).some((f) => hasMap(f.type));
}
