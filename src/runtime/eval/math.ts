import type { Decimal } from '../../types/decimal.ts';
import type { Value } from '../../types/value.ts';
import type { CallCompiler, Evaluate } from './contract.ts';
import * as exact from '../../base/exact-math.ts';
import * as strictMath from '../../base/strict-math.ts';
import { decimalSign, negateDecimal, rescaleDecimal } from '../../types/decimal.ts';
import { isDecimalValue } from '../../types/value.ts';
import { unsupportedCall } from '../../rel/rex/unsupported-call.ts';
import { uncompilable } from './codegen-error.ts';
import { strict, typeOf } from './contract.ts';
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
export const degrees = doubles((x) => ((x ?? 0) * 180) / Math.PI);
export const radians = doubles((x) => ((x ?? 0) / 180) * Math.PI);
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

/** Digits beyond `r` removed, HALF_UP or DOWN; a negative `r` counts before the point. */
function roundDecimal(d: Decimal, r: number, rounding: 'HALF_UP' | 'DOWN'): Decimal {
  return r >= d.scale ? d : rescaleDecimal(d, r, rounding);
}

function roundTo(rounding: 'HALF_UP' | 'DOWN'): CallCompiler {
  return (call, args) => {
    const type = typeOf(call, 0);
    const [x, digits] = args as [Evaluate, Evaluate | undefined];
    const all = digits ? [x, digits] : [x];
    return strict(all, (v, n) => {
      const r = n === undefined ? 0 : Number(n);
      switch (type.name) {
        case 'DECIMAL':
          return fitDecimal(
            rescaleDecimal(roundDecimal(asDecimal(v), r, rounding), Math.max(0, r), 'DOWN'),
            call.type.precision ?? 38,
            call.type.scale ?? 0,
          );
        case 'FLOAT':
        case 'DOUBLE':
          if (!Number.isFinite(v)) return v;
          return castNumber(roundDecimal(asDecimal(v), r, rounding), type);
        default:
          return r >= 0 ? v : wrapInteger(rescaleDecimal(roundDecimal(asDecimal(v), r, rounding), 0, 'DOWN').unscaled, type);
      }
    });
  };
}

export const round = roundTo('HALF_UP');
export const truncate = roundTo('DOWN');

/** BIN: the 64 bits of a negative number. */
export const bin: CallCompiler = (_call, args) => strict(args, (x) => BigInt.asUintN(64, asBigInt(x as Value)).toString(2));
