import type { SqlKind } from '../../catalog/sql-operator.ts';
import type { LiteralValue, Sarg, SargRange } from './rex-node.ts';
import { compareLiteralValues } from './literal-order.ts';

/** Sets of values as sorted, disjoint ranges, and search arguments over them (Guava's range sets and Calcite's `RangeSets` and `Sarg`). */

export type Ranges = readonly SargRange[];

export const ALL_RANGES: Ranges = [{ lowerClosed: false, upperClosed: false }];
export const NO_RANGES: Ranges = [];

/** A range between two ends; equal closed ends make a point, whose two ends are one object. Undefined if it would be empty. */
function rangeOf(
  lower: LiteralValue | undefined,
  lowerClosed: boolean,
  upper: LiteralValue | undefined,
  upperClosed: boolean,
): SargRange | undefined {
  if (lower === undefined || upper === undefined) {
    return { lower, lowerClosed: lower !== undefined && lowerClosed, upper, upperClosed: upper !== undefined && upperClosed };
  }
  const order = compareLiteralValues(lower, upper);
  if (order > 0 || (order === 0 && !(lowerClosed && upperClosed))) return undefined;
  return { lower, lowerClosed, upper: order === 0 ? lower : upper, upperClosed };
}

export function point(value: LiteralValue): SargRange {
  return { lower: value, lowerClosed: true, upper: value, upperClosed: true };
}

/** The values that a comparison with a constant accepts; `<>` accepts two ranges. */
export function comparisonRanges(kind: SqlKind, value: LiteralValue): Ranges {
  switch (kind) {
    case 'EQUALS':
      return [point(value)];
    case 'NOT_EQUALS':
      return [
        { lowerClosed: false, upper: value, upperClosed: false },
        { lower: value, lowerClosed: false, upperClosed: false },
      ];
    case 'LESS_THAN':
      return [{ lowerClosed: false, upper: value, upperClosed: false }];
    case 'LESS_THAN_OR_EQUAL':
      return [{ lowerClosed: false, upper: value, upperClosed: true }];
    case 'GREATER_THAN':
      return [{ lower: value, lowerClosed: false, upperClosed: false }];
    case 'GREATER_THAN_OR_EQUAL':
      return [{ lower: value, lowerClosed: true, upperClosed: false }];
    default:
      throw new Error(`${kind} is no comparison`);
  }
}

export function closedRange(lower: LiteralValue, upper: LiteralValue): Ranges {
  const range = rangeOf(lower, true, upper, true);
  return range ? [range] : [];
}

export function isPointRange(r: SargRange): boolean {
  return r.lower !== undefined && r.lower === r.upper;
}

/** Which of two lower ends admits more: negative if a starts before b. */
function compareLower(a: SargRange, b: SargRange): number {
  if (a.lower === undefined || b.lower === undefined) return a.lower === b.lower ? 0 : a.lower === undefined ? -1 : 1;
  const order = compareLiteralValues(a.lower, b.lower);
  return order !== 0 ? order : Number(b.lowerClosed) - Number(a.lowerClosed);
}

function compareUpper(a: SargRange, b: SargRange): number {
  if (a.upper === undefined || b.upper === undefined) return a.upper === b.upper ? 0 : a.upper === undefined ? 1 : -1;
  const order = compareLiteralValues(a.upper, b.upper);
  return order !== 0 ? order : Number(a.upperClosed) - Number(b.upperClosed);
}

/** True if `b`, which does not start before `a`, overlaps it or touches it without a gap. */
function isConnected(a: SargRange, b: SargRange): boolean {
  if (a.upper === undefined || b.lower === undefined) return true;
  const order = compareLiteralValues(a.upper, b.lower);
  return order > 0 || (order === 0 && (a.upperClosed || b.lowerClosed));
}

/** The union; ranges that touch become one. */
export function unionRanges(a: Ranges, b: Ranges): Ranges {
  const sorted = [...a, ...b].sort(compareLower);
  const result: SargRange[] = [];
  for (const r of sorted) {
    const last = result.at(-1);
    if (!last || !isConnected(last, r)) {
      result.push(r);
    } else if (compareUpper(r, last) > 0) {
      const merged = rangeOf(last.lower, last.lowerClosed, r.upper, r.upperClosed);
      if (merged) result[result.length - 1] = merged;
    }
  }
  return result;
}

/** All values outside the ranges. */
export function complementRanges(ranges: Ranges): Ranges {
  const result: SargRange[] = [];
  let lower: LiteralValue | undefined;
  let lowerClosed = false;
  for (const [i, r] of ranges.entries()) {
    if (i > 0 || r.lower !== undefined) {
      const gap = rangeOf(lower, lowerClosed, r.lower, !r.lowerClosed);
      if (gap) result.push(gap);
    }
    if (r.upper === undefined) return result;
    lower = r.upper;
    lowerClosed = !r.upperClosed;
  }
  result.push({ lower, lowerClosed, upperClosed: false });
  return result;
}

export function intersectRanges(a: Ranges, b: Ranges): Ranges {
  const result: SargRange[] = [];
  for (const x of a) {
    for (const y of b) {
      const low = compareLower(x, y) >= 0 ? x : y;
      const high = compareUpper(x, y) <= 0 ? x : y;
      const both = rangeOf(low.lower, low.lowerClosed, high.upper, high.upperClosed);
      if (both) result.push(both);
    }
  }
  return result.sort(compareLower);
}

/** True if one range of `a` holds all of `r`. */
export function enclosesRange(a: Ranges, r: SargRange): boolean {
  return a.some((x) => compareLower(x, r) <= 0 && compareUpper(x, r) >= 0);
}

/** True if the value lies in one of the ranges. */
export function containsValue(ranges: Ranges, value: LiteralValue): boolean {
  return enclosesRange(ranges, point(value));
}

export function sameRanges(a: Ranges, b: Ranges): boolean {
  return a.length === b.length && a.every((r, i) => compareLower(r, b[i] as SargRange) === 0 && compareUpper(r, b[i] as SargRange) === 0);
}

export function isAllRanges(ranges: Ranges): boolean {
  const r = ranges[0];
  return ranges.length === 1 && r !== undefined && r.lower === undefined && r.upper === undefined;
}

/** One range without a lower or without an upper end (`RangeSets.isOpenInterval`). */
export function isOpenInterval(ranges: Ranges): boolean {
  const r = ranges[0];
  return ranges.length === 1 && r !== undefined && (r.lower === undefined || r.upper === undefined);
}

/** How a null argument, or an unknown answer, counts. */
export type UnknownAs = 'TRUE' | 'FALSE' | 'UNKNOWN';

export function negateUnknownAs(u: UnknownAs): UnknownAs {
  return u === 'TRUE' ? 'FALSE' : u === 'FALSE' ? 'TRUE' : 'UNKNOWN';
}

/** Three-valued OR of answers. */
export function orUnknownAs(a: UnknownAs, b: UnknownAs): UnknownAs {
  if (a === 'TRUE' || b === 'TRUE') return 'TRUE';
  return a === 'UNKNOWN' || b === 'UNKNOWN' ? 'UNKNOWN' : 'FALSE';
}

export function makeSarg(ranges: Ranges, nullAs: UnknownAs): Sarg {
  return { ranges, nullAs };
}

/** The Sarg that answers the opposite. */
export function negateSarg(s: Sarg): Sarg {
  return { ranges: complementRanges(s.ranges), nullAs: negateUnknownAs(s.nullAs) };
}

/** Every value, whatever null does. */
export function isAllSarg(s: Sarg): boolean {
  return isAllRanges(s.ranges);
}

/** No value, whatever null does. */
export function isNoneSarg(s: Sarg): boolean {
  return s.ranges.length === 0;
}

/** Points only; also true for no ranges at all. */
export function isPointsSarg(s: Sarg): boolean {
  return s.ranges.every(isPointRange);
}

/** All values but some points. */
export function isComplementedPoints(s: Sarg): boolean {
  const first = s.ranges[0];
  const last = s.ranges.at(-1);
  if (!first || !last || first.lower !== undefined || last.upper !== undefined || isAllSarg(s)) return false;
  return complementRanges(s.ranges).every(isPointRange);
}

/** Number of values or ranges to check against, null included (`Sarg.complexity`). */
export function sargComplexity(s: Sarg): number {
  if (isNoneSarg(s)) return s.nullAs === 'FALSE' ? 0 : 1;
  if (isAllSarg(s)) return s.nullAs === 'TRUE' ? 2 : 1;
  const outside = s.ranges.length === 2 ? complementRanges(s.ranges) : [];
  const withoutPoint = outside.length === 1 && isPointRange(outside[0] as SargRange);
  return (withoutPoint ? 1 : s.ranges.length) + (s.nullAs === 'TRUE' ? 1 : 0);
}
