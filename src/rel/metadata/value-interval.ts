import type { LiteralValue } from '../rex/rex-node.ts';
import { decimalToNumber } from '../../types/decimal.ts';

/** Values that a column may have (Flink's `ValueInterval`): numbers or strings between two ends. `empty`: none at all. */
export type ValueInterval =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'range';
      readonly lower?: IntervalValue;
      readonly includeLower: boolean;
      readonly upper?: IntervalValue;
      readonly includeUpper: boolean;
    };

export type IntervalValue = number | string;

export const EMPTY_INTERVAL: ValueInterval = { kind: 'empty' };
export const INFINITE_INTERVAL: ValueInterval = { kind: 'range', includeLower: false, includeUpper: false };

export function isInfinite(i: ValueInterval): boolean {
  return i.kind === 'range' && i.lower === undefined && i.upper === undefined;
}

export function isFinite(i: ValueInterval): boolean {
  return i.kind === 'range' && i.lower !== undefined && i.upper !== undefined;
}

export function makeInterval(
  lower: IntervalValue | undefined,
  upper: IntervalValue | undefined,
  includeLower = true,
  includeUpper = true,
): ValueInterval {
  if (lower !== undefined && upper !== undefined) {
    if (lower > upper || (lower === upper && !(includeLower && includeUpper))) return EMPTY_INTERVAL;
  }
  return {
    kind: 'range',
    lower,
    upper,
    includeLower: lower !== undefined && includeLower,
    includeUpper: upper !== undefined && includeUpper,
  };
}

export function intersectIntervals(a: ValueInterval, b: ValueInterval): ValueInterval {
  if (a.kind === 'empty' || b.kind === 'empty') return EMPTY_INTERVAL;
  const low = tighter(a.lower, a.includeLower, b.lower, b.includeLower, (x, y) => x > y);
  const high = tighter(a.upper, a.includeUpper, b.upper, b.includeUpper, (x, y) => x < y);
  return makeInterval(low.value, high.value, low.include, high.include);
}

interface End {
  readonly value: IntervalValue | undefined;
  readonly include: boolean;
}

function tighter(
  a: IntervalValue | undefined,
  includeA: boolean,
  b: IntervalValue | undefined,
  includeB: boolean,
  isTighter: (x: IntervalValue, y: IntervalValue) => boolean,
): End {
  if (a === undefined) return { value: b, include: includeB };
  if (b === undefined) return { value: a, include: includeA };
  if (a === b) return { value: a, include: includeA && includeB };
  return isTighter(a, b) ? { value: a, include: includeA } : { value: b, include: includeB };
}

/** The smallest interval that holds both. */
export function unionIntervals(a: ValueInterval, b: ValueInterval): ValueInterval {
  if (a.kind === 'empty') return b;
  if (b.kind === 'empty') return a;
  const low = looser(a.lower, a.includeLower, b.lower, b.includeLower, (x, y) => x < y);
  const high = looser(a.upper, a.includeUpper, b.upper, b.includeUpper, (x, y) => x > y);
  return makeInterval(low.value, high.value, low.include, high.include);
}

function looser(
  a: IntervalValue | undefined,
  includeA: boolean,
  b: IntervalValue | undefined,
  includeB: boolean,
  isLooser: (x: IntervalValue, y: IntervalValue) => boolean,
): End {
  if (a === undefined || b === undefined) return { value: undefined, include: false };
  if (a === b) return { value: a, include: includeA || includeB };
  return isLooser(a, b) ? { value: a, include: includeA } : { value: b, include: includeB };
}

export function intervalsIntersect(a: ValueInterval, b: ValueInterval): boolean {
  return intersectIntervals(a, b).kind !== 'empty';
}

export function intervalContains(i: ValueInterval, value: IntervalValue): boolean {
  return intersectIntervals(i, makeInterval(value, value)).kind !== 'empty';
}

/** A literal as intervals hold it; undefined for null and for types without an order that counts here. */
export function intervalValue(value: LiteralValue): IntervalValue | undefined {
  switch (value.kind) {
    case 'decimal':
    case 'bigint':
    case 'double':
      return decimalToNumber(value.value);
    case 'boolean':
      return value.value ? 1 : 0;
    case 'char':
      return value.value;
    case 'date':
      return value.days;
    case 'time':
    case 'timestamp':
      return Number(value.nanos / 1_000_000n);
    default:
      return undefined;
  }
}
