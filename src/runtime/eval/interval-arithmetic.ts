import type { SqlType } from '../../types/sql-type.ts';
import type { RexCall } from '../../rel/rex/rex-node.ts';
import type { EvalContext, Evaluate } from './contract.ts';
import { civilFromDays, daysFromCivil, daysInMonth } from '../../types/datetime-text.ts';
import { isDatetime, isTimestamp, isYearMonthInterval } from '../../types/sql-type.ts';
import { codegenError } from './codegen-error.ts';
import { NoEvaluator, strict, typeOf } from './contract.ts';
import { splitMillis } from './time-zone.ts';

const DAY = 86_400_000;

/** A day plus months; a day that the month does not have becomes its last (`DateTimeUtils.addMonths`). */
export function addMonths(days: number, months: number): number {
  const { year, month, day } = civilFromDays(days);
  const index = year * 12 + (month - 1) + months;
  const y = Math.floor(index / 12);
  const m = index - y * 12 + 1;
  return daysFromCivil(y, m, Math.min(day, daysInMonth(y, m)));
}

/** Whole months between two days (`DateTimeUtils.subtractMonths`). */
export function monthsBetweenDays(a: number, b: number): number {
  if (a < b) return -monthsBetweenDays(b, a);
  for (let m = Math.trunc((a - b) / 31); ; m++) {
    if (addMonths(b, m) >= a || addMonths(b, m + 1) > a) return m;
  }
}

/** Whole months between two instants in milliseconds. */
export function monthsBetweenMillis(a: number, b: number): number {
  const da = Math.floor(a / DAY);
  const db = Math.floor(b / DAY);
  const x = monthsBetweenDays(da, db);
  return addMonths(db, x) === da && a - da * DAY < b - db * DAY ? x - 1 : x;
}

function addMonthsToNanos(nanos: bigint, months: number): bigint {
  const { millis, rest } = splitMillis(nanos);
  const days = Math.floor(millis / DAY);
  const moved = addMonths(days, months) * DAY + (millis - days * DAY);
  return BigInt(moved) * 1_000_000n + rest;
}

/** Datetime plus or minus interval. */
function move(datetime: SqlType, interval: SqlType, sign: 1 | -1): (d: unknown, i: unknown) => number | bigint {
  const months = isYearMonthInterval(interval);
  switch (datetime.name) {
    case 'DATE':
      return months
        ? (d, i) => addMonths(d as number, sign * (i as number))
        : (d, i) => (d as number) + sign * Number((i as bigint) / BigInt(DAY));
    case 'TIME':
      return months ? (d) => d as number : (d, i) => ((d as number) + DAY + sign * Number((i as bigint) % BigInt(DAY))) % DAY;
    default:
      return months
        ? (d, i) => addMonthsToNanos(d as bigint, sign * (i as number))
        : (d, i) => (d as bigint) + BigInt(sign) * (i as bigint) * 1_000_000n;
  }
}

/** Datetime + interval, either order. A DATE with a TIMESTAMP result counts from midnight. */
export function temporalPlus(call: RexCall, args: readonly Evaluate[], _context: EvalContext): Evaluate {
  const left = typeOf(call, 0);
  const right = typeOf(call, 1);
  const swapped = left.name === 'INTERVAL';
  const datetime = swapped ? right : left;
  const interval = swapped ? left : right;
  if (interval.name !== 'INTERVAL') throw new NoEvaluator(call.op.name);
  if (swapped && datetime.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') throw codegenError('Unsupported temporal arithmetic.');
  if (datetime.name === 'DATE' && isTimestamp(call.type)) {
    return strict(args, (x, y) => {
      const [d, i] = swapped ? [y, x] : [x, y];
      return BigInt(d as number) * BigInt(DAY) * 1_000_000n + (i as bigint) * 1_000_000n;
    });
  }
  const f = move(datetime, interval, 1);
  return strict(args, (x, y) => (swapped ? f(y, x) : f(x, y)));
}

/** Datetime − interval, or the difference of two datetimes as an interval. */
export function temporalMinus(call: RexCall, args: readonly Evaluate[], _context: EvalContext): Evaluate {
  const left = typeOf(call, 0);
  const right = typeOf(call, 1);
  if (right.name === 'INTERVAL') {
    if (left.name === 'DATE' && isTimestamp(call.type)) {
      return strict(args, (d, i) => (BigInt(d as number) * BigInt(DAY) - (i as bigint)) * 1_000_000n);
    }
    const f = move(left, right, -1);
    return strict(args, (x, y) => f(x, y));
  }
  if (!isDatetime(left) || !isDatetime(right) || call.type.name !== 'INTERVAL') throw new NoEvaluator(call.op.name);
  const ltz = (t: SqlType): boolean => t.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
  if (ltz(left) !== ltz(right)) throw codegenError('TIMESTAMP_LTZ only supports diff between the same type.');
  const a = millisOf(left);
  const b = millisOf(right);
  if (isYearMonthInterval(call.type)) {
    if (left.name === 'DATE' && right.name === 'DATE') return strict(args, (x, y) => monthsBetweenDays(x as number, y as number));
    return strict(args, (x, y) => monthsBetweenMillis(a(x), b(y)));
  }
  return strict(args, (x, y) => BigInt(a(x)) - BigInt(b(y)));
}

function millisOf(type: SqlType): (v: unknown) => number {
  switch (type.name) {
    case 'DATE':
      return (v) => (v as number) * DAY;
    case 'TIME':
      return (v) => v as number;
    default:
      return (v) => splitMillis(v as bigint).millis;
  }
}
