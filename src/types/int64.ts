/*
 * 64-bit numbers without arithmetic on bigints, which makes a new bigint at every step. The two arrays are two views of one register that no
 * call leaves anything in for the next one. All machines that JavaScript runs on keep the low word first.
 */

const WHOLE = new BigInt64Array(1);
const WORDS = new Int32Array(WHOLE.buffer);

const TWO_32 = 4294967296;

/** Bigints of small numbers, which most columns are full of: one object each. */
const SMALL: readonly bigint[] = Array.from({ length: 1024 }, (_, i) => BigInt(i));

/** The BIGINT of a whole number of at most 2^53. */
export function bigintOf(n: number): bigint {
  if (n >= 0 && n < 1024) return SMALL[n] as bigint;
  WORDS[0] = n;
  WORDS[1] = Math.floor(n / TWO_32);
  return WHOLE[0] as bigint;
}

/** A BIGINT of the 64 bits as a number; NaN if it has more than 53 bits. */
export function numberOf(v: bigint): number {
  WHOLE[0] = v;
  const low = WORDS[0] as number;
  const high = WORDS[1] as number;
  if (high === low >> 31) return low;
  return high >= -0x200000 && high < 0x200000 ? high * TWO_32 + (low >>> 0) : NaN;
}

/** Nanoseconds of a whole number of milliseconds, as BIGINT. */
export function nanosOfMillis(ms: number): bigint {
  const nanos = ms * 1e6;
  if (nanos >= 9.2e18 || nanos <= -9.2e18) return BigInt(ms) * 1_000_000n;
  const low = Math.imul(ms | 0, 1_000_000);
  WORDS[0] = low;
  // The product above has lost its last bits; the high word has not.
  WORDS[1] = Math.round((nanos - (low >>> 0)) / TWO_32);
  return WHOLE[0] as bigint;
}

/** Milliseconds of nanoseconds, cut towards the past. Exact up to 10^22. */
export function millisOfNanos(nanos: bigint): number {
  const ms = Math.round(Number(nanos) / 1e6);
  // The last bits tell on which side of the rounded number of milliseconds the instant lies.
  WHOLE[0] = nanos;
  const rest = ((WORDS[0] as number) - Math.imul(ms | 0, 1_000_000)) | 0;
  return rest < 0 ? ms - 1 : ms;
}
