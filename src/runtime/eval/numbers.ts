import type { Decimal } from '../../types/decimal.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import { decimalOf, decimalPrecision, decimalToNumber, parseDecimal, rescaleDecimal } from '../../types/decimal.ts';
import { isDecimalValue } from '../../types/value.ts';
import { EvaluationError } from './contract.ts';
import { javaDoubleText } from './java-float-text.ts';

/** `DecimalData.fromBigDecimal`: rounded half up to the scale, null if it has too many digits. */
export function fitDecimal(d: Decimal, precision: number, scale: number): Decimal | null {
  const rounded = rescaleDecimal(d, scale, 'HALF_UP');
  return decimalPrecision(rounded) > precision ? null : rounded;
}

/** `DecimalDataUtils.doubleValue`: short decimals are divided as doubles. */
export function decimalAsDouble(d: Decimal): number {
  const size = d.unscaled < 0n ? -d.unscaled : d.unscaled;
  return size < 10n ** 18n ? Number(d.unscaled) / 10 ** d.scale : decimalToNumber(d);
}

/** Any numeric value as a double. */
export function asDouble(v: Value): number {
  if (typeof v === 'number') return v;
  if (typeof v === 'bigint') return Number(v);
  return isDecimalValue(v) ? decimalAsDouble(v) : NaN;
}

/** Any numeric value as an exact decimal; a double counts by its shortest text, as `BigDecimal.valueOf` does. */
export function asDecimal(v: Value): Decimal {
  if (isDecimalValue(v)) return v;
  if (typeof v === 'bigint') return decimalOf(v);
  if (typeof v !== 'number') throw new Error('not a number');
  if (!Number.isFinite(v)) {
    const letter = Number.isNaN(v) ? 'N' : 'I';
    const message = `Character ${letter} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`;
    throw new EvaluationError('NumberFormatException', message);
  }
  return Number.isSafeInteger(v) ? decimalOf(BigInt(v)) : (parseDecimal(javaDoubleText(v)) ?? decimalOf(0));
}

/** Any whole value as a bigint, fractions cut. */
export function asBigInt(v: Value): bigint {
  if (typeof v === 'bigint') return v;
  if (typeof v === 'number') return doubleToLong(v);
  return isDecimalValue(v) ? BigInt.asIntN(64, rescaleDecimal(v, 0, 'DOWN').unscaled) : 0n;
}

/** Java's `(long) double`. */
export function doubleToLong(d: number): bigint {
  if (Number.isNaN(d)) return 0n;
  if (d >= 9.223372036854775807e18) return 9223372036854775807n;
  if (d <= -9.223372036854775808e18) return -9223372036854775808n;
  return BigInt(Math.trunc(d));
}

/** Java's `(int) double`. */
export function doubleToInt(d: number): number {
  if (Number.isNaN(d)) return 0;
  if (d >= 2147483647) return 2147483647;
  if (d <= -2147483648) return -2147483648;
  // `+ 0` makes a negative zero a positive one.
  return Math.trunc(d) + 0;
}

/** A whole number wrapped into a type, as Java narrows. */
export function wrapInteger(n: bigint, type: SqlType): Value {
  switch (type.name) {
    case 'TINYINT':
      return Number(BigInt.asIntN(8, n));
    case 'SMALLINT':
      return Number(BigInt.asIntN(16, n));
    case 'INTEGER':
      return Number(BigInt.asIntN(32, n));
    default:
      return BigInt.asIntN(64, n);
  }
}

/** The numeric value in the form of another numeric type (Flink's primitive and decimal cast rules). */
export function castNumber(v: Exclude<Value, null>, to: SqlType): Value {
  switch (to.name) {
    case 'TINYINT':
    case 'SMALLINT':
      return wrapInteger(typeof v === 'number' ? BigInt(doubleToInt(v)) : asBigInt(v), to);
    case 'INTEGER':
      return typeof v === 'number' ? doubleToInt(v) : wrapInteger(asBigInt(v), to);
    case 'BIGINT':
      return asBigInt(v);
    case 'FLOAT':
      return Math.fround(asDouble(v));
    case 'DOUBLE':
      return asDouble(v);
    default:
      return fitDecimal(asDecimal(v), to.precision ?? 10, to.scale ?? 0);
  }
}
