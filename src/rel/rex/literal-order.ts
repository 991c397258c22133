import type { Decimal } from '../../types/decimal.ts';
import type { LiteralValue } from './rex-node.ts';
import { compareDecimal, decimalOf } from '../../types/decimal.ts';

function numberOf(v: LiteralValue): Decimal | undefined {
  switch (v.kind) {
    case 'decimal':
    case 'double':
    case 'bigint':
      return v.value;
    case 'interval':
      return decimalOf(v.value);
    default:
      return undefined;
  }
}

function order<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Order of two values of the same Java class, as literals and Sargs compare them: numbers by size, strings by code units, bytes unsigned.
 * Values of different classes cannot be compared (Calcite fails on them).
 */
export function compareLiteralValues(a: LiteralValue, b: LiteralValue): number {
  if (a === b) return 0;
  const x = numberOf(a);
  const y = numberOf(b);
  if (x && y) return compareDecimal(x, y);
  if (a.kind === 'char' && b.kind === 'char') return order(a.value, b.value);
  if (a.kind === 'boolean' && b.kind === 'boolean') return Number(a.value) - Number(b.value);
  if (a.kind === 'date' && b.kind === 'date') return a.days - b.days;
  if (a.kind === 'time' && b.kind === 'time') return order(a.nanos, b.nanos);
  if (a.kind === 'timestamp' && b.kind === 'timestamp') return order(a.nanos, b.nanos);
  if (a.kind === 'symbol' && b.kind === 'symbol') return order(a.value, b.value);
  if (a.kind === 'binary' && b.kind === 'binary') {
    for (let i = 0; i < a.value.length && i < b.value.length; i++) {
      const d = (a.value[i] ?? 0) - (b.value[i] ?? 0);
      if (d !== 0) return d;
    }
    return a.value.length - b.value.length;
  }
  if (a.kind === 'row' && b.kind === 'row') {
    for (const [i, v] of a.values.entries()) {
      const other = b.values[i];
      if (!other) return 1;
      const d = compareLiteralValues(v.value, other.value);
      if (d !== 0) return d;
    }
    return a.values.length - b.values.length;
  }
  throw new Error(`values of kind ${a.kind} and ${b.kind} cannot be compared`);
}

/** True if the values can be compared at all. */
export function areComparable(a: LiteralValue, b: LiteralValue): boolean {
  return a.kind === b.kind || (numberOf(a) !== undefined && numberOf(b) !== undefined);
}
