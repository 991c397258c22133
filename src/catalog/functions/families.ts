import type { SqlType } from '../../types/sql-type.ts';
import {
  isApproximateNumeric,
  isBinary,
  isCharacter,
  isDatetime,
  isExactNumeric,
  isIntegral,
  isNumeric,
  isTimestamp,
  shortTypeText,
} from '../../types/sql-type.ts';
import type { CallBinding } from '../sql-operator.ts';

/** Calcite's `SqlTypeFamily` as operand checks name it. */
export type Family =
  | 'ANY'
  | 'NUMERIC'
  | 'EXACT_NUMERIC'
  | 'APPROXIMATE_NUMERIC'
  | 'INTEGER'
  | 'CHARACTER'
  | 'STRING'
  | 'BINARY'
  | 'BOOLEAN'
  | 'DATETIME'
  | 'DATE'
  | 'TIME'
  | 'TIMESTAMP'
  | 'DATETIME_INTERVAL'
  | 'INTERVAL'
  | 'ARRAY'
  | 'MAP'
  | 'MULTISET'
  | 'SYMBOL';

/** True if a type belongs to a family; an untyped NULL and Calcite's ANY belong to every family. */
export function inFamily(t: SqlType, family: Family): boolean {
  if (t.name === 'NULL' || t.name === 'ANY') return true;
  switch (family) {
    case 'ANY':
      return true;
    case 'NUMERIC':
      return isNumeric(t);
    case 'EXACT_NUMERIC':
      return isExactNumeric(t);
    case 'APPROXIMATE_NUMERIC':
      return isApproximateNumeric(t);
    case 'INTEGER':
      return isIntegral(t);
    case 'CHARACTER':
      return isCharacter(t);
    case 'BINARY':
      return isBinary(t);
    case 'STRING':
      return isCharacter(t) || isBinary(t);
    case 'DATETIME':
      return isDatetime(t);
    case 'TIMESTAMP':
      return isTimestamp(t);
    case 'DATETIME_INTERVAL':
    case 'INTERVAL':
      return t.name === 'INTERVAL';
    case 'BOOLEAN':
    case 'DATE':
    case 'TIME':
    case 'ARRAY':
    case 'MAP':
    case 'MULTISET':
    case 'SYMBOL':
      return t.name === family;
  }
}

/** A type as operand messages print it: in capitals without charset and nullability. */
export function operandText(b: CallBinding, i: number): string {
  const t = b.operandTypes[i];
  if (!t) return '<>';
  const symbol = t.name === 'SYMBOL' ? b.symbol(i) : undefined;
  if (symbol !== undefined && TIME_UNITS.has(symbol)) return `<INTERVAL ${symbol}>`;
  return `<${shortTypeText(t).toUpperCase()}>`;
}

const TIME_UNITS: ReadonlySet<string> = new Set([
  'YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND', 'MICROSECOND', 'NANOSECOND', 'DOW', 'DOY', 'ISODOW',
  'ISOYEAR', 'EPOCH', 'DECADE', 'CENTURY', 'MILLENNIUM',
]); // prettier-ignore
