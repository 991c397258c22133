import type { FeedJson } from './feed-json.ts';
import { feedJsonText, FeedJsonError, readFeedJson } from './feed-json.ts';
import { timestampOf } from './row-of-json.ts';
import { timestampType } from '../types/sql-type.ts';

/** A column that rows may have: its name and Flink's text of its type. */
export interface FeedColumn {
  readonly name: string;
  /** `BIGINT`, `TIMESTAMP(3) *ROWTIME*`, `ROW<a INT>`. */
  readonly type: string;
}

export type CellOutcome = { readonly ok: true; readonly value: FeedJson } | { readonly ok: false; readonly needs: CellNeed };

/** What a value of a column has to be. */
export type CellNeed = 'integer' | 'number' | 'boolean' | 'timestamp' | 'date' | 'time' | 'json';

const INTEGER = /^-?\d+$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The family of a type by Flink's text of it. */
export function typeFamily(type: string): CellNeed | 'text' {
  if (/\b(?:ARRAY|MULTISET|MAP)(?: NOT NULL)?$/.test(type.trim())) return 'json';
  const name = /^[A-Z_]+/i.exec(type.trim())?.[0].toUpperCase() ?? '';
  switch (name) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INT':
    case 'INTEGER':
    case 'BIGINT':
      return 'integer';
    case 'DECIMAL':
    case 'NUMERIC':
    case 'FLOAT':
    case 'DOUBLE':
      return 'number';
    case 'BOOLEAN':
      return 'boolean';
    case 'TIMESTAMP':
    case 'TIMESTAMP_LTZ':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return 'timestamp';
    case 'DATE':
      return 'date';
    case 'TIME':
      return 'time';
    case 'ARRAY':
    case 'MAP':
    case 'MULTISET':
    case 'ROW':
    case 'RECORDTYPE':
      return 'json';
    default:
      return 'text';
  }
}

/** A value as a cell shows it: NULL as nothing, an empty text as `""`. */
export function cellText(value: FeedJson | undefined): string {
  if (value === undefined || value === null) return '';
  if (value === '') return '""';
  return typeof value === 'string' ? value : feedJsonText(value);
}

/** JSON's form of a number: `.5` and `5.` are not JSON. */
function jsonNumber(text: string): string {
  const [mantissa = '', exponent] = text.split(/e/i);
  const [whole = '', fraction] = mantissa.replace('-', '').split('.');
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === undefined || fraction === '' ? '' : `.${fraction}`}`;
  return `${mantissa.startsWith('-') ? '-' : ''}${digits}${exponent === undefined ? '' : `e${exponent}`}`;
}

/** What someone wrote into a cell as a value of its column; nothing is NULL, `""` the empty text. */
export function readCell(text: string, type: string): CellOutcome {
  const family = typeFamily(type);
  const trimmed = text.trim();
  if (trimmed === '') return { ok: true, value: null };
  const good = (value: FeedJson): CellOutcome => ({ ok: true, value });
  const bad = { ok: false, needs: family === 'text' ? 'json' : family } as const;
  switch (family) {
    case 'integer':
      return INTEGER.test(trimmed) ? good({ number: jsonNumber(trimmed) }) : bad;
    case 'number':
      return NUMBER.test(trimmed) ? good({ number: jsonNumber(trimmed) }) : bad;
    case 'boolean':
      return /^(?:true|false)$/i.test(trimmed) ? good(trimmed.toLowerCase() === 'true') : bad;
    case 'timestamp':
      return timestampOf(trimmed, timestampType(9, true)) === undefined ? bad : good(trimmed);
    case 'date':
      return timestampOf(`${trimmed} 00:00`, timestampType(9, true)) === undefined ? bad : good(trimmed);
    case 'time':
      return timestampOf(`2000-01-01 ${trimmed}`, timestampType(9, true)) === undefined ? bad : good(trimmed);
    case 'json':
      return readJson(trimmed) ?? bad;
    case 'text':
      return good(trimmed === '""' ? '' : text);
  }
}

function readJson(text: string): CellOutcome | undefined {
  try {
    const { value, end } = readFeedJson(text, 0);
    return text.slice(end).trim() === '' ? { ok: true, value } : undefined;
  } catch (error) {
    if (error instanceof FeedJsonError) return undefined;
    throw error;
  }
}
