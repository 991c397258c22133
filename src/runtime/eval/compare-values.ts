import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import { compareDecimal } from '../../types/decimal.ts';
import { isApproximateNumeric, isNumeric } from '../../types/sql-type.ts';
import { isDecimalValue } from '../../types/value.ts';
import { asDecimal, asDouble } from './numbers.ts';

type Order = (a: Exclude<Value, null>, b: Exclude<Value, null>) => number;

function byOperators(a: never, b: never): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Strings compare by their UTF-8 bytes, which is the order of code points. */
export function compareStrings(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates stand for code points above all others.
    const xs = x >= 0xd800 && x <= 0xdfff;
    const ys = y >= 0xd800 && y <= 0xdfff;
    return xs === ys ? x - y : xs ? 1 : -1;
  }
  return a.length - b.length;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const d = (a[i] ?? 0) - (b[i] ?? 0);
    if (d !== 0) return d;
  }
  return a.length - b.length;
}

/** Order of two numbers of any numeric types, NaN above everything and equal to itself where `total`. */
export function numericOrder(left: SqlType, right: SqlType): Order {
  if (isApproximateNumeric(left) || isApproximateNumeric(right)) {
    return (a, b) => {
      const x = asDouble(a);
      const y = asDouble(b);
      return x < y ? -1 : x > y ? 1 : x === y ? 0 : NaN;
    };
  }
  if (left.name === 'DECIMAL' || right.name === 'DECIMAL') return (a, b) => compareDecimal(asDecimal(a), asDecimal(b));
  // JavaScript compares numbers with bigints by value.
  return (a, b) => byOperators(a as never, b as never);
}

/** Order of two values of types that Flink compares with each other; undefined if it does not. */
export function valueOrder(left: SqlType, right: SqlType): Order | undefined {
  if (isNumeric(left) && isNumeric(right)) return numericOrder(left, right);
  switch (left.name) {
    case 'CHAR':
    case 'VARCHAR':
      return right.name === 'CHAR' || right.name === 'VARCHAR' ? (a, b) => compareStrings(a as string, b as string) : undefined;
    case 'BINARY':
    case 'VARBINARY':
      return right.name === 'BINARY' || right.name === 'VARBINARY' ? (a, b) => compareBytes(a as Uint8Array, b as Uint8Array) : undefined;
    case 'BOOLEAN':
      return right.name === 'BOOLEAN' ? (a, b) => Number(a) - Number(b) : undefined;
    case 'DATE':
    case 'TIME':
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
    case 'INTERVAL':
      return right.name === left.name ? (a, b) => byOperators(a as never, b as never) : undefined;
    default:
      return undefined;
  }
}

/** A stable order of two non-null values of one type, for sorting and for MIN and MAX. */
export function compareValues(a: Exclude<Value, null>, b: Exclude<Value, null>): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  if (isDecimalValue(a) && isDecimalValue(b)) return compareDecimal(a, b);
  if (typeof a === 'number' && typeof b === 'number' && (Number.isNaN(a) || Number.isNaN(b)))
    return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return byOperators(a as never, b as never);
}
