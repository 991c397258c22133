import type { Value } from '../types/value.ts';

/*
 * Times of the runtime: milliseconds since the epoch as numbers. A TIMESTAMP column counts as if its local time were UTC, as Flink does.
 */

/** The watermark before any other (Flink: Long.MIN_VALUE). */
export const MIN_WATERMARK = -Infinity;

/** The watermark after the last row of all (Flink: Long.MAX_VALUE). */
export const MAX_WATERMARK = Infinity;

const NANOS = 1_000_000n;

/** Milliseconds of a TIMESTAMP or TIMESTAMP_LTZ value, which must not be null. */
export function millisOfTimestamp(v: Value | undefined): number {
  const nanos = v as bigint;
  const rest = nanos % NANOS;
  return Number(rest < 0n ? nanos / NANOS - 1n : nanos / NANOS);
}

/** The TIMESTAMP value of milliseconds. */
export function timestampOfMillis(ms: number): bigint {
  return BigInt(ms) * NANOS;
}
