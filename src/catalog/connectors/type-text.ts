import type { Field, SqlType } from '../../types/sql-type.ts';
import {
  MAX_LENGTH,
  arrayType,
  charType,
  decimalType,
  intervalType,
  mapType,
  multisetType,
  rowTypeOf,
  simpleType,
  stringType,
  timeType,
  timestampLtzType,
  timestampType,
} from '../../types/sql-type.ts';

const SIMPLE = {
  BOOLEAN: 'BOOLEAN',
  TINYINT: 'TINYINT',
  SMALLINT: 'SMALLINT',
  INT: 'INTEGER',
  INTEGER: 'INTEGER',
  BIGINT: 'BIGINT',
  FLOAT: 'FLOAT',
  DOUBLE: 'DOUBLE',
  DATE: 'DATE',
  VARIANT: 'VARIANT',
  BITMAP: 'BITMAP',
} as const;

const WITH_LOCAL_ZONE = ' WITH LOCAL TIME ZONE';

/** A type as text in an option or a signature (`LogicalTypeParser`): `BIGINT NOT NULL`, `ROW<a INT>`, `DECIMAL(10, 2)`; undefined if it is none. */
export function parseFlinkType(text: string): SqlType | undefined {
  const trimmed = text.trim();
  const notNull = /\s+NOT\s+NULL$/i.exec(trimmed);
  const nullable = notNull === null;
  const body = (notNull ? trimmed.slice(0, notNull.index) : trimmed.replace(/\s+NULL$/i, '')).trim();
  const angle = /^(\w+)\s*<(.*)>$/s.exec(body);
  if (angle) return compound((angle[1] ?? '').toUpperCase(), angle[2] ?? '', nullable);
  const plain = /^(\w+)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?(.*)$/s.exec(body);
  if (!plain) return undefined;
  const rest = (plain[4] ?? '').replaceAll(/\s+/g, ' ').toUpperCase();
  const p = plain[2] === undefined ? undefined : Number(plain[2]);
  const s = plain[3] === undefined ? undefined : Number(plain[3]);
  const head = (plain[1] ?? '').toUpperCase();
  if (head === 'TIMESTAMP' && (rest === WITH_LOCAL_ZONE || rest === '' || rest === ' WITHOUT TIME ZONE')) {
    return rest === WITH_LOCAL_ZONE ? timestampLtzType(p ?? 6, nullable) : timestampType(p ?? 6, nullable);
  }
  if (head === 'INTERVAL') return intervalOf(body, nullable);
  if (head === 'DOUBLE' && rest === ' PRECISION') return simpleType('DOUBLE', nullable);
  return rest === '' ? simple(head, p, s, nullable) : undefined;
}

function simple(head: string, p: number | undefined, s: number | undefined, nullable: boolean): SqlType | undefined {
  switch (head) {
    case 'STRING':
      return stringType(nullable);
    case 'BYTES':
      return charType('VARBINARY', MAX_LENGTH, nullable);
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return charType(head, p ?? 1, nullable);
    case 'DECIMAL':
    case 'DEC':
    case 'NUMERIC':
      return decimalType(p ?? 10, s ?? 0, nullable);
    case 'TIME':
      return timeType(p ?? 0, nullable);
    case 'TIMESTAMP_LTZ':
      return timestampLtzType(p ?? 6, nullable);
    default: {
      const name = Object.entries(SIMPLE).find(([k]) => k === head)?.[1];
      return name ? simpleType(name, nullable) : undefined;
    }
  }
}

function intervalOf(body: string, nullable: boolean): SqlType {
  const months = /YEAR|MONTH/i.test(body);
  return intervalType(months ? { start: 'MONTH', end: 'MONTH' } : { start: 'SECOND', end: 'SECOND' }, nullable);
}

function compound(head: string, inner: string, nullable: boolean): SqlType | undefined {
  const parts = splitTopLevel(inner);
  const first = parts[0] === undefined ? undefined : parseFlinkType(parts[0]);
  const second = parts[1] === undefined ? undefined : parseFlinkType(parts[1]);
  switch (head) {
    case 'ARRAY':
      return first && arrayType(first, nullable);
    case 'MULTISET':
      return first && multisetType(first, nullable);
    case 'MAP':
      return first && second && mapType(first, second, nullable);
    case 'ROW': {
      const fields: Field[] = [];
      for (const part of parts) {
        const m = /^(?:`((?:[^`]|``)+)`|(\w+))\s+(.*)$/s.exec(part);
        const type = m && parseFlinkType(m[3] ?? '');
        if (!m || !type) return undefined;
        fields.push({ name: m[1]?.replaceAll('``', '`') ?? m[2] ?? '', type });
      }
      return rowTypeOf(fields, nullable);
    }
    default:
      return undefined;
  }
}

/** Pieces between commas that stand in no brackets. */
export function splitTopLevel(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '(' || c === '<') depth++;
    else if (c === ')' || c === '>') depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' && parts.length === 0 ? [] : [...parts, last];
}
