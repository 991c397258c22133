import type { PatternPart } from './date-pattern.ts';
import type { LocalFields } from './time-zone.ts';
import { daysFromCivil } from '../../types/datetime-text.ts';
import { EvaluationError, NoEvaluator } from './contract.ts';
import { DAY_NAMES, findName, MONTH_NAMES, usWeek, weekdayOf } from './date-names.ts';

/**
 * Java's `SimpleDateFormat` in English, with which Flink reads and writes in TO_DATE, UNIX_TIMESTAMP, FROM_UNIXTIME, CONVERT_TZ and
 * DATE_FORMAT of a text. It is lenient: 32 January is 1 February, what follows is ignored. Its calendar is Julian before 15 October 1582.
 */

const LETTERS = 'GyMdkHmsSEDFwWahKzZYuXL';
/** The first day of the Gregorian calendar. */
const CUTOVER = daysFromCivil(1582, 10, 15);
/** Days from 0000-03-01 of the Julian calendar to the epoch. */
const JULIAN_EPOCH = 719_470;

/** Splits a pattern; a letter without meaning is an error. */
export function parseSimplePattern(pattern: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  for (let i = 0; i < pattern.length;) {
    const c = pattern[i] as string;
    if (c === "'") {
      const end = pattern.indexOf("'", i + 1);
      if (end < 0) throw new EvaluationError('IllegalArgumentException', 'Unterminated quote');
      parts.push({ text: end === i + 1 ? "'" : pattern.slice(i + 1, end) });
      i = end + 1;
    } else if (/[A-Za-z]/.test(c)) {
      if (!LETTERS.includes(c)) throw new EvaluationError('IllegalArgumentException', `Illegal pattern character '${c}'`);
      let end = i;
      while (pattern[end] === c) end++;
      parts.push({ letter: c, count: end - i });
      i = end;
    } else {
      parts.push({ text: c });
      i++;
    }
  }
  return parts;
}

function daysFromJulian(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const m = (month + 9) % 12;
  return y * 365 + Math.floor(y / 4) + Math.floor((153 * m + 2) / 5) + day - 1 - JULIAN_EPOCH;
}

function julianFromDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const n = days + JULIAN_EPOCH;
  const cycle = Math.floor(n / 1461);
  const ofCycle = n - cycle * 1461;
  const y = Math.min(3, Math.floor(ofCycle / 365));
  const ofYear = ofCycle - y * 365;
  const m = Math.floor((5 * ofYear + 2) / 153);
  const month = m < 10 ? m + 3 : m - 9;
  return { year: cycle * 4 + y + (month <= 2 ? 1 : 0), month, day: ofYear - Math.floor((153 * m + 2) / 5) + 1 };
}

/** The day of a date in the calendar that holds then. */
function daysOf(year: number, month: number, day: number): number {
  const months = year * 12 + month - 1;
  const y = Math.floor(months / 12);
  const m = months - y * 12 + 1;
  const days = daysFromCivil(y, m, 1) + day - 1;
  return days >= CUTOVER ? days : daysFromJulian(y, m, 1) + day - 1;
}

/** The timestamp in a pattern; a zone is written as UTC. */
export function formatSimple(fields: LocalFields, parts: readonly PatternPart[]): string {
  const f = fields.days < CUTOVER ? { ...fields, ...julianFromDays(fields.days) } : fields;
  return parts.map((p) => ('text' in p ? p.text : formatField(f, p.letter, p.count))).join('');
}

function padded(n: number, count: number): string {
  return String(n).padStart(count, '0');
}

function formatField(f: LocalFields, letter: string, count: number): string {
  const weekday = weekdayOf(f.days);
  const year = f.year > 0 ? f.year : 1 - f.year;
  const firstOfMonth = f.days - f.day + 1;
  switch (letter) {
    case 'G':
      return f.year > 0 ? 'AD' : 'BC';
    case 'y':
      return count === 2 ? padded(year % 100, 2) : padded(year, count);
    case 'Y': {
      const week = usWeek(f.days).year;
      return count === 2 ? padded(week % 100, 2) : padded(week, count);
    }
    case 'M':
    case 'L':
      if (count >= 4) return MONTH_NAMES[f.month - 1] ?? '';
      return count === 3 ? (MONTH_NAMES[f.month - 1] ?? '').slice(0, 3) : padded(f.month, count);
    case 'd':
      return padded(f.day, count);
    case 'D':
      return padded(f.days - daysOf(f.year, 1, 1) + 1, count);
    case 'F':
      return padded(Math.floor((f.day - 1) / 7) + 1, count);
    case 'w':
      return padded(usWeek(f.days).week, count);
    case 'W':
      return padded(Math.floor((f.day - 1 + weekdayOf(firstOfMonth)) / 7) + 1, count);
    case 'E':
      return count >= 4 ? (DAY_NAMES[weekday] ?? '') : (DAY_NAMES[weekday] ?? '').slice(0, 3);
    case 'u':
      return padded(weekday === 0 ? 7 : weekday, count);
    case 'a':
      return f.hour < 12 ? 'AM' : 'PM';
    case 'H':
      return padded(f.hour, count);
    case 'k':
      return padded(f.hour || 24, count);
    case 'h':
      return padded(f.hour % 12 || 12, count);
    case 'K':
      return padded(f.hour % 12, count);
    case 'm':
      return padded(f.minute, count);
    case 's':
      return padded(f.second, count);
    case 'S':
      return padded(Math.floor(f.nano / 1_000_000), count);
    default:
      throw new NoEvaluator('DATE_FORMAT');
  }
}

interface Reading {
  at: number;
  year: number;
  month: number;
  day: number;
  /** The day of the year, where the pattern has that and no month. */
  dayOfYear: number | undefined;
  hour: number;
  hour12: number | undefined;
  pm: boolean | undefined;
  minute: number;
  second: number;
  millis: number;
}

/** Reads a text; local nanoseconds since the epoch, or undefined. */
export function readSimple(text: string, parts: readonly PatternPart[]): bigint | undefined {
  if (parts.length === 0) return undefined;
  const r: Reading = {
    ...{ at: 0, year: 1970, month: 1, day: 1, dayOfYear: undefined },
    ...{ hour: 0, hour12: undefined, pm: undefined, minute: 0, second: 0, millis: 0 },
  };
  for (const [i, p] of parts.entries()) {
    if ('text' in p) {
      if (!text.startsWith(p.text, r.at)) return undefined;
      r.at += p.text.length;
    } else {
      const next = parts[i + 1];
      if (!readField(text, p, { r, adjacent: next !== undefined && 'letter' in next && isNumber(next.letter, next.count) }))
        return undefined;
    }
  }
  const hour = r.hour12 === undefined ? r.hour : r.hour12 + (r.pm === true ? 12 : 0);
  const days = r.dayOfYear === undefined ? daysOf(r.year, r.month, r.day) : daysOf(r.year, 1, 1) + r.dayOfYear - 1;
  const millis = BigInt(days) * 86_400_000n + BigInt(hour * 3_600_000 + r.minute * 60_000 + r.second * 1000 + r.millis);
  return millis * 1_000_000n;
}

function isNumber(letter: string, count: number): boolean {
  return letter === 'M' || letter === 'L' ? count < 3 : !'aEGzZX'.includes(letter);
}

function readField(
  text: string,
  p: { readonly letter: string; readonly count: number },
  { r, adjacent }: { readonly r: Reading; readonly adjacent: boolean },
): boolean {
  while (text[r.at] === ' ' || text[r.at] === '\t') r.at++;
  if (!isNumber(p.letter, p.count)) return readName(text, p.letter, r);
  // Of a number right before another one, only as many characters as there are letters are looked at.
  const m = /^-?\d+/.exec(adjacent ? text.slice(r.at, r.at + p.count) : text.slice(r.at));
  if (!m) return false;
  r.at += m[0].length;
  const n = Number(m[0]);
  switch (p.letter) {
    case 'y':
      r.year = p.count <= 2 && /^\d\d$/.test(m[0]) ? twoDigitYear(n) : n;
      return true;
    case 'M':
    case 'L':
      r.month = n;
      return true;
    case 'd':
      r.day = n;
      return true;
    case 'D':
      r.dayOfYear = n;
      return true;
    case 'H':
      r.hour = n;
      return true;
    case 'k':
      r.hour = n === 24 ? 0 : n;
      return true;
    case 'h':
      r.hour12 = n === 12 ? 0 : n;
      return true;
    case 'K':
      r.hour12 = n;
      return true;
    case 'm':
      r.minute = n;
      return true;
    case 's':
      r.second = n;
      return true;
    case 'S':
      r.millis = n;
      return true;
    default:
      throw new NoEvaluator('TO_DATE');
  }
}

/** In a window around today, here taken as 80 years back from 2025. */
function twoDigitYear(n: number): number {
  return n <= 45 ? 2000 + n : 1900 + n;
}

function readName(text: string, letter: string, r: Reading): boolean {
  const rest = text.slice(r.at);
  if (letter === 'z' || letter === 'Z' || letter === 'X') {
    if (!/^[A-Za-z+-]/.test(rest)) return false;
    throw new NoEvaluator('TO_DATE');
  }
  const names = letter === 'a' ? ['AM', 'PM'] : letter === 'G' ? ['BC', 'AD'] : letter === 'E' ? DAY_NAMES : MONTH_NAMES;
  const found = findName(rest, names);
  if (!found) return false;
  r.at += found.length;
  if (letter === 'a') r.pm = found.index === 1;
  else if (letter === 'G') r.year = found.index === 0 ? 1 - r.year : r.year;
  else if (letter !== 'E') r.month = found.index + 1;
  return true;
}
