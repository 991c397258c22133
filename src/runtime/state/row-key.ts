import type { Value } from '../../types/value.ts';
import { numberOf } from '../../types/int64.ts';
import { isArrayValue, isDecimalValue, isMapValue, isRowValue } from '../../types/value.ts';

/** A text that is equal for equal values of one type and differs for others; nulls are equal to each other. */
export function valueKey(v: Value | undefined): string {
  if (v === null || v === undefined) return 'n';
  switch (typeof v) {
    case 'string':
      return `s${v.length}:${v}`;
    case 'number':
      return Object.is(v, -0) ? '-0' : String(v);
    case 'bigint':
      return `${v}`;
    case 'boolean':
      return v ? 't' : 'f';
    default:
  }
  if (isDecimalValue(v)) return `${v.unscaled}e${v.scale}`;
  if (v instanceof Uint8Array) return `b${[...v].map((b) => b.toString(16).padStart(2, '0')).join('')}`;
  if (isArrayValue(v)) return `[${v.map(valueKey).join()}]`;
  if (isRowValue(v)) return `(${v.row.map(valueKey).join()})`;
  if (isMapValue(v)) {
    return `{${v.entries
      .map(([k, x]) => `${valueKey(k)}=${valueKey(x)}`)
      .sort()
      .join()}}`;
  }
  return `o${String(v.opaque)}`;
}

/** The key of a whole row. */
export function rowKey(row: readonly Value[]): string {
  return row.map(valueKey).join();
}

/** The key of some fields of a row. */
export function fieldsKey(row: readonly Value[], fields: readonly number[]): string {
  return fields.map((i) => valueKey(row[i])).join();
}

/** Keys that a selector keeps; beyond that it begins anew. */
const MOST_KEYS = 1 << 17;

/**
 * `fieldsKey` over fixed fields. Equal keys come again and again, so the texts of numbers and strings are kept: they cost a look-up, and
 * maps find a text that they have seen before faster than a new one.
 */
export function keySelector(fields: readonly number[]): (row: readonly Value[]) => string {
  const numbers = new Map<number, string>();
  const texts = new Map<string, string>();
  const known = <K>(keys: Map<K, string>, k: K, v: Value): string => {
    const key = keys.get(k);
    if (key !== undefined) return key;
    if (keys.size >= MOST_KEYS) keys.clear();
    const made = valueKey(v);
    keys.set(k, made);
    return made;
  };
  const keyOf = (v: Value | undefined): string => {
    if (typeof v === 'bigint') return v >= 0n && v < SMALL_LIMIT ? known(numbers, numberOf(v), v) : valueKey(v);
    if (typeof v === 'string') return v.length <= 64 ? known(texts, v, v) : valueKey(v);
    return valueKey(v);
  };
  const [first, second] = fields;
  if (first === undefined) return () => '';
  if (second === undefined) return (row) => keyOf(row[first]);
  if (fields.length === 2) return (row) => `${keyOf(row[first])},${keyOf(row[second])}`;
  return (row) => {
    let key = keyOf(row[first]);
    for (let i = 1; i < fields.length; i++) key += `,${keyOf(row[fields[i] as number])}`;
    return key;
  };
}

const SMALL_LIMIT = 2n ** 31n;

export function pick(row: readonly Value[], fields: readonly number[]): Value[] {
  return fields.map((i) => row[i] ?? null);
}

/** What a key says, for people: values one after the other, texts as they are. */
export function rowKeyText(key: string): string {
  const parts: string[] = [];
  for (let i = 0; i < key.length;) {
    const text = /^s(\d+):/.exec(key.slice(i, i + 14));
    const start = text ? i + text[0].length : i;
    const comma = key.indexOf(',', start);
    const end = text ? start + Number(text[1]) : comma < 0 ? key.length : comma;
    const part = key.slice(start, end);
    parts.push(text || part !== 'n' ? part : 'null');
    i = end + 1;
  }
  return parts.join(', ');
}
