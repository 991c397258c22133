import type { SqlDateTimeLiteral, SqlLiteral, SqlNumericLiteral, SqlUnknownLiteral } from '../../sql/ast.ts';
import type { BoundLiteral, BoundValue, Origin } from '../bound.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { UnsupportedError, validationError } from '../../base/diagnostic.ts';
import { NANOS_PER_DAY, daysFromCivil, daysInMonth } from '../../types/datetime-text.ts';
import { decimalText, parseDecimal, scientificText } from '../../types/decimal.ts';
import { charType, decimalType, intervalType, simpleType, timeType, timestampLtzType, timestampType } from '../../types/sql-type.ts';
import { intervalQualifier } from '../ddl/data-type.ts';
import { contextError } from '../errors.ts';
import { originOf } from './identifier.ts';
import { intervalValue } from './interval-literal.ts';

const MAX_DECIMAL = 38;

function literal(value: BoundValue, type: SqlType, origin: Origin): BoundLiteral {
  return { kind: 'literal', value, type, origin };
}

/** A literal with its value and the type that Calcite gives it. */
export function bindLiteral(node: SqlLiteral): BoundLiteral {
  switch (node.type) {
    case 'SqlNumericLiteral':
      return bindNumber(node);
    case 'SqlCharStringLiteral':
      if (node.sameLine) throw contextError('validate/string-pieces', node.sameLine, 'String literal continued on same line');
      return literal(
        { kind: 'char', value: node.value },
        charType('CHAR', node.value.length, false),
        originOf(node, `'${node.value.replaceAll("'", "''")}'`),
      );
    case 'SqlBinaryStringLiteral':
      return literal({ kind: 'binary', hex: node.hex }, charType('BINARY', node.hex.length / 2, false), originOf(node, `X'${node.hex}'`));
    case 'SqlBooleanLiteral':
      if (node.value === undefined) return literal({ kind: 'null' }, simpleType('BOOLEAN', true), originOf(node, 'UNKNOWN'));
      return literal({ kind: 'boolean', value: node.value }, simpleType('BOOLEAN', false), originOf(node, node.value ? 'TRUE' : 'FALSE'));
    case 'SqlNullLiteral':
      return literal({ kind: 'null' }, simpleType('NULL', true), originOf(node, 'NULL'));
    case 'SqlUnknownLiteral':
      return bindTagged(node);
    case 'SqlDateTimeLiteral':
      return bindTagged(node);
    case 'SqlIntervalLiteral':
      return literal(
        { kind: 'interval', value: intervalValue(node) },
        intervalType(intervalQualifier(node.qualifier), false),
        originOf(node),
      );
    case 'SqlSymbolLiteral':
      return symbolOf(node.symbol === 'SqlJsonEmptyOrError' ? `ON ${node.value}` : node.value, originOf(node));
  }
}

export function symbolOf(value: string, origin: Origin): BoundLiteral {
  return literal({ kind: 'symbol', value }, simpleType('SYMBOL', false), origin);
}

function bindNumber(node: SqlNumericLiteral): BoundLiteral {
  const origin = originOf(node, node.text);
  const value = parseDecimal(node.text);
  if (!value) throw new Error(`no number: ${node.text}`);
  const outOfRange = (text: string): Error => contextError('validate/number-out-of-range', node, `Numeric literal '${text}' out of range`);
  if (!node.exact) {
    if (!Number.isFinite(Number(node.text))) throw outOfRange(scientificText(value));
    return literal({ kind: 'double', value }, simpleType('DOUBLE', false), origin);
  }
  if (value.scale <= 0) {
    const n = value.unscaled;
    if (n < -(2n ** 63n) || n >= 2n ** 63n) throw outOfRange(node.text);
    const type = n >= -2147483648n && n <= 2147483647n ? simpleType('INTEGER', false) : simpleType('BIGINT', false);
    return literal({ kind: 'decimal', value }, type, origin);
  }
  // Every digit of the text counts, zeros in front of the point too.
  const precision = Math.min(node.digits ?? node.text.replace(/^-/, '').length - 1, MAX_DECIMAL);
  if (value.unscaled < -(2n ** 63n) || value.unscaled >= 2n ** 63n) throw outOfRange(decimalText(value));
  if (value.scale > MAX_DECIMAL) {
    throw validationError(
      'validate/decimal-scale',
      `Decimal scale must be between 0 and the precision ${MAX_DECIMAL} (both inclusive).`,
      node.span,
    );
  }
  return literal({ kind: 'decimal', value }, decimalType(precision, value.scale, false), origin);
}

const FORMATS: Readonly<Record<string, string>> = {
  DATE: 'yyyy-MM-dd',
  TIME: 'HH:mm:ss',
  TIMESTAMP: 'yyyy-MM-dd HH:mm:ss',
  'TIMESTAMP WITH LOCAL TIME ZONE': 'yyyy-MM-dd HH:mm:ss',
};

function bindTagged(node: SqlUnknownLiteral | SqlDateTimeLiteral): BoundLiteral {
  const tag = node.type === 'SqlUnknownLiteral' ? node.tag : node.typeName;
  const origin = originOf(node, `${tag} '${node.value}'`);
  const bad = (): Error =>
    contextError(
      'validate/datetime-literal',
      node,
      `Illegal ${tag} literal '${node.value}': not in format '${FORMATS[tag] ?? ''}'`,
      'CalciteException',
    );
  switch (tag) {
    case 'DATE': {
      const days = parseDate(node.value);
      if (days === undefined) throw bad();
      return literal({ kind: 'date', days }, simpleType('DATE', false), origin);
    }
    case 'TIME': {
      const time = parseTime(node.value);
      if (!time) throw bad();
      return literal({ kind: 'time', nanos: time.nanos }, timeType(Math.min(time.digits, 9), false), origin);
    }
    case 'TIMESTAMP':
    case 'TIMESTAMP WITH LOCAL TIME ZONE': {
      const m = /^(\S+)(?:\s+(\S+))?$/.exec(node.value.trim());
      const days = m && parseDate(m[1] ?? '');
      const time = m?.[2] === undefined ? { nanos: 0n, digits: 0 } : parseTime(m[2]);
      if (days === undefined || days === null || !time) throw bad();
      const nanos = BigInt(days) * NANOS_PER_DAY + time.nanos;
      const precision = Math.min(time.digits, 9);
      const type = tag === 'TIMESTAMP' ? timestampType(precision, false) : timestampLtzType(precision, false);
      return literal({ kind: 'timestamp', nanos }, type, origin);
    }
    default:
      throw new UnsupportedError('literal', `Literals of ${tag} are not supported.`, node.span);
  }
}

function parseDate(text: string): number | undefined {
  const m = /^(\d{1,4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (!m) return undefined;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return daysFromCivil(year, month, day);
}

function parseTime(text: string): { readonly nanos: bigint; readonly digits: number } | undefined {
  const m = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.(\d*))?$/.exec(text.trim());
  if (!m) return undefined;
  const [h, min, s] = [Number(m[1]), Number(m[2]), Number(m[3])];
  if (h > 23 || min > 59 || s > 59) return undefined;
  const fraction = m[4] ?? '';
  const nanos = BigInt(h * 3600 + min * 60 + s) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9) || '0');
  return { nanos, digits: fraction.length };
}
