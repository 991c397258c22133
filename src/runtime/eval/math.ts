import type { Decimal } from '../../types/decimal.ts';
import type { Value } from '../../types/value.ts';
import type { CallCompiler } from './contract.ts';
import * as exact from '../../base/exact-math.ts';
import * as strictMath from '../../base/strict-math.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { decimalOf, decimalSign, negateDecimal, rescaleDecimal } from '../../types/decimal.ts';
import { decimalType } from '../../types/sql-type.ts';
import { isDecimalValue } from '../../types/value.ts';
import { unsupportedCall } from '../../rel/rex/unsupported-call.ts';
import { uncompilable } from './codegen-error.ts';
import { EvaluationError, strict, typeOf } from './contract.ts';
import { asBigInt, asDecimal, asDouble, castNumber, fitDecimal, wrapInteger } from './numbers.ts';

/**
 * Mathematical functions. Everything approximate is computed in doubles: as Java's `Math` does it, which hands on to `StrictMath` for inverse
 * and hyperbolic functions.
 */

function doubles(f: (...x: number[]) => number): CallCompiler {
  return (_call, args) => strict(args, (...values) => f(...values.map(asDouble)));
}

export const sin = doubles(exact.sin);
export const cos = doubles(exact.cos);
export const tan = doubles(exact.tan);
export const cot = doubles((x) => 1 / exact.tan(x ?? 0));
export const asin = doubles(strictMath.asin);
export const acos = doubles(strictMath.acos);
export const atan = doubles(strictMath.atan);
export const atan2 = doubles((y, x) => strictMath.atan2(y ?? 0, x ?? 0));
export const sinh = doubles(strictMath.sinh);
export const cosh = doubles(strictMath.cosh);
export const tanh = doubles(strictMath.tanh);
/** Since JDK 9 `Math` multiplies by these constants. */
export const degrees = doubles((x) => (x ?? 0) * 57.29577951308232);
export const radians = doubles((x) => (x ?? 0) * 0.017453292519943295);
export const exp = doubles(exact.exp);
export const ln = doubles(exact.log);
export const log10 = doubles(exact.log10);
export const log2 = doubles((x) => exact.log(x ?? 0) / exact.log(2));
/** LOG(x) or LOG(base, x). */
export const log = doubles((a, x) => (x === undefined ? exact.log(a ?? 0) : exact.log(x) / exact.log(a ?? 0)));
export const power = doubles((x, y) => javaPow(x ?? 0, y ?? 0));
export const sqrt = doubles((x) => javaPow(x ?? 0, 0.5));

/** Java and JavaScript differ for a base of ±1 and an infinite exponent only. */
function javaPow(x: number, y: number): number {
  return exact.pow(x, y);
}

export const pi: CallCompiler = () => () => Math.PI;
export const e: CallCompiler = () => () => Math.E;

/** ABS in the operand's own type, wrapping round for the smallest integer. */
export const abs: CallCompiler = (call, args) => {
  const type = typeOf(call, 0);
  if (type.name === 'INTERVAL') throw unsupportedCall(call);
  return strict(args, (x) => {
    if (isDecimalValue(x)) return x.unscaled < 0n ? negateDecimal(x) : x;
    if (typeof x === 'bigint') return BigInt.asIntN(64, x < 0n ? -x : x);
    if (type.name === 'FLOAT' || type.name === 'DOUBLE') return Math.abs(x as number);
    return wrapInteger(BigInt(Math.abs(x as number)), type);
  });
};

/** FLOOR and CEIL of a number. */
export function floorOrCeil(up: boolean): CallCompiler {
  return (call, args) => {
    const type = typeOf(call, 0);
    return strict(args, (x) => {
      if (isDecimalValue(x))
        return fitDecimal(rescaleDecimal(x, 0, up ? 'CEILING' : 'FLOOR'), call.type.precision ?? 38, call.type.scale ?? 0);
      if (type.name !== 'FLOAT' && type.name !== 'DOUBLE') return x;
      return up ? Math.ceil(x as number) : Math.floor(x as number);
    });
  };
}

/** SIGN in the operand's own type. */
export const sign: CallCompiler = (call, args) => {
  const type = typeOf(call, 0);
  // Flink's code assigns an int to a byte or a short.
  if (type.name === 'TINYINT' || type.name === 'SMALLINT') throw uncompilable();
  return strict(args, (x) => {
    if (isDecimalValue(x)) return rescaleDecimal({ unscaled: BigInt(decimalSign(x)), scale: 0 }, type.scale ?? 0, 'DOWN');
    if (typeof x === 'bigint') return x < 0n ? -1n : x > 0n ? 1n : 0n;
    return Math.sign(x as number);
  });
};

/** `BigDecimal.movePointRight` and `setScale` with so many digits that Java gives up. */
const TOO_MANY_DIGITS = 100_000_000;

/** Digits beyond `r` removed, HALF_UP or DOWN; a negative `r` counts before the point. */
function roundDecimal(d: Decimal, r: number, rounding: 'HALF_UP' | 'DOWN'): Decimal {
  if (Math.abs(r) <= TOO_MANY_DIGITS || d.unscaled === 0n) return rescaleDecimal(d, Math.max(-1000, Math.min(1000, r)), rounding);
  const overflows = r > -2147483648 + d.scale;
  throw new EvaluationError('ArithmeticException', overflows ? 'BigInteger would overflow supported range' : 'Underflow');
}

/** A DECIMAL by `DecimalDataUtils.sround` or `SqlFunctionUtils.struncate`: the scale follows from the digits, not from the call's type. */
function roundOfDecimal(d: Decimal, r: number, rounding: 'HALF_UP' | 'DOWN', type: SqlType): Value {
  if (r >= d.scale) return d;
  const precision = 1 + (type.precision ?? 38) - (type.scale ?? 0);
  const rounded = roundDecimal(d, r, rounding);
  return r < 0 ? fitDecimal(rounded, Math.min(38, precision), 0) : fitDecimal(rounded, precision + r, r);
}

/** ROUND(x [, digits]). */
export const round: CallCompiler = (call, args) => {
  const type = typeOf(call, 0);
  return strict(args, (v, n) => {
    const r = n === undefined ? 0 : Number(n);
    if (type.name === 'DECIMAL') return roundOfDecimal(asDecimal(v), r, 'HALF_UP', type);
    if (type.name === 'FLOAT' || type.name === 'DOUBLE') return castNumber(roundDecimal(asDecimal(v), r, 'HALF_UP'), type);
    const whole = decimalOf(BigInt(v as number | bigint));
    return r >= 0 && r <= TOO_MANY_DIGITS ? v : wrapInteger(rescaleDecimal(roundDecimal(whole, r, 'HALF_UP'), 0, 'DOWN').unscaled, type);
  });
};

/** TRUNCATE(x [, digits]): anything but a DECIMAL is made a DECIMAL(38, 18) first. */
export const truncate: CallCompiler = (call, args) => {
  const type = typeOf(call, 0);
  // Flink's code assigns an int to a byte or a short.
  if (type.name === 'TINYINT' || type.name === 'SMALLINT') throw uncompilable();
  return strict(args, (v, n) => {
    const r = n === undefined ? 0 : Number(n);
    if (type.name === 'DECIMAL') return roundOfDecimal(asDecimal(v), r, 'DOWN', type);
    const exact = fitDecimal(asDecimal(v), 38, 18);
    if (!exact) throw nullDecimal();
    const result = roundOfDecimal(exact, r, 'DOWN', THIRTY_EIGHT);
    return castNumber(result as Decimal, type);
  });
};

const THIRTY_EIGHT: SqlType = decimalType(38, 18, true);

function nullDecimal(): EvaluationError {
  const message = 'Cannot invoke "org.apache.flink.table.data.DecimalData.scale()" because "b0" is null';
  return new EvaluationError('NullPointerException', message);
}

/** BIN: the 64 bits of a negative number. */
export const bin: CallCompiler = (_call, args) => strict(args, (x) => BigInt.asUintN(64, asBigInt(x as Value)).toString(2));
