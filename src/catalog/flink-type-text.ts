import type { SqlType } from '../types/sql-type.ts';
import { MAX_LENGTH, isYearMonthInterval } from '../types/sql-type.ts';
import { quoteName } from './object-path.ts';

/** How a text names types: the short names of messages, or SQL that Flink can read back. */
type Style = 'summary' | 'serializable';

/**
 * Flink's text of a type (`LogicalType.asSummaryString`), `NOT NULL` included: `INT`, `STRING NOT NULL`, ``ROW<`a` INT>``,
 * `TIMESTAMP(3) *ROWTIME*`. Used by Flink's own messages; plans print Calcite's text.
 */
export function flinkTypeText(t: SqlType): string {
  const text = typeText(t, 'summary');
  // The time attribute stands last, behind the nullability.
  return t.indicator ? `${text} *${t.indicator}*` : text;
}

/** The text as SQL (`LogicalType.asSerializableString`); undefined if the type cannot be written, as text without any length. */
export function serializableTypeText(t: SqlType): string | undefined {
  return isSerializable(t) ? typeText(t, 'serializable') : undefined;
}

function isSerializable(t: SqlType): boolean {
  const parts = [t.element, t.key, t.value, ...(t.fields ?? []).map((f) => f.type)];
  if ((t.name === 'CHAR' || t.name === 'BINARY') && t.precision === 0) return false;
  return t.name !== 'ANY' && parts.every((p) => p === undefined || isSerializable(p));
}

function typeText(t: SqlType, style: Style): string {
  const bare = bareText(t, style);
  return t.nullable || t.name === 'NULL' ? bare : `${bare} NOT NULL`;
}

function bareText(t: SqlType, style: Style): string {
  const inner = (part: SqlType | undefined): string => (part ? (style === 'summary' ? flinkTypeText(part) : typeText(part, style)) : '');
  const isShort = style === 'summary';
  switch (t.name) {
    case 'INTEGER':
      return 'INT';
    case 'VARCHAR':
      return isShort && t.precision === MAX_LENGTH ? 'STRING' : `VARCHAR(${t.precision})`;
    case 'VARBINARY':
      return isShort && t.precision === MAX_LENGTH ? 'BYTES' : `VARBINARY(${t.precision})`;
    case 'CHAR':
    case 'BINARY':
    case 'TIME':
      return `${t.name}(${t.precision})`;
    case 'DECIMAL':
      return `DECIMAL(${t.precision}, ${t.scale})`;
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      if (t.name === 'TIMESTAMP') return `TIMESTAMP(${t.precision})`;
      return isShort ? `TIMESTAMP_LTZ(${t.precision})` : `TIMESTAMP(${t.precision}) WITH LOCAL TIME ZONE`;
    case 'INTERVAL':
      return isYearMonthInterval(t) ? 'INTERVAL MONTH' : 'INTERVAL SECOND(3)';
    case 'ARRAY':
    case 'MULTISET':
      return `${t.name}<${inner(t.element)}>`;
    case 'MAP':
      return `MAP<${inner(t.key)}, ${inner(t.value)}>`;
    case 'ROW':
      return `ROW<${fieldsText(t, inner)}>`;
    case 'STRUCTURED':
      return `STRUCTURED<${[`'${t.className ?? ''}'`, fieldsText(t, inner)].filter((s) => s !== '').join(', ')}>`;
    case 'RAW':
      return `RAW('${t.className ?? ''}', '...')`;
    case 'ANY':
      return `RAW('java.lang.Object', ?)`;
    default:
      return t.name;
  }
}

function fieldsText(t: SqlType, inner: (part: SqlType) => string): string {
  return (t.fields ?? []).map((f) => `${quoteName(f.name)} ${inner(f.type)}`).join(', ');
}
