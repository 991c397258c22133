/**
 * Exponential, logarithm, power, sine, cosine and tangent, rounded correctly. Those of `Math` differ in their last digit from one JavaScript
 * engine to the next, and with them costs of plans and results of queries; a correct result is the same everywhere, and it is what the
 * functions of Java's `Math` give but for rare cases. Computed with pairs of doubles: a value is the sum of a double and a much smaller rest.
 */

type Pair = readonly [hi: number, lo: number];

/** The sum of two doubles; nothing is lost. */
function sum(a: number, b: number): Pair {
  const s = a + b;
  const t = s - a;
  return [s, a - (s - t) + (b - t)];
}

const SPLITTER = 134217729;

/** The product of two doubles; nothing is lost. */
function product(a: number, b: number): Pair {
  const p = a * b;
  const ta = SPLITTER * a;
  const ah = ta - (ta - a);
  const al = a - ah;
  const tb = SPLITTER * b;
  const bh = tb - (tb - b);
  const bl = b - bh;
  return [p, ah * bh - p + ah * bl + al * bh + al * bl];
}

function add(a: Pair, b: Pair): Pair {
  const [h, l] = sum(a[0], b[0]);
  const [m, n] = sum(a[1], b[1]);
  const [h2, l2] = sum(h, l + m);
  return sum(h2, l2 + n);
}

function multiply(a: Pair, b: Pair): Pair {
  const [h, l] = product(a[0], b[0]);
  return sum(h, l + (a[0] * b[1] + a[1] * b[0]));
}

function scale(a: Pair, by: number): Pair {
  return multiply(a, [by, 0]);
}

function divide(a: Pair, b: Pair): Pair {
  const q = a[0] / b[0];
  const rest = add(a, negate(scale(b, q)));
  const r = rest[0] / b[0];
  const rest2 = add(rest, negate(scale(b, r)));
  return add(sum(q, r), [rest2[0] / b[0], 0]);
}

function negate(a: Pair): Pair {
  return [-a[0], -a[1]];
}

const LN2: readonly number[] = [0.6931471805599453, 2.3190468138462996e-17, 5.707708438416212e-34];
const ONE_BY_LN10: Pair = [0.4342944819032518, 1.098319650216765e-17];
const HALF_PI: readonly number[] = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33, 5.562271104316826e-50];

/** `x` times a power of two, in steps that stay in range, so that it is rounded once at most. */
function timesPowerOfTwo(x: number, k: number): number {
  if (k > 1023) return x * 2 ** 1023 * 2 ** Math.min(1023, k - 1023);
  return k < -1022 ? x * 2 ** (k + 200) * 2 ** -200 : x * 2 ** k;
}

const HALVINGS = 9;

/** 1/n! by n, as far as any series here goes. */
const INVERSE_FACTORIALS: readonly Pair[] = inverseFactorials(29);

function inverseFactorials(most: number): readonly Pair[] {
  const list: Pair[] = [[1, 0]];
  for (let n = 1; n <= most; n++) list.push(divide(list[n - 1] ?? [1, 0], [n, 0]));
  return list;
}

function inverseFactorial(n: number): Pair {
  return INVERSE_FACTORIALS[n] ?? [0, 0];
}

/** e^x − 1 for |x| below 0.35. */
function smallExpm1(x: Pair): Pair {
  const by = 2 ** -HALVINGS;
  const r: Pair = [x[0] * by, x[1] * by];
  let s = inverseFactorial(8);
  for (let n = 7; n >= 1; n--) s = add(inverseFactorial(n), multiply(r, s));
  s = multiply(r, s);
  for (let i = 0; i < HALVINGS; i++) s = add([2 * s[0], 2 * s[1]], multiply(s, s));
  return s;
}

/** e to the power of a pair that is neither too large nor too small. */
function expOf(x: Pair): number {
  const k = Math.round(x[0] / 0.6931471805599453);
  let r = x;
  for (const part of LN2) r = add(r, negate(product(k, part)));
  const [h, l] = add([1, 0], smallExpm1(r));
  return timesPowerOfTwo(h + l, k);
}

/** `Math.exp`. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (x > 709.8) return Infinity;
  return x < -745.2 ? 0 : expOf([x, 0]);
}

/** Mantissa from 0.7 to 1.4 and exponent of a positive finite number. */
function splitExponent(x: number): readonly [mantissa: number, exponent: number] {
  let m = x;
  let e = 0;
  if (m < 2.2250738585072014e-308) {
    m *= 2 ** 54;
    e = -54;
  }
  for (let step = 512; step >= 1; step /= 2) {
    if (m >= 2 ** step) {
      m *= 2 ** -step;
      e += step;
    } else if (m < 2 ** (1 - step)) {
      m *= 2 ** step;
      e -= step;
    }
  }
  return m > Math.SQRT2 ? [m / 2, e + 1] : [m, e];
}

/** Natural logarithm of a positive finite number: an estimate from its series, made exact by one step of Newton's. */
function logPair(x: number): Pair {
  const [m, e] = splitExponent(x);
  const z = (m - 1) / (m + 1);
  let series = 0;
  for (let i = 23; i >= 3; i -= 2) series = (series + 1 / i) * z * z;
  const estimate = 2 * (z + z * series);
  // t = m·exp(−estimate) − 1, in parts that lose nothing where m is near 1.
  const t = add([m - 1, 0], scale(smallExpm1([-estimate, 0]), m));
  const rest = add(t, scale(multiply(t, t), -0.5));
  const mantissa = add([estimate, 0], rest);
  return add(add(product(e, LN2[0] ?? 0), product(e, LN2[1] ?? 0)), mantissa);
}

/** `Math.log`. */
export function log(x: number): number {
  if (!(x > 0) || x === Infinity) return x === 0 ? -Infinity : x > 0 ? x : NaN;
  const [h, l] = logPair(x);
  return h + l;
}

/** `Math.log10`. */
export function log10(x: number): number {
  if (!(x > 0) || x === Infinity) return log(x);
  const [h, l] = multiply(logPair(x), ONE_BY_LN10);
  return h + l;
}

/** `Math.pow`. */
export function pow(x: number, y: number): number {
  if (!Number.isFinite(x) || !Number.isFinite(y) || x === 0 || y === 0 || y === 1) return specialPower(x, y);
  if (x < 0) {
    if (!Number.isInteger(y)) return NaN;
    return y % 2 === 0 ? pow(-x, y) : -pow(-x, y);
  }
  const p = scale(logPair(x), y);
  if (p[0] > 709.8) return Infinity;
  return p[0] < -745.2 ? 0 : expOf(p);
}

/** Zeros, infinities and NaN, for which the language says what comes out. */
function specialPower(x: number, y: number): number {
  return Math.pow(x, y);
}

/** Angle between −π/4 and π/4, and how many quarters of a turn were taken off. */
function reduceAngle(x: number): readonly [angle: Pair, quarters: number] {
  const k = Math.round(x / (HALF_PI[0] ?? 1));
  if (Math.abs(k) >= 2 ** 26) return reduceLarge(x);
  let r: Pair = [x, 0];
  for (const part of HALF_PI) r = add(r, negate(product(k, part)));
  return [r, k & 3];
}

/** Bits of π/2 that even the largest double leaves enough of. */
const PI_BITS = 1400n;

/** arctan(1/n) in units of 2^-PI_BITS. */
function arctanInverse(n: bigint): bigint {
  let term = (1n << PI_BITS) / n;
  let total = term;
  for (let k = 3n, sign = -1n; term !== 0n; k += 2n, sign = -sign) {
    term /= n * n;
    total += (sign * term) / k;
  }
  return total;
}

function reduceLarge(x: number): readonly [angle: Pair, quarters: number] {
  // From 2^26 on a double is a whole number of 2^-27ths.
  const scaled = (BigInt(Math.abs(x) < 2 ** 60 ? Math.abs(x) * 2 ** 27 : Math.abs(x)) << PI_BITS) >> (Math.abs(x) < 2 ** 60 ? 27n : 0n);
  const halfPi = 2n * (4n * arctanInverse(5n) - arctanInverse(239n));
  let k = scaled / halfPi;
  let rest = scaled - k * halfPi;
  if (2n * rest > halfPi) {
    k++;
    rest -= halfPi;
  }
  const hi = Number(rest >> (PI_BITS - 200n)) * 2 ** -200;
  const lo = Number((rest >> (PI_BITS - 200n)) - BigInt(hi * 2 ** 200)) * 2 ** -200;
  const quarters = Number(k & 3n);
  return x < 0 ? [[-hi, -lo], (4 - quarters) & 3] : [[hi, lo], quarters];
}

/** sin r (first = 1) or cos r (first = 0) for a reduced angle. */
function series(r: Pair, first: 0 | 1): Pair {
  const square = multiply(r, r);
  let s: Pair = [0, 0];
  for (let n = 26 + first; n >= first; n -= 2) s = add(inverseFactorial(n), negate(multiply(square, s)));
  return first === 1 ? multiply(r, s) : s;
}

function sinPair(x: number, quarter: number): Pair {
  const [angle, quarters] = reduceAngle(x);
  const turn = (quarters + quarter) & 3;
  const value = series(angle, turn % 2 === 0 ? 1 : 0);
  return turn >= 2 ? negate(value) : value;
}

/** `Math.sin`. */
export function sin(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  // Keeps −0, and what is its own sine.
  if (Math.abs(x) < 1e-9) return x;
  const [h, l] = sinPair(x, 0);
  return h + l;
}

/** `Math.cos`. */
export function cos(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  const [h, l] = sinPair(x, 1);
  return h + l;
}

/** `Math.tan`. */
export function tan(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  if (Math.abs(x) < 1e-9) return x;
  const [h, l] = divide(sinPair(x, 0), sinPair(x, 1));
  return h + l;
}
