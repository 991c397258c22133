import { expect, test } from 'vitest';
import { bigintOf, millisOfNanos, nanosOfMillis, numberOf } from './int64.ts';

const EDGES = [
  0,
  1,
  -1,
  1023,
  1024,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32,
  -(2 ** 32),
  2 ** 53 - 1,
  -(2 ** 53 - 1),
  1704067200123,
];

test('whole numbers become bigints and come back', () => {
  for (const n of EDGES) {
    expect(bigintOf(n)).toBe(BigInt(n));
    expect(numberOf(BigInt(n))).toBe(n);
  }
});

test('a bigint of more than 53 bits is no number', () => {
  expect(numberOf(2n ** 62n)).toBeNaN();
  expect(numberOf(-(2n ** 62n))).toBeNaN();
});

test('milliseconds and nanoseconds, cut towards the past, beyond 64 bits too', () => {
  for (const ms of [...EDGES.filter((n) => Math.abs(n) < 1e15), 253402300799999, -62135596800000]) {
    const nanos = BigInt(ms) * 1_000_000n;
    expect(nanosOfMillis(ms)).toBe(nanos);
    expect(millisOfNanos(nanos)).toBe(ms);
    expect(millisOfNanos(nanos + 999_999n)).toBe(ms);
    expect(millisOfNanos(nanos - 1n)).toBe(ms - 1);
  }
});
