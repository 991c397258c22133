import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';
import { addDecimal, decimalOf, divideDecimal, subtractDecimal } from '../../types/decimal.ts';
import { bigintOf } from '../../types/int64.ts';
import { isDecimalValue } from '../../types/value.ts';
import { asBigInt, asDecimal, asDouble, castNumber, fitDecimal, wrapInteger } from '../eval/numbers.ts';

/** Addition in a type: integers wrap around, a decimal with too many digits is null. */
interface Arithmetic {
  readonly zero: Value;
  plus(a: Value, b: Value): Value;
  minus(a: Value, b: Value): Value;
}

function arithmeticOf(type: SqlType): Arithmetic {
  switch (type.name) {
    case 'DECIMAL': {
      const scale = type.scale ?? 0;
      const op =
        (f: typeof addDecimal) =>
        (a: Value, b: Value): Value =>
          a === null || b === null ? null : fitDecimal(f(asDecimal(a), asDecimal(b)), type.precision ?? 38, scale);
      return { zero: decimalOf(0n, scale), plus: op(addDecimal), minus: op(subtractDecimal) };
    }
    case 'FLOAT':
      return {
        zero: 0,
        plus: (a, b) => Math.fround(asDouble(a) + asDouble(b)),
        minus: (a, b) => Math.fround(asDouble(a) - asDouble(b)),
      };
    case 'DOUBLE':
      return { zero: 0, plus: (a, b) => asDouble(a) + asDouble(b), minus: (a, b) => asDouble(a) - asDouble(b) };
    case 'BIGINT':
      return {
        zero: 0n,
        plus: (a, b) => BigInt.asIntN(64, asBigInt(a) + asBigInt(b)),
        minus: (a, b) => BigInt.asIntN(64, asBigInt(a) - asBigInt(b)),
      };
    default:
      return {
        zero: 0,
        plus: (a, b) => wrapInteger(asBigInt(a) + asBigInt(b), type),
        minus: (a, b) => wrapInteger(asBigInt(a) - asBigInt(b), type),
      };
  }
}

interface SumOptions {
  readonly emptyIsNull: boolean;
  readonly retracts: boolean;
}

class Sum implements Accumulator {
  private sum: Value;
  private count = 0;
  private readonly math: Arithmetic;
  private readonly emptyIsNull: boolean;
  private readonly retracts: boolean;

  constructor(math: Arithmetic, o: SumOptions) {
    this.math = math;
    this.emptyIsNull = o.emptyIsNull;
    this.retracts = o.retracts;
    this.sum = o.emptyIsNull ? null : this.math.zero;
  }

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null) return;
    this.sum = this.sum === null ? (this.emptyIsNull ? this.math.plus(this.math.zero, x) : null) : this.math.plus(this.sum, x);
    if (this.retracts) this.count++;
  }

  retract(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null) return;
    this.sum = this.math.minus(this.sum ?? this.math.zero, x);
    this.count--;
  }

  merge(other: Accumulator): void {
    // The count of a partial aggregate is what its final one adds up.
    if (other instanceof Count) this.sum = this.math.plus(this.sum ?? this.math.zero, other.value());
    if (!(other instanceof Sum)) return;
    this.count += other.count;
    if (other.sum === null) return;
    this.sum = this.sum === null ? other.sum : this.math.plus(this.sum, other.sum);
  }

  /** With retraction a count tells whether any value is left. */
  value(): Value {
    return this.emptyIsNull && this.retracts && this.count === 0 ? null : this.sum;
  }
}

const ZERO_WHEN_EMPTY: SumOptions = { emptyIsNull: false, retracts: false };

/** SUM: null without values; decimals of precision 38. */
export function sum(type: SqlType, retracts: boolean): AccumulatorFactory {
  const math = arithmeticOf(type);
  const options = { emptyIsNull: true, retracts };
  return () => new Sum(math, options);
}

/** $SUM0: 0 without values. */
export function sum0(type: SqlType): AccumulatorFactory {
  const math = arithmeticOf(type);
  return () => new Sum(math, ZERO_WHEN_EMPTY);
}

class Count implements Accumulator {
  private count = 0;
  private readonly everyRow: boolean;

  constructor(everyRow: boolean) {
    this.everyRow = everyRow;
  }

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (this.everyRow || x !== null) this.count++;
  }

  retract(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (this.everyRow || x !== null) this.count--;
  }

  merge(other: Accumulator): void {
    if (other instanceof Count) this.count += other.count;
  }

  value(): Value {
    return bigintOf(this.count);
  }
}

/** COUNT(*) counts rows, COUNT(x) those where x is not null. */
export function count(everyRow: boolean): AccumulatorFactory {
  return () => new Count(everyRow);
}

class Average implements Accumulator {
  private readonly total: Sum;
  private readonly rows = new Count(false);
  private readonly type: SqlType;

  constructor(math: Arithmetic, type: SqlType) {
    this.total = new Sum(math, ZERO_WHEN_EMPTY);
    this.type = type;
  }

  accumulate(args: readonly Value[]): void {
    this.total.accumulate(args);
    this.rows.accumulate(args);
  }

  retract(args: readonly Value[]): void {
    this.total.retract(args);
    this.rows.retract(args);
  }

  merge(other: Accumulator): void {
    if (!(other instanceof Average)) return;
    this.total.merge(other.total);
    this.rows.merge(other.rows);
  }

  value(): Value {
    const n = this.rows.value() as bigint;
    const total = this.total.value();
    if (n === 0n || total === null) return null;
    if (isDecimalValue(total)) {
      const quotient = divideDecimal(total, decimalOf(n), this.type.scale ?? 0, 'HALF_UP');
      return fitDecimal(quotient, this.type.precision ?? 38, this.type.scale ?? 0);
    }
    return castNumber(typeof total === 'bigint' ? total / n : asDouble(total) / Number(n), this.type);
  }
}

/** AVG: integers are cut toward zero. `sumType` is the type the sum is kept in. */
export function average(sumType: SqlType, type: SqlType): AccumulatorFactory {
  const math = arithmeticOf(sumType);
  return () => new Average(math, type);
}

class Welford implements Accumulator {
  private n = 0;
  private mean = 0;
  private m2 = 0;

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null) return;
    const v = asDouble(x);
    this.n++;
    const delta = v - this.mean;
    this.mean += delta / this.n;
    this.m2 += delta * (v - this.mean);
  }

  retract(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null) return;
    const v = asDouble(x);
    this.n--;
    if (this.n === 0) {
      this.mean = 0;
      this.m2 = 0;
      return;
    }
    const delta = v - this.mean;
    this.mean -= delta / this.n;
    this.m2 -= delta * (v - this.mean);
  }

  merge(other: Accumulator): void {
    if (!(other instanceof Welford) || other.n === 0) return;
    const n = this.n + other.n;
    if (this.n === 0) {
      this.mean = other.mean;
      this.m2 = other.m2;
    } else if (n !== 0) {
      const delta = other.mean - this.mean;
      this.mean += (delta * other.n) / n;
      this.m2 += other.m2 + (delta * delta * this.n * other.n) / n;
    }
    this.n = n;
  }

  value(): Value {
    return this.n <= 0 || this.m2 < 0 ? null : this.m2;
  }
}

/** $WELFORD_M2: the sum of squared distances from the mean, for variances. */
export function welford(): AccumulatorFactory {
  return () => new Welford();
}
