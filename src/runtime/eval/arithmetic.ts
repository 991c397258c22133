import type { Decimal } from '../../types/decimal.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { CallCompiler, Evaluate } from './contract.ts';
import {
  addDecimal,
  decimalPrecision,
  divideRounded,
  multiplyDecimal,
  negateDecimal,
  pow10,
  subtractDecimal,
} from '../../types/decimal.ts';
import { isDatetime, isIntegral, isNumeric, isYearMonthInterval } from '../../types/sql-type.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import { isDecimalValue } from '../../types/value.ts';
import { unsupportedCall } from '../../rel/rex/unsupported-call.ts';
import { codegenError } from './codegen-error.ts';
import { EvaluationError, NoEvaluator, strict, typeOf } from './contract.ts';
import { temporalMinus, temporalPlus } from './interval-arithmetic.ts';
import { asDecimal, castNumber, fitDecimal, wrapInteger } from './numbers.ts';

type Operation = 'plus' | 'minus' | 'times' | 'divide' | 'mod';

function divideByZero(message: string): EvaluationError {
  return new EvaluationError('ArithmeticException', message);
}

/** `a / b` with 38 digits, half up (Java's `divide(…, new MathContext(38))`). */
function quotient(a: Decimal, b: Decimal): Decimal {
  if (b.unscaled === 0n) throw divideByZero(a.unscaled === 0n ? 'Division undefined' : 'Division by zero');
  if (a.unscaled === 0n) return { unscaled: 0n, scale: a.scale - b.scale };
  // One digit too many tells the rounding; a remainder beyond it only matters next to a half, which the last digit then shows.
  let scale = 38 - (decimalPrecision(a) - a.scale - (decimalPrecision(b) - b.scale));
  for (;;) {
    const shift = scale - a.scale + b.scale;
    const n = shift >= 0 ? a.unscaled * pow10(shift) : a.unscaled;
    const d = shift >= 0 ? b.unscaled : b.unscaled * pow10(-shift);
    const q: Decimal = { unscaled: divideRounded(n, d, 'HALF_UP'), scale };
    if (decimalPrecision(q) <= 38) return q;
    scale--;
  }
}

function remainder(a: Decimal, b: Decimal): Decimal {
  if (b.unscaled === 0n) throw divideByZero('Division by zero');
  const scale = Math.max(a.scale, b.scale);
  return { unscaled: (a.unscaled * pow10(scale - a.scale)) % (b.unscaled * pow10(scale - b.scale)), scale };
}

function decimalOperation(op: Operation, a: Decimal, b: Decimal): Decimal {
  switch (op) {
    case 'plus':
      return addDecimal(a, b);
    case 'minus':
      return subtractDecimal(a, b);
    case 'times':
      return multiplyDecimal(a, b);
    case 'divide':
      return quotient(a, b);
    case 'mod':
      return remainder(a, b);
  }
}

function integerOperation(op: Operation, a: bigint, b: bigint): bigint {
  switch (op) {
    case 'plus':
      return a + b;
    case 'minus':
      return a - b;
    case 'times':
      return a * b;
    case 'divide':
      if (b === 0n) throw divideByZero('/ by zero');
      return a / b;
    case 'mod':
      if (b === 0n) throw divideByZero('/ by zero');
      return a % b;
  }
}

function doubleOperation(op: Operation, a: number, b: number): number {
  switch (op) {
    case 'plus':
      return a + b;
    case 'minus':
      return a - b;
    case 'times':
      return a * b;
    case 'divide':
      return a / b;
    case 'mod':
      return a % b;
  }
}

/** Both operands in the result type, computed as Java does, integers wrapping round (`generateBinaryArithmeticOperator`). */
function numeric(op: Operation, args: readonly Evaluate[], left: SqlType, type: SqlType): Evaluate {
  switch (type.name) {
    case 'DECIMAL':
      return strict(args, (x, y) => fitDecimal(decimalOperation(op, asDecimal(x), asDecimal(y)), type.precision ?? 38, type.scale ?? 0));
    case 'FLOAT':
      return strict(args, (x, y) => Math.fround(doubleOperation(op, castNumber(x, type) as number, castNumber(y, type) as number)));
    case 'DOUBLE':
      return strict(args, (x, y) => doubleOperation(op, castNumber(x, type) as number, castNumber(y, type) as number));
    default: {
      const whole = (v: Exclude<Value, null>, t: SqlType): bigint => BigInt(castNumber(v, t) as number | bigint);
      // MOD keeps the width of its left operand until the end.
      const leftType = op === 'mod' && left.name !== 'DECIMAL' && left.name !== 'FLOAT' && left.name !== 'DOUBLE' ? left : type;
      return strict(args, (x, y) => wrapInteger(integerOperation(op, whole(x, leftType), whole(y, type)), type));
    }
  }
}

/** Intervals count in whole numbers: months as INTEGER, milliseconds as BIGINT. */
function intervalOperation(op: Operation, args: readonly Evaluate[], type: SqlType): Evaluate {
  const months = isYearMonthInterval(type);
  const whole = (v: Exclude<Value, null>): bigint => (isDecimalValue(v) ? v.unscaled / pow10(v.scale) : BigInt(Math.trunc(Number(v))));
  const exact = (v: Exclude<Value, null>): bigint => (typeof v === 'bigint' ? v : whole(v));
  return strict(args, (x, y) => {
    const result = integerOperation(op, exact(x), exact(y));
    return months ? Number(BigInt.asIntN(32, result)) : BigInt.asIntN(64, result);
  });
}

function binary(op: Operation): CallCompiler {
  return (call, args, context) => {
    const left = typeOf(call, 0);
    const right = typeOf(call, 1);
    const { type } = call;
    if (isNumeric(type) && isNumeric(left) && isNumeric(right)) return numeric(op, args, left, type);
    if (isDatetime(left) || isDatetime(right)) {
      if (op === 'plus') return temporalPlus(call, args, context);
      if (op === 'minus') return temporalMinus(call, args, context);
    }
    if (type.name === 'INTERVAL') {
      if (op === 'divide') throw unsupportedCall(call);
      const number = isNumeric(left) ? left : isNumeric(right) ? right : undefined;
      if (number && !isIntegral(number)) throw codegenError(`Unsupported casting from ${flinkTypeText(number)} to ${flinkTypeText(type)}.`);
      return intervalOperation(op, args, type);
    }
    throw new NoEvaluator(call.op.name);
  };
}

export const plus = binary('plus');
export const minus = binary('minus');
export const times = binary('times');
export const divide = binary('divide');
export const mod = binary('mod');

/** `-x`. */
export const negate: CallCompiler = (call, args) => {
  const { type } = call;
  return strict(args, (x) => {
    if (isDecimalValue(x)) return negateDecimal(x);
    if (typeof x === 'bigint') return BigInt.asIntN(64, -x);
    if (type.name === 'FLOAT' || type.name === 'DOUBLE') return -(x as number);
    return type.name === 'INTERVAL' ? Number(BigInt.asIntN(32, -BigInt(x as number))) : wrapInteger(-BigInt(x as number), type);
  });
};

/** `+x`. */
export const identity: CallCompiler = (_call, args) => args[0] as Evaluate;
