import type { Decimal } from '../../types/decimal.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { RexLiteral, RexNode } from './rex-node.ts';
import {
  decimalOf,
  decimalOfDouble,
  decimalPrecision,
  decimalToNumber,
  rescaleDecimal,
  roundToPrecision,
  stripTrailingZeros,
} from '../../types/decimal.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { charType, isYearMonthInterval, withNullability } from '../../types/sql-type.ts';
import { isDecimalValue } from '../../types/value.ts';
import { makeAbstractCast, makeCast } from './rex-builder.ts';
import { charLiteral, literal, nullLiteral } from './rex-factory.ts';

/**
 * The literal of a computed value (`RexBuilder.makeLiteral` with casts, as Flink's `ExpressionReducer` calls it): a nullable type gets an
 * abstract CAST around the NOT NULL literal. Undefined for values that have no literal (arrays, rows, infinite numbers …).
 */
export function literalOfValue(value: Value, type: SqlType): RexNode | undefined {
  if (value === null) return nullLiteral(type);
  if (type.nullable) {
    const inner = literalOfValue(value, withNullability(type, false));
    return inner && makeAbstractCast(type, inner);
  }
  switch (type.name) {
    case 'BOOLEAN':
      return typeof value === 'boolean' ? literal({ kind: 'boolean', value }, type) : undefined;
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return literal({ kind: 'decimal', value: decimalOf(value as number | bigint) }, type);
    case 'DECIMAL':
      return isDecimalValue(value) ? literal({ kind: 'decimal', value }, type) : undefined;
    case 'FLOAT':
      return typeof value === 'number' ? floatLiteral(value, type) : undefined;
    case 'DOUBLE':
      if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
      return literal({ kind: 'double', value: decimalOfDouble(value) }, type);
    case 'CHAR':
      return typeof value === 'string' ? charLiteral(value.padEnd(type.precision ?? 0)) : undefined;
    case 'VARCHAR':
      return typeof value === 'string' ? makeCast(type, charLiteral(value)) : undefined;
    case 'BINARY':
    case 'VARBINARY':
      return value instanceof Uint8Array ? bytesLiteral(value, type) : undefined;
    case 'DATE':
      return literal({ kind: 'date', days: value as number }, type);
    case 'TIME':
      return literal({ kind: 'time', nanos: BigInt(value as number) * 1_000_000n }, type);
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return literal({ kind: 'timestamp', nanos: value as bigint }, type);
    case 'INTERVAL':
      return literal({ kind: 'interval', value: BigInt(value as number | bigint) }, type);
    default:
      return undefined;
  }
}

/** Java keeps seven digits of a FLOAT here. */
function floatLiteral(value: number, type: SqlType): RexNode | undefined {
  if (!Number.isFinite(value)) {
    throw new FlinkError('plan/infinite-literal', [{ className: 'NumberFormatException', message: 'Infinite or NaN' }]);
  }
  const digits = stripTrailingZeros(roundToPrecision(decimalOfDouble(value), 7, 'HALF_EVEN'));
  return literal({ kind: 'double', value: digits }, type);
}

function bytesLiteral(value: Uint8Array, type: SqlType): RexNode {
  if (type.name === 'VARBINARY') return makeCast(type, literal({ kind: 'binary', value }, charType('BINARY', value.length, false)));
  const padded = new Uint8Array(Math.max(value.length, type.precision ?? 0));
  padded.set(value);
  return literal({ kind: 'binary', value: padded }, charType('BINARY', padded.length, false));
}

/** The value that a literal stands for, as evaluators see it: numbers in the form of the literal's type. */
export function valueOfLiteral(e: RexLiteral): Value {
  const { value, type } = e;
  switch (value.kind) {
    case 'null':
      return null;
    case 'boolean':
    case 'char':
    case 'binary':
    case 'symbol':
      return value.value;
    case 'date':
      return value.days;
    case 'time':
      return Number(value.nanos / 1_000_000n);
    case 'timestamp':
      return value.nanos;
    case 'interval':
      return numberOfType(decimalOf(value.value), type);
    case 'decimal':
    case 'double':
    case 'bigint':
      return numberOfType(value.value, type);
    case 'row':
      return { row: value.values.map(valueOfLiteral) };
    case 'sarg':
      throw new Error('a search argument is no value');
  }
}

function numberOfType(d: Decimal, type: SqlType): Value {
  switch (type.name) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
      return Number(rescaleDecimal(d, 0, 'DOWN').unscaled);
    case 'BIGINT':
      return rescaleDecimal(d, 0, 'DOWN').unscaled;
    case 'FLOAT':
      return Math.fround(decimalToNumber(d));
    case 'DOUBLE':
      return decimalToNumber(d);
    case 'INTERVAL': {
      const whole = rescaleDecimal(d, 0, 'DOWN').unscaled;
      return isYearMonthInterval(type) ? Number(whole) : whole;
    }
    default: {
      // A literal may carry more digits than its type; the value then overflows to null.
      const rounded = rescaleDecimal(d, type.scale ?? 0, 'HALF_UP');
      return decimalPrecision(rounded) > (type.precision ?? 38) ? null : rounded;
    }
  }
}
