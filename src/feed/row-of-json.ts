import type { FeedJson, FeedObject } from './feed-json.ts';
import type { SqlType, Field } from '../types/sql-type.ts';
import type { Value } from '../types/value.ts';
import { daysFromCivil, daysInMonth, truncateNanos } from '../types/datetime-text.ts';
import { decimalPrecision, parseDecimal, rescaleDecimal } from '../types/decimal.ts';
import { feedJsonText, isFeedNumber, isFeedObject } from './feed-json.ts';

/** A value that does not fit its column; the reader of the feed reports it with its line. */
export class FeedValueError extends Error {}

/** The values of a row's columns, in the order of `fields`; a column that is not written is null (Flink's JSON format does the same). */
export function rowOfJson(json: FeedObject, fields: readonly Field[]): Value[] {
  return fields.map((f) => {
    try {
      return valueOfJson(json.fields.get(f.name) ?? null, f.type);
    } catch (error) {
      throw error instanceof FeedValueError ? new FeedValueError(`Column ${f.name}: ${error.message}`) : error;
    }
  });
}

/** Text of a scalar: strings as they are, everything else as JSON. */
function textOf(v: FeedJson): string {
  return typeof v === 'string' ? v : feedJsonText(v);
}

/** A JSON value as a value of a column, by the rules of `JsonToRowDataConverters` with SQL timestamps. Throws `FeedValueError`. */
export function valueOfJson(v: FeedJson, type: SqlType): Value {
  if (v === null) return null;
  const bad = (): never => {
    throw new FeedValueError(`${feedJsonText(v)} is no ${type.name}`);
  };
  switch (type.name) {
    case 'BOOLEAN':
      return typeof v === 'boolean' ? v : textOf(v).trim().toLowerCase() === 'true';
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
      return Number(BigInt.asIntN(type.name === 'TINYINT' ? 8 : type.name === 'SMALLINT' ? 16 : 32, integerOf(v) ?? bad()));
    case 'BIGINT':
      return BigInt.asIntN(64, integerOf(v) ?? bad());
    case 'FLOAT':
    case 'DOUBLE': {
      const n = Number(textOf(v).trim());
      if (Number.isNaN(n) && textOf(v).trim() !== 'NaN') bad();
      return type.name === 'FLOAT' ? Math.fround(n) : n;
    }
    case 'DECIMAL': {
      const d = parseDecimal(textOf(v).trim()) ?? bad();
      const fitted = rescaleDecimal(d, type.scale ?? 0, 'HALF_UP');
      return decimalPrecision(fitted) > (type.precision ?? 38) ? null : fitted;
    }
    case 'CHAR':
    case 'VARCHAR':
      return textOf(v);
    case 'BINARY':
    case 'VARBINARY':
      return bytesOfBase64(textOf(v)) ?? bad();
    case 'DATE':
      return dateOf(textOf(v)) ?? bad();
    case 'TIME':
      return timeOf(textOf(v)) ?? bad();
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return timestampOf(textOf(v), type) ?? bad();
    case 'ARRAY':
      if (!Array.isArray(v) || !type.element) return bad();
      return (v as readonly FeedJson[]).map((x) => valueOfJson(x, type.element as SqlType));
    case 'MAP':
      if (!isFeedObject(v) || !type.key || !type.value) return bad();
      return {
        entries: [...v.fields].map(([k, x]) => [valueOfJson(k, type.key as SqlType), valueOfJson(x, type.value as SqlType)] as const),
      };
    case 'MULTISET':
      if (!isFeedObject(v) || !type.element) return bad();
      return { entries: [...v.fields].map(([k, n]) => [valueOfJson(k, type.element as SqlType), Number(integerOf(n) ?? bad())] as const) };
    case 'ROW':
    case 'STRUCTURED':
      return isFeedObject(v) ? { row: rowOfJson(v, type.fields ?? []) } : bad();
    default:
      return bad();
  }
}

/** A whole number from a number (a fraction is cut off) or from the text of an integer. */
function integerOf(v: FeedJson): bigint | undefined {
  const text = textOf(v).trim();
  if (/^[+-]?\d+$/.test(text)) return BigInt(text.replace(/^\+/, ''));
  if (v === null || !isFeedNumber(v)) return undefined;
  const d = parseDecimal(text);
  return d && rescaleDecimal(d, 0, 'DOWN').unscaled;
}

function dateOf(text: string): number | undefined {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!m) return undefined;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return daysFromCivil(year, month, day);
}

/** Nanoseconds of the day. */
function nanosOfDay(text: string): bigint | undefined {
  const m = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?$/.exec(text);
  if (!m) return undefined;
  const [hour, minute, second] = [Number(m[1]), Number(m[2]), Number(m[3] ?? '0')];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return BigInt((hour * 60 + minute) * 60 + second) * 1_000_000_000n + BigInt((m[4] ?? '').padEnd(9, '0'));
}

/** Milliseconds of the day, as TIME is kept. */
function timeOf(text: string): number | undefined {
  const nanos = nanosOfDay(text.replace(/Z$/, ''));
  return nanos === undefined ? undefined : Number(nanos / 1_000_000n);
}

/** `2024-01-01 10:00:00.5`, with `Z` behind it for TIMESTAMP_LTZ; `T` in place of the blank is read too. */
export function timestampOf(text: string, type: SqlType): bigint | undefined {
  const m = /^(\d{4}-\d{2}-\d{2})[ T]([\d:.]+)Z?$/.exec(text.trim());
  const days = m && dateOf(m[1] ?? '');
  const nanos = m && nanosOfDay(m[2] ?? '');
  if (days === undefined || days === null || nanos === undefined || nanos === null) return undefined;
  return truncateNanos(BigInt(days) * 86_400_000_000_000n + nanos, type.precision ?? 6);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function bytesOfBase64(text: string): Uint8Array | undefined {
  const digits = text.replace(/=+$/, '');
  const out: number[] = [];
  let bits = 0;
  let count = 0;
  for (const c of digits) {
    const d = BASE64.indexOf(c);
    if (d < 0) return undefined;
    bits = ((bits << 6) | d) & 0xffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      out.push((bits >> count) & 0xff);
    }
  }
  return Uint8Array.from(out);
}
