/*
 * Java's `Double.toString` as it was before JDK 19: not always the shortest text that reads back as the number. Whole numbers below 2^63 show
 * their digits as far as they matter (`1.68500010000000051E18`); others are developed digit by digit until the rest is below half a unit in
 * the last place. Flink 2.3 runs on such a JDK, and costs print so.
 */

/** Bits of a double's fraction, the hidden one aside. */
const FRACTION_BITS = 52;

interface Parts {
  /** Exponent of two of the leading bit. */
  readonly exponent: number;
  /** The significant bits without trailing zeros, as a whole number. */
  readonly significand: bigint;
  readonly bitCount: number;
  /** 53, less for numbers too small to be normalised. */
  readonly precision: number;
}

function partsOf(x: number): Parts {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const raw = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  let significand = raw === 0 ? fraction : fraction | 0x10000000000000n;
  const leading = significand.toString(2).length - 1;
  const exponent = raw === 0 ? leading - FRACTION_BITS - 1022 : raw - 1023;
  while ((significand & 1n) === 0n) significand >>= 1n;
  return { exponent, significand, bitCount: significand.toString(2).length, precision: leading + 1 };
}

interface Digits {
  readonly text: string;
  /** Where the point stands: the number is 0.text × 10^point. */
  readonly point: number;
}

/** Decimal digits of 2^bits that say nothing about a number with that many bits below its last one. */
function insignificantDigits(bits: number): number {
  return bits > 1 ? Math.floor(bits * Math.log10(2)) : 0;
}

/** Digits of a whole number below 2^63. */
function wholeDigits({ exponent, significand, bitCount }: Parts): Digits {
  let value = significand << BigInt(exponent - bitCount + 1);
  const dropped = exponent > FRACTION_BITS + 1 ? insignificantDigits(exponent - FRACTION_BITS - 2) : 0;
  const unit = 10n ** BigInt(dropped);
  const rest = value % unit;
  value /= unit;
  if (dropped > 0 && rest >= unit >> 1n) value++;
  const digits = value.toString();
  return { text: digits.replace(/0+$/, '') || '0', point: digits.length + dropped };
}

/** Digits one by one until what is left is less than half the distance to the next double. */
function developedDigits({ exponent, significand, bitCount, precision }: Parts, shortForm: (point: number) => boolean): Digits {
  const fraction = Number(significand) / 2 ** (bitCount - 1);
  let decimal = Math.floor((fraction - 1.5) * 0.289529654 + 0.176091259 + exponent * 0.301029995663981);
  const scale = (n: number): bigint => 5n ** BigInt(Math.max(0, n));
  let twosAbove = Math.max(0, -decimal) + exponent - bitCount + 1;
  let twosBelow = Math.max(0, decimal);
  let twosOfHalfUnit = Math.max(0, -decimal) + exponent - precision - (bitCount === 1 ? 1 : 0);
  const shift = -Math.min(0, twosAbove, twosOfHalfUnit);
  twosAbove += shift;
  twosBelow += shift;
  twosOfHalfUnit += shift;
  const below = scale(decimal) << BigInt(twosBelow);
  let above = (significand * scale(-decimal)) << BigInt(twosAbove);
  let half = scale(-decimal) << BigInt(twosOfHalfUnit);
  const tens = below * 10n;

  const digits: number[] = [];
  let low = false;
  let high = false;
  const next = (): number => {
    const q = Number(above / below);
    above = 10n * (above % below);
    half *= 10n;
    low = above < half;
    high = above + half > tens;
    return q;
  };
  const first = next();
  if (first === 0 && !high) decimal--;
  else digits.push(first);
  // The exponent form always has a digit after the point.
  if (!shortForm(decimal)) low = high = false;
  while (!low && !high) digits.push(next());
  const last = digits.at(-1) ?? 0;
  const isTie = above * 2n === tens;
  let point = decimal + 1;
  if (high && (!low || above * 2n > tens || (isTie && last % 2 === 1)) && roundUp(digits)) point++;
  return { text: digits.join('').replace(/0+$/, '') || '0', point };
}

/** Adds one to the last digit; true if that made one digit more. */
function roundUp(digits: number[]): boolean {
  for (let i = digits.length - 1; i >= 0; i--) {
    if (digits[i] !== 9) {
      digits[i] = (digits[i] ?? 0) + 1;
      return false;
    }
    digits[i] = 0;
  }
  digits.unshift(1);
  return true;
}

function digitsOf(x: number): Digits {
  const parts = partsOf(x);
  if (Number.isInteger(x) && parts.exponent <= 62) return wholeDigits(parts);
  return developedDigits(parts, (decimal) => decimal >= -3 && decimal < 8);
}

/**
 * Java's `Double.toString`: plain decimals for 1E-3 ≤ |x| < 1E7 (always with a fraction, `100.0`), else one digit before the point and an
 * exponent (`1.0E8`, `2.7749999999999996E7`). Costs, row counts and literals of plans print so.
 */
export function javaDouble(x: number): string {
  if (Number.isNaN(x)) return 'NaN';
  if (!Number.isFinite(x)) return x > 0 ? 'Infinity' : '-Infinity';
  if (x === 0) return Object.is(x, -0) ? '-0.0' : '0.0';
  const sign = x < 0 ? '-' : '';
  const { text, point } = digitsOf(Math.abs(x));
  if (point > 0 && point < 8) return `${sign}${text.slice(0, point).padEnd(point, '0')}.${text.slice(point) || '0'}`;
  if (point <= 0 && point > -3) return `${sign}0.${'0'.repeat(-point)}${text}`;
  return `${sign}${text.slice(0, 1)}.${text.slice(1) || '0'}E${point - 1}`;
}
