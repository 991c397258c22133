import type { LocalFields } from './time-zone.ts';
import { civilFromDays, daysFromCivil, daysInMonth } from '../../types/datetime-text.ts';
import { EvaluationError, NoEvaluator } from './contract.ts';

/** Date patterns of Java's `DateTimeFormatter` and `SimpleDateFormat`, in English. */
export type PatternPart = { readonly letter: string; readonly count: number } | { readonly text: string };

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Letters that mean something in a pattern and that are handled here. */
const LETTERS = 'yuYMLdDHhkKmsSnaEecwqQ';

/** Splits a pattern; an unknown letter is Java's error, a known one that is not handled is ours. */
export function parsePattern(pattern: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  for (let i = 0; i < pattern.length;) {
    const c = pattern[i] as string;
    if (c === "'") {
      const end = pattern.indexOf("'", i + 1);
      if (end < 0) throw new EvaluationError('IllegalArgumentException', `Pattern ends with an incomplete string literal: ${pattern}`);
      parts.push({ text: end === i + 1 ? "'" : pattern.slice(i + 1, end) });
      i = end + 1;
    } else if (/[A-Za-z]/.test(c)) {
      let end = i;
      while (pattern[end] === c) end++;
      if (!LETTERS.includes(c)) {
        if ('GVzOXxZnNABWFpg'.includes(c)) throw new NoEvaluator('DATE_FORMAT');
        throw new EvaluationError('IllegalArgumentException', `Unknown pattern letter: ${c}`);
      }
      parts.push({ letter: c, count: end - i });
      i = end;
    } else if (c === '{' || c === '}' || c === '#' || c === '[' || c === ']') {
      throw new NoEvaluator('DATE_FORMAT');
    } else {
      parts.push({ text: c });
      i++;
    }
  }
  return parts;
}

function padded(n: number, count: number): string {
  return String(n).padStart(count, '0');
}

/** Week of the year as in the United States: it starts on Sunday, and the first one holds January 1st. */
function usWeek(days: number): { readonly year: number; readonly week: number } {
  const sunday = (d: number): number => d - ((((d + 4) % 7) + 7) % 7);
  const { year } = civilFromDays(days);
  const next = sunday(daysFromCivil(year + 1, 1, 1));
  if (days >= next) return { year: year + 1, week: 1 };
  return { year, week: Math.floor((days - sunday(daysFromCivil(year, 1, 1))) / 7) + 1 };
}

/** The timestamp in a pattern. `millisOnly` as `SimpleDateFormat` does: S is the number of milliseconds. */
export function formatPattern(f: LocalFields, parts: readonly PatternPart[], millisOnly = false): string {
  return parts.map((p) => ('text' in p ? p.text : formatField(f, p.letter, p.count, millisOnly))).join('');
}

function formatField(f: LocalFields, letter: string, count: number, millisOnly: boolean): string {
  const weekday = (((f.days + 4) % 7) + 7) % 7;
  switch (letter) {
    case 'y':
    case 'u':
      return count === 2 ? padded(f.year % 100, 2) : padded(f.year, count);
    case 'Y': {
      const { year } = usWeek(f.days);
      return count === 2 ? padded(year % 100, 2) : padded(year, count);
    }
    case 'M':
    case 'L':
      if (count >= 4) return MONTHS[f.month - 1] ?? '';
      return count === 3 ? (MONTHS[f.month - 1] ?? '').slice(0, 3) : padded(f.month, count);
    case 'd':
      return padded(f.day, count);
    case 'D':
      return padded(f.days - daysFromCivil(f.year, 1, 1) + 1, count);
    case 'H':
      return padded(f.hour, count);
    case 'h':
      return padded(f.hour % 12 || 12, count);
    case 'k':
      return padded(f.hour || 24, count);
    case 'K':
      return padded(f.hour % 12, count);
    case 'm':
      return padded(f.minute, count);
    case 's':
      return padded(f.second, count);
    case 'S':
      return millisOnly ? padded(Math.floor(f.nano / 1_000_000), count) : padded(f.nano, 9).slice(0, count);
    case 'n':
      return padded(f.nano, count);
    case 'a':
      return f.hour < 12 ? 'AM' : 'PM';
    case 'E':
      return count >= 4 ? (DAYS[weekday] ?? '') : (DAYS[weekday] ?? '').slice(0, 3);
    case 'e':
    case 'c':
      return padded(weekday + 1, count);
    case 'w':
      return padded(usWeek(f.days).week, count);
    case 'q':
    case 'Q':
      return padded(Math.ceil(f.month / 3), count);
    default:
      throw new NoEvaluator('DATE_FORMAT');
  }
}

interface Parsed {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  nano: number;
}

interface Scan {
  at: number;
  hour12: number | undefined;
  pm: boolean | undefined;
}

/**
 * Reads a text by a pattern; local nanoseconds since the epoch, or undefined. Strict is `DateTimeFormatter`: fixed widths, the whole text,
 * no field out of range. Otherwise `SimpleDateFormat`: what follows is ignored and 32 January is 1 February.
 */
export function readPattern(text: string, parts: readonly PatternPart[], strict: boolean): bigint | undefined {
  const result: Parsed = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, nano: 0 };
  const scan: Scan = { at: 0, hour12: undefined, pm: undefined };
  for (const [i, p] of parts.entries()) {
    if ('text' in p) {
      if (!text.startsWith(p.text, scan.at)) return undefined;
      scan.at += p.text.length;
    } else {
      const next = parts[i + 1];
      const adjacent = next !== undefined && 'letter' in next && isNumeric(next.letter, next.count);
      if (!readField(text, p, { scan, result, strict, adjacent })) return undefined;
    }
  }
  if (strict && scan.at !== text.length) return undefined;
  if (scan.hour12 !== undefined) result.hour = (scan.hour12 % 12) + (scan.pm ? 12 : 0);
  return toNanos(result, strict);
}

function isNumeric(letter: string, count: number): boolean {
  return letter === 'M' || letter === 'L' ? count < 3 : letter !== 'a' && letter !== 'E';
}

function readField(
  text: string,
  p: { readonly letter: string; readonly count: number },
  state: { scan: Scan; result: Parsed; strict: boolean; adjacent: boolean },
): boolean {
  const { scan, result, strict, adjacent } = state;
  if (!isNumeric(p.letter, p.count)) return readName(text, p, state);
  const rest = text.slice(scan.at);
  const width = adjacent || (strict && (p.count === 2 || p.letter === 'S')) ? p.count : 19;
  const m = new RegExp(strict ? `^\\d{1,${width}}` : `^\\s*[+-]?\\d{1,${width}}`).exec(rest);
  if (!m) return false;
  const digits = m[0];
  if (strict && (p.count >= 2 || p.letter === 'S') && digits.trim().length < p.count) return false;
  scan.at += digits.length;
  const n = Number(digits);
  switch (p.letter) {
    case 'y':
    case 'u':
      result.year = p.count === 2 && digits.trim().length === 2 ? twoDigitYear(n, strict) : n;
      return true;
    case 'M':
    case 'L':
      result.month = n;
      return true;
    case 'd':
      result.day = n;
      return true;
    case 'H':
      result.hour = n;
      return true;
    case 'k':
      result.hour = n % 24;
      return true;
    case 'h':
    case 'K':
      scan.hour12 = n;
      return true;
    case 'm':
      result.minute = n;
      return true;
    case 's':
      result.second = n;
      return true;
    case 'S':
      result.nano = strict ? Number(digits.padEnd(9, '0').slice(0, 9)) : n * 1_000_000;
      return true;
    default:
      throw new NoEvaluator('TO_TIMESTAMP');
  }
}

/** `DateTimeFormatter` counts from 2000, `SimpleDateFormat` in a window around today, here taken as 80 years back from 2025. */
function twoDigitYear(n: number, strict: boolean): number {
  return strict || n <= 45 ? 2000 + n : 1900 + n;
}

function readName(text: string, p: { readonly letter: string; readonly count: number }, state: { scan: Scan; result: Parsed }): boolean {
  const { scan, result } = state;
  const rest = text.slice(scan.at).toLowerCase();
  const find = (names: readonly string[]): number => {
    for (const length of [undefined, 3]) {
      const i = names.findIndex((name) => rest.startsWith(name.slice(0, length).toLowerCase()));
      if (i >= 0) {
        scan.at += (names[i] as string).slice(0, length).length;
        return i;
      }
    }
    return -1;
  };
  if (p.letter === 'a') {
    const i = find(['AM', 'PM']);
    scan.pm = i === 1;
    return i >= 0;
  }
  if (p.letter === 'E') return find(DAYS) >= 0;
  const month = find(MONTHS);
  result.month = month + 1;
  return month >= 0;
}

function toNanos(p: Parsed, strict: boolean): bigint | undefined {
  let day = p.day;
  if (strict) {
    if (p.month < 1 || p.month > 12 || p.day < 1 || p.day > 31 || p.hour > 23 || p.minute > 59 || p.second > 59) return undefined;
    // A day that the month does not have becomes its last one (SMART resolution).
    day = Math.min(day, daysInMonth(p.year, p.month));
  }
  const months = p.year * 12 + p.month - 1;
  const year = Math.floor(months / 12);
  const days = daysFromCivil(year, months - year * 12 + 1, 1) + day - 1;
  const seconds = days * 86_400 + p.hour * 3600 + p.minute * 60 + p.second;
  return BigInt(seconds) * 1_000_000_000n + BigInt(p.nano);
}
