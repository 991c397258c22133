import type { SqlType } from '../types/sql-type.ts';
import type { Value } from '../types/value.ts';
import { daysFromCivil } from '../types/datetime-text.ts';
import { bigintOf, nanosOfMillis } from '../types/int64.ts';
import { UnsupportedError } from '../base/diagnostic.ts';
import { FeedValueError, valueOfJson } from './row-of-json.ts';

/** The value of a field that stands at `start` to `end` of the bytes, without quotes. */
export type FieldReader = (bytes: Uint8Array, start: number, end: number) => Value;

const ZERO = 48;
const MINUS = 45;
const DECODER = new TextDecoder();

function textAt(bytes: Uint8Array, start: number, end: number): string {
  return DECODER.decode(bytes.subarray(start, end));
}

/** The reader of a column's fields. Throws `UnsupportedError` for types that Flink's CSV format nests or encodes. */
export function fieldReader(type: SqlType): FieldReader {
  switch (type.name) {
    case 'TINYINT':
      return integers(-128, 127);
    case 'SMALLINT':
      return integers(-32768, 32767);
    case 'INTEGER':
      return integers(-2147483648, 2147483647);
    case 'BIGINT':
      return longs();
    case 'CHAR':
    case 'VARCHAR':
      return texts();
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return timestamps(type);
    case 'BOOLEAN':
    case 'FLOAT':
    case 'DOUBLE':
    case 'DECIMAL':
    case 'DATE':
    case 'TIME':
      return (bytes, start, end) => valueOfJson(textAt(bytes, start, end), type);
    default:
      throw new UnsupportedError('source', `A CSV column of type ${type.name} cannot be read yet.`);
  }
}

/** The whole number of up to fifteen digits that the bytes write; NaN for anything else. */
function shortInteger(bytes: Uint8Array, start: number, end: number): number {
  const negative = bytes[start] === MINUS;
  let i = negative ? start + 1 : start;
  if (i >= end || end - i > 15) return NaN;
  let n = 0;
  for (; i < end; i++) {
    const digit = (bytes[i] as number) - ZERO;
    if (digit < 0 || digit > 9) return NaN;
    n = n * 10 + digit;
  }
  return negative ? 0 - n : n;
}

/** Any whole number, blanks around it allowed. */
function longInteger(bytes: Uint8Array, start: number, end: number): bigint {
  const text = textAt(bytes, start, end).trim();
  if (!/^[+-]?\d+$/.test(text)) throw new FeedValueError(`${JSON.stringify(text)} is no whole number`);
  return BigInt(text.replace(/^\+/, ''));
}

function integers(min: number, max: number): FieldReader {
  return (bytes, start, end) => {
    let n = shortInteger(bytes, start, end);
    if (Number.isNaN(n)) n = Number(longInteger(bytes, start, end));
    if (n < min || n > max) throw new FeedValueError(`${n} is out of range`);
    return n;
  };
}

function longs(): FieldReader {
  return (bytes, start, end) => {
    const n = shortInteger(bytes, start, end);
    if (!Number.isNaN(n)) return bigintOf(n);
    const long = longInteger(bytes, start, end);
    if (BigInt.asIntN(64, long) !== long) throw new FeedValueError(`${long} is out of range`);
    return long;
  };
}

/** Short texts come again and again: the last ones are kept, so that equal texts are one string. */
function texts(): FieldReader {
  const size = 1024;
  const known: string[] = Array.from({ length: size }, () => '');
  return (bytes, start, end) => {
    const length = end - start;
    if (length > 24) return textAt(bytes, start, end);
    let hash = length;
    for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0;
    const slot = (hash ^ (hash >>> 10)) & (size - 1);
    const candidate = known[slot] as string;
    if (candidate.length === length && isTextAt(candidate, bytes, start)) return candidate;
    const text = textAt(bytes, start, end);
    known[slot] = text;
    return text;
  };
}

/** True for an ASCII text that stands there. */
function isTextAt(text: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < text.length; i++) {
    const byte = bytes[start + i] as number;
    if (byte > 127 || text.charCodeAt(i) !== byte) return false;
  }
  return true;
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const a = (bytes[at] as number) - ZERO;
  const b = (bytes[at + 1] as number) - ZERO;
  return a < 0 || a > 9 || b < 0 || b > 9 ? NaN : a * 10 + b;
}

/** `2024-01-01 10:00:00.123` in the column's precision of up to three digits; everything else is read as a feed reads it. */
function timestamps(type: SqlType): FieldReader {
  const isPlain = type.name === 'TIMESTAMP' && (type.precision ?? 6) >= 3;
  // Most rows are of the day of the row before.
  let dayKey = -1;
  let dayMillis = 0;
  return (bytes, start, end) => {
    if (isPlain && end - start === 23) {
      const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
      const month = twoDigits(bytes, start + 5);
      const day = twoDigits(bytes, start + 8);
      const hour = twoDigits(bytes, start + 11);
      const minute = twoDigits(bytes, start + 14);
      const second = twoDigits(bytes, start + 17);
      const millis = twoDigits(bytes, start + 20) * 10 + (bytes[start + 22] as number) - ZERO;
      // Not for days that some months do not have: they are looked at below.
      const isDate =
        year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= 28 && bytes[start + 4] === MINUS && bytes[start + 7] === MINUS;
      const isTime = hour < 24 && minute < 60 && second < 60 && millis >= 0 && millis < 1000;
      const isSeparated = bytes[start + 10] === 32 && bytes[start + 13] === 58 && bytes[start + 16] === 58 && bytes[start + 19] === 46;
      if (isDate && isTime && isSeparated) {
        const key = (year * 16 + month) * 32 + day;
        if (key !== dayKey) {
          dayKey = key;
          dayMillis = daysFromCivil(year, month, day) * 86_400_000;
        }
        return nanosOfMillis(dayMillis + (hour * 60 + minute) * 60_000 + second * 1000 + millis);
      }
    }
    return valueOfJson(textAt(bytes, start, end), type);
  };
}
