import type { Decimal } from './decimal.ts';

/**
 * A value of a column while expressions are evaluated, by SQL type: BOOLEAN boolean; TINYINT, SMALLINT, INTEGER, FLOAT (rounded to 32
 * bits), DOUBLE number; BIGINT bigint; DECIMAL `Decimal` with the scale of its type; CHAR, VARCHAR string; BINARY, VARBINARY bytes; DATE
 * days since 1970-01-01 (number); TIME milliseconds of the day (number); TIMESTAMP and TIMESTAMP_LTZ nanoseconds since the epoch (bigint);
 * year-month intervals months (number), other intervals milliseconds (bigint); ARRAY a list; MAP and MULTISET `MapValue`; ROW and
 * structured types `RowValue`; anything else `OpaqueValue`.
 */
export type Value = null | boolean | number | bigint | string | Decimal | Uint8Array | readonly Value[] | MapValue | RowValue | OpaqueValue;

/** Entries in the order in which they were made; keys differ by `valueEquals`. */
export interface MapValue {
  readonly entries: readonly (readonly [Value, Value])[];
}

export interface RowValue {
  readonly row: readonly Value[];
}

/** A VARIANT, BITMAP or other value with a representation of its own. */
export interface OpaqueValue {
  readonly opaque: unknown;
  /** Values with the same key are equal; those without one never are. */
  readonly key?: string;
}

export function isDecimalValue(v: Value): v is Decimal {
  return typeof v === 'object' && v !== null && 'unscaled' in v;
}

export function isMapValue(v: Value): v is MapValue {
  return typeof v === 'object' && v !== null && 'entries' in v && !Array.isArray(v) && !(v instanceof Uint8Array);
}

export function isRowValue(v: Value): v is RowValue {
  return typeof v === 'object' && v !== null && 'row' in v;
}

export function isArrayValue(v: Value): v is readonly Value[] {
  return Array.isArray(v);
}

/** Equality of values of one type, nulls inside equal to each other. */
export function valueEquals(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === 'number' && typeof b === 'number') return Number.isNaN(a) && Number.isNaN(b);
  if (isDecimalValue(a) && isDecimalValue(b)) {
    const scale = Math.max(a.scale, b.scale);
    return a.unscaled * 10n ** BigInt(scale - a.scale) === b.unscaled * 10n ** BigInt(scale - b.scale);
  }
  if (a instanceof Uint8Array && b instanceof Uint8Array) return a.length === b.length && a.every((x, i) => x === b[i]);
  if (isArrayValue(a) && isArrayValue(b)) return listEquals(a, b);
  if (isRowValue(a) && isRowValue(b)) return listEquals(a.row, b.row);
  if (isMapValue(a) && isMapValue(b)) {
    return (
      a.entries.length === b.entries.length &&
      a.entries.every(([k, v]) => b.entries.some(([k2, v2]) => valueEquals(k, k2) && valueEquals(v, v2)))
    );
  }
  if (isOpaqueValue(a) && isOpaqueValue(b)) return a.key !== undefined && a.key === b.key;
  return false;
}

function isOpaqueValue(v: Value): v is OpaqueValue {
  return typeof v === 'object' && v !== null && 'opaque' in v;
}

function listEquals(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((x, i) => valueEquals(x, b[i] as Value));
}
