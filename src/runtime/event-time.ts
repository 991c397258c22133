import type { Value } from '../types/value.ts';
import { millisOfNanos, nanosOfMillis } from '../types/int64.ts';

/*
 * Times of the runtime: milliseconds since the epoch as numbers. A TIMESTAMP column counts as if its local time were UTC, as Flink does.
 */

/** The watermark before any other (Flink: Long.MIN_VALUE). */
export const MIN_WATERMARK = -Infinity;

/** The watermark after the last row of all (Flink: Long.MAX_VALUE). */
export const MAX_WATERMARK = Infinity;

/** Milliseconds of a TIMESTAMP or TIMESTAMP_LTZ value, which must not be null. */
export function millisOfTimestamp(v: Value | undefined): number {
  return millisOfNanos(v as bigint);
}

/** The TIMESTAMP value of milliseconds. */
export function timestampOfMillis(ms: number): bigint {
  return nanosOfMillis(ms);
}
