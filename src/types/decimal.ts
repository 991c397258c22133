/**
 * Exact decimal numbers with a scale, the arithmetic of Java's `BigDecimal` that literals and constant folding rest on. `1.0` and `1.00`
 * are different values of equal size, as in Java.
 */

/** An exact number: `unscaled × 10^-scale`. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

export type Rounding = 'HALF_UP' | 'HALF_DOWN' | 'HALF_EVEN' | 'DOWN' | 'UP' | 'FLOOR' | 'CEILING';

export const DECIMAL_ZERO: Decimal = { unscaled: 0n, scale: 0 };
export const DECIMAL_ONE: Decimal = { unscaled: 1n, scale: 0 };

export function pow10(n: number): bigint {
  return 10n ** BigInt(n);
}

function abs(n: bigint): bigint {
  return n < 0n ? -n : n;
}

export function decimalOf(value: bigint | number, scale = 0): Decimal {
  return { unscaled: BigInt(value), scale };
}

/** Java's `new BigDecimal(String)`: sign, digits, fraction, exponent. Undefined if the text is no number. */
export function parseDecimal(text: string): Decimal | undefined {
  const m = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!m) return undefined;
  const whole = m[2] ?? '';
  const fraction = m[3] ?? '';
  if (whole.length + fraction.length === 0) return undefined;
  const exponent = m[4] === undefined ? 0 : Number(m[4]);
  const unscaled = BigInt(`${whole}${fraction}`);
  return { unscaled: m[1] === '-' ? -unscaled : unscaled, scale: fraction.length - exponent };
}

/** Java's `new BigDecimal(double)`: the exact value of a finite double. */
export function decimalOfDouble(value: number): Decimal {
  if (Number.isInteger(value)) return { unscaled: BigInt(value), scale: 0 };
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const rawExponent = Number((bits >> 52n) & 0x7ffn);
  let mantissa = bits & 0xfffffffffffffn;
  let exponent = -1074;
  if (rawExponent !== 0) {
    mantissa |= 1n << 52n;
    exponent = rawExponent - 1075;
  }
  while ((mantissa & 1n) === 0n) {
    mantissa >>= 1n;
    exponent++;
  }
  // A finite double that is no integer has a negative exponent here: m / 2^k = m × 5^k / 10^k.
  const k = -exponent;
  const unscaled = mantissa * 5n ** BigInt(k);
  return { unscaled: value < 0 ? -unscaled : unscaled, scale: k };
}

export function decimalToNumber(d: Decimal): number {
  return Number(`${d.unscaled}e${-d.scale}`);
}

/** The integer part, cut towards zero. */
export function decimalToBigInt(d: Decimal): bigint {
  return d.scale <= 0 ? d.unscaled * pow10(-d.scale) : d.unscaled / pow10(d.scale);
}

/** Number of digits of the unscaled value; 1 for zero. */
export function decimalPrecision(d: Decimal): number {
  return abs(d.unscaled).toString().length;
}

export function decimalSign(d: Decimal): number {
  return d.unscaled === 0n ? 0 : d.unscaled < 0n ? -1 : 1;
}

function aligned(a: Decimal, b: Decimal): { readonly x: bigint; readonly y: bigint; readonly scale: number } {
  const scale = Math.max(a.scale, b.scale);
  return { x: a.unscaled * pow10(scale - a.scale), y: b.unscaled * pow10(scale - b.scale), scale };
}

/** Order by value: 1.0 and 1.00 compare as equal. */
export function compareDecimal(a: Decimal, b: Decimal): number {
  if (a.scale === b.scale) return a.unscaled < b.unscaled ? -1 : a.unscaled > b.unscaled ? 1 : 0;
  const { x, y } = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

export function addDecimal(a: Decimal, b: Decimal): Decimal {
  const { x, y, scale } = aligned(a, b);
  return { unscaled: x + y, scale };
}

export function negateDecimal(a: Decimal): Decimal {
  return { unscaled: -a.unscaled, scale: a.scale };
}

export function subtractDecimal(a: Decimal, b: Decimal): Decimal {
  return addDecimal(a, negateDecimal(b));
}

export function multiplyDecimal(a: Decimal, b: Decimal): Decimal {
  return { unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale };
}

/** `n / d` rounded; `d` is not zero. */
export function divideRounded(n: bigint, d: bigint, rounding: Rounding): bigint {
  const quotient = n / d;
  const remainder = n % d;
  if (remainder === 0n) return quotient;
  const sign = n < 0n === d < 0n ? 1n : -1n;
  const twice = abs(remainder) * 2n;
  const size = abs(d);
  let away: boolean;
  switch (rounding) {
    case 'DOWN':
      away = false;
      break;
    case 'UP':
      away = true;
      break;
    case 'FLOOR':
      away = sign < 0n;
      break;
    case 'CEILING':
      away = sign > 0n;
      break;
    case 'HALF_UP':
      away = twice >= size;
      break;
    case 'HALF_DOWN':
      away = twice > size;
      break;
    case 'HALF_EVEN':
      away = twice > size || (twice === size && quotient % 2n !== 0n);
      break;
  }
  return away ? quotient + sign : quotient;
}

/** The number with another scale, rounded where digits are lost. */
export function rescaleDecimal(d: Decimal, scale: number, rounding: Rounding): Decimal {
  if (scale === d.scale) return d;
  if (scale > d.scale) return { unscaled: d.unscaled * pow10(scale - d.scale), scale };
  return { unscaled: divideRounded(d.unscaled, pow10(d.scale - scale), rounding), scale };
}

/** `a / b` with the given scale of the result; `b` is not zero. */
export function divideDecimal(a: Decimal, b: Decimal, scale: number, rounding: Rounding): Decimal {
  const shift = scale - a.scale + b.scale;
  const n = shift >= 0 ? a.unscaled * pow10(shift) : a.unscaled;
  const d = shift >= 0 ? b.unscaled : b.unscaled * pow10(-shift);
  return { unscaled: divideRounded(n, d, rounding), scale };
}

/** The number rounded to so many digits (Java's `round(MathContext)`). */
export function roundToPrecision(d: Decimal, precision: number, rounding: Rounding): Decimal {
  let result = d;
  // Rounding up may carry into one more digit, hence the loop.
  for (let excess = decimalPrecision(result) - precision; excess > 0; excess = decimalPrecision(result) - precision) {
    result = { unscaled: divideRounded(result.unscaled, pow10(excess), rounding), scale: result.scale - excess };
  }
  return result;
}

/** Java's `stripTrailingZeros`: may give a negative scale. */
export function stripTrailingZeros(d: Decimal): Decimal {
  if (d.unscaled === 0n) return DECIMAL_ZERO;
  let { unscaled, scale } = d;
  while (unscaled % 10n === 0n) {
    unscaled /= 10n;
    scale--;
  }
  return { unscaled, scale };
}

/** Java's `BigDecimal.toString`: an exponent for a negative scale or more than six leading zeros. */
export function decimalText(d: Decimal): string {
  const digits = abs(d.unscaled).toString();
  const sign = d.unscaled < 0n ? '-' : '';
  if (d.scale === 0) return sign + digits;
  const exponent = digits.length - 1 - d.scale;
  if (d.scale > 0 && exponent >= -6) return sign + withPoint(digits, d.scale);
  const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
  return exponent === 0 ? sign + mantissa : `${sign}${mantissa}E${exponent > 0 ? '+' : ''}${exponent}`;
}

/** Java's `BigDecimal.toPlainString`: never an exponent. */
export function decimalPlainText(d: Decimal): string {
  const digits = abs(d.unscaled).toString();
  const sign = d.unscaled < 0n ? '-' : '';
  if (d.scale <= 0) return d.unscaled === 0n ? '0' : sign + digits + '0'.repeat(-d.scale);
  return sign + withPoint(digits, d.scale);
}

function withPoint(digits: string, scale: number): string {
  const padded = digits.padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

/** Calcite's `Util.toScientificNotation`: twenty digits, cut and not rounded. */
export function scientificText(d: Decimal): string {
  const all = abs(d.unscaled).toString();
  const exponent = all.length - d.scale - 1;
  let digits = all.slice(0, 20);
  if (d.scale === 0) digits = digits[0] + digits.slice(1).replace(/0+$/, '');
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${d.unscaled < 0n ? '-' : ''}${digits[0]}${rest}E${exponent}`;
}

/** True if the number's whole digits fit a DECIMAL type (Calcite's `isValidDecimalValue`; the scale is not looked at). */
export function fitsDecimalType(d: Decimal, type: { readonly precision?: number; readonly scale?: number }): boolean {
  return decimalPrecision(d) - d.scale <= (type.precision ?? 0) - (type.scale ?? 0);
}
