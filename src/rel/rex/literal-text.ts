import type { SqlType } from '../../types/sql-type.ts';
import type { LiteralValue, RexLiteral, Sarg, SargRange } from './rex-node.ts';
import { unreachable } from '../../base/assert.ts';
import { dateText, timestampText, timeText } from '../../types/datetime-text.ts';
import { decimalText, decimalToBigInt, scientificText } from '../../types/decimal.ts';
import { fullTypeText } from '../../types/sql-type.ts';

/** Whether a literal's text carries its type (Calcite's `RexDigestIncludeType`). */
export type IncludeType = 'optional' | 'never';

/** The bare string literal as every digest prints it: charset prefix, quotes doubled. */
export function charLiteralText(value: string): string {
  return `_UTF-16LE'${value.replaceAll("'", "''")}'`;
}

export function hexText(bytes: Uint8Array): string {
  let text = '';
  for (const b of bytes) text += b.toString(16).padStart(2, '0');
  return text;
}

/** The value's text by its own kind, without a type suffix (Calcite's `RexLiteral.appendAsJava`). */
export function literalValueText(value: LiteralValue, type: SqlType, include: IncludeType = 'optional'): string {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(value.value);
    case 'decimal':
      return decimalText(value.value);
    case 'bigint':
      return `${decimalToBigInt(value.value)}L`;
    case 'double':
      return scientificText(value.value);
    case 'char':
      return charLiteralText(value.value);
    case 'binary':
      return `X'${hexText(value.value)}'`;
    case 'date':
      return dateText(value.days);
    case 'time':
      return timeText(value.nanos);
    case 'timestamp':
      return timestampText(value.nanos);
    case 'interval':
      return String(value.value);
    case 'symbol':
      return `FLAG(${value.value})`;
    case 'sarg':
      return sargText(value.value, (v) => sargElementText(v, type));
    case 'row':
      return `[${value.values.map((v) => literalText(v, include)).join(', ')}]`;
    default:
      return unreachable(value);
  }
}

/** True if the OPTIONAL digest omits the type (Calcite's `RexLiteral.shouldIncludeType`). */
export function literalOmitsType(literal: RexLiteral): boolean {
  const { value, type } = literal;
  if (value.kind === 'null' || type.nullable) return false;
  switch (type.name) {
    case 'BOOLEAN':
    case 'INTEGER':
    case 'SYMBOL':
    case 'DATE':
      return true;
    case 'CHAR':
      return value.kind === 'char' && value.value.length === type.precision;
    case 'TIME':
    case 'TIMESTAMP':
      return type.precision === 0;
    default:
      return false;
  }
}

/** Text of a literal (Calcite's `RexLiteral.computeDigest`). */
export function literalText(literal: RexLiteral, include: IncludeType = 'optional'): string {
  const bare = literalValueText(literal.value, literal.type, include);
  if (include === 'never' || literalOmitsType(literal)) return bare;
  return `${bare}:${fullTypeText(literal.type)}`;
}

/** A Sarg's value re-typed to the Sarg's type: its text follows the type, not the literal it came from. */
function sargElementText(value: LiteralValue, type: SqlType): string {
  return literalText({ rex: 'literal', value: withStrictKind(value, type), type: type });
}

function withStrictKind(value: LiteralValue, type: SqlType): LiteralValue {
  if (value.kind !== 'decimal' && value.kind !== 'double' && value.kind !== 'bigint') return value;
  switch (type.name) {
    case 'BIGINT':
      return { kind: 'bigint', value: value.value };
    case 'FLOAT':
    case 'DOUBLE':
      return { kind: 'double', value: value.value };
    default:
      return { kind: 'decimal', value: value.value };
  }
}

/** Calcite's `Sarg.toString` with a printer for the values. */
export function sargText(sarg: Sarg, valueText: (value: LiteralValue) => string): string {
  const first = sarg.ranges[0];
  if (!first) {
    return sarg.nullAs === 'FALSE' ? 'Sarg[FALSE]' : sarg.nullAs === 'TRUE' ? 'Sarg[IS NULL]' : 'Sarg[<>]';
  }
  if (sarg.ranges.length === 1 && first.lower === undefined && first.upper === undefined) {
    return sarg.nullAs === 'FALSE' ? 'Sarg[IS NOT NULL]' : sarg.nullAs === 'TRUE' ? 'Sarg[TRUE]' : 'Sarg[=]';
  }
  const suffix = sarg.nullAs === 'UNKNOWN' ? '' : `; NULL AS ${sarg.nullAs}`;
  return `Sarg[${sarg.ranges.map((r) => rangeText(r, valueText)).join(', ')}${suffix}]`;
}

function rangeText(r: SargRange, valueText: (value: LiteralValue) => string): string {
  const lower = r.lower === undefined ? undefined : valueText(r.lower);
  const upper = r.upper === undefined ? undefined : valueText(r.upper);
  if (lower !== undefined && r.lowerClosed && r.upperClosed && upper !== undefined && isPoint(r)) return lower;
  return `${r.lowerClosed && lower !== undefined ? '[' : '('}${lower ?? '-∞'}..${upper ?? '+∞'}${r.upperClosed && upper !== undefined ? ']' : ')'}`;
}

function isPoint(r: SargRange): boolean {
  // Both ends of a point are the same object wherever ranges are built (see sarg.ts).
  return r.lower === r.upper;
}
