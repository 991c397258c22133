import type { LocalFields } from './time-zone.ts';
import { daysFromCivil, daysInMonth } from '../../types/datetime-text.ts';
import { EvaluationError, NoEvaluator } from './contract.ts';
import { DAY_NAMES, findName, MONTH_NAMES, usWeek, weekdayOf } from './date-names.ts';

/**
 * Java's `DateTimeFormatter` in English, with which Flink writes DATE_FORMAT of timestamps and reads TO_TIMESTAMP: fixed widths, the whole
 * text, no field out of range.
 */
export type PatternPart = { readonly letter: string; readonly count: number } | { readonly text: string };

/** How many of a letter there may be (`DateTimeFormatterBuilder.parseField`). */
const MOST: Readonly<Record<string, number>> = {
  ...{ G: 5, y: 19, u: 19, Y: 19, Q: 5, q: 5, M: 5, L: 5, w: 2, W: 1, d: 2, D: 3, E: 5, e: 5, c: 5, F: 1, a: 1 },
  ...{ h: 2, K: 2, k: 2, H: 2, m: 2, s: 2, S: 9, A: 19, n: 19, N: 19, V: 2, z: 4, O: 4, X: 5, x: 5, Z: 5 },
};

/** Splits a pattern. Optional sections are written out; reading with them is not built. */
export function parsePattern(pattern: string): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  let open = 0;
  for (let i = 0; i < pattern.length;) {
    const c = pattern[i] as string;
    if (c === "'") {
      const end = pattern.indexOf("'", i + 1);
      if (end < 0) throw illegal(`Pattern ends with an incomplete string literal: ${pattern}`);
      parts.push({ text: end === i + 1 ? "'" : pattern.slice(i + 1, end) });
      i = end + 1;
    } else if (/[A-Za-z]/.test(c)) {
      let end = i;
      while (pattern[end] === c) end++;
      parts.push(field(c, end - i));
      i = end;
    } else if (c === '[' || c === ']') {
      open += c === '[' ? 1 : -1;
      if (open < 0) throw illegal('Pattern invalid as it contains ] without previous [');
      parts.push({ letter: c, count: 0 });
      i++;
    } else if (c === '{' || c === '}' || c === '#') {
      throw illegal(`Pattern includes reserved character: '${c}'`);
    } else {
      parts.push({ text: c });
      i++;
    }
  }
  return parts;
}

function illegal(message: string): EvaluationError {
  return new EvaluationError('IllegalArgumentException', message);
}

function field(letter: string, count: number): PatternPart {
  const most = MOST[letter];
  if (letter === 'p' || letter === 'g' || letter === 'B') throw new NoEvaluator('DATE_FORMAT');
  if (most === undefined) throw illegal(`Unknown pattern letter: ${letter}`);
  if (letter === 'V' && count !== 2) throw illegal(`Pattern letter count must be 2: ${letter}`);
  if (count > most || (letter === 'c' && count === 2)) {
    throw illegal(letter === 'c' ? `Invalid pattern "${'c'.repeat(count)}"` : `Too many pattern letters: ${letter}`);
  }
  return { letter, count };
}

function padded(n: number, count: number): string {
  return String(n).padStart(count, '0');
}

/** The timestamp in a pattern. */
export function formatPattern(f: LocalFields, parts: readonly PatternPart[]): string {
  return parts.map((p) => ('text' in p ? p.text : formatField(f, p.letter, p.count))).join('');
}

function named(name: string, count: number): string {
  return count >= 5 ? name.slice(0, 1) : count === 4 ? name : name.slice(0, 3);
}

function formatField(f: LocalFields, letter: string, count: number): string {
  const weekday = weekdayOf(f.days);
  switch (letter) {
    case '[':
    case ']':
      return '';
    case 'G':
      return count === 4 ? 'Anno Domini' : count === 5 ? 'A' : 'AD';
    case 'y':
    case 'u':
      return yearText(f.year, count);
    case 'Y':
      return yearText(usWeek(f.days).year, count);
    case 'M':
    case 'L':
      return count >= 3 ? named(MONTH_NAMES[f.month - 1] ?? '', count) : padded(f.month, count);
    case 'd':
      return padded(f.day, count);
    case 'D':
      return padded(f.days - daysFromCivil(f.year, 1, 1) + 1, count);
    case 'E':
      return named(DAY_NAMES[weekday] ?? '', count);
    case 'e':
    case 'c':
      return count >= 3 ? named(DAY_NAMES[weekday] ?? '', count) : padded(weekday + 1, count);
    case 'w':
      return padded(usWeek(f.days).week, count);
    case 'W':
      return String(Math.floor((f.day - 1 + weekdayOf(f.days - f.day + 1)) / 7) + 1);
    case 'F':
      return String(((f.day - 1) % 7) + 1);
    case 'q':
    case 'Q':
      return quarterText(Math.ceil(f.month / 3), count);
    default:
      return formatTime(f, letter, count);
  }
}

function yearText(year: number, count: number): string {
  if (count === 2) return padded(((year % 100) + 100) % 100, 2);
  const text = padded(Math.abs(year), count);
  return year < 0 ? `-${text}` : count >= 4 && text.length > count ? `+${text}` : text;
}

function quarterText(quarter: number, count: number): string {
  if (count === 3) return `Q${quarter}`;
  return count === 4 ? `${['1st', '2nd', '3rd', '4th'][quarter - 1]} quarter` : padded(quarter, count === 5 ? 1 : count);
}

function formatTime(f: LocalFields, letter: string, count: number): string {
  const seconds = f.hour * 3600 + f.minute * 60 + f.second;
  switch (letter) {
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
      return padded(f.nano, 9).slice(0, count);
    case 'n':
      return padded(f.nano, count);
    case 'N':
      return (BigInt(seconds) * 1_000_000_000n + BigInt(f.nano)).toString().padStart(count, '0');
    case 'A':
      return padded(seconds * 1000 + Math.floor(f.nano / 1_000_000), count);
    case 'a':
      return f.hour < 12 ? 'AM' : 'PM';
    case 'V':
    case 'z':
      throw new EvaluationError('DateTimeException', 'Unable to extract ZoneId from temporal');
    default:
      throw new EvaluationError('UnsupportedTemporalTypeException', 'Unsupported field: OffsetSeconds');
  }
}

interface Parsed {
  at: number;
  year: number;
  month: number;
  day: number;
  hour: number;
  hour12: number | undefined;
  pm: boolean | undefined;
  minute: number;
  second: number;
  nano: number;
}

/** Reads a text by a pattern; local nanoseconds since the epoch, or undefined. */
export function readPattern(text: string, parts: readonly PatternPart[]): bigint | undefined {
  const parsed: Parsed = {
    ...{ at: 0, year: 1970, month: 1, day: 1, hour: 0, hour12: undefined, pm: undefined, minute: 0, second: 0, nano: 0 },
  };
  for (const [i, p] of parts.entries()) {
    if ('text' in p) {
      if (!text.startsWith(p.text, parsed.at)) return undefined;
      parsed.at += p.text.length;
    } else {
      const next = parts[i + 1];
      const adjacent = next !== undefined && 'letter' in next && isNumeric(next.letter, next.count);
      if (!readField(text, p, parsed, adjacent)) return undefined;
    }
  }
  if (parsed.at !== text.length) return undefined;
  if (parsed.hour12 !== undefined) parsed.hour = (parsed.hour12 % 12) + (parsed.pm === true ? 12 : 0);
  return toNanos(parsed);
}

function isNumeric(letter: string, count: number): boolean {
  return 'MLQqec'.includes(letter) ? count < 3 : !'aEGVzOXxZ[]'.includes(letter);
}

function readField(text: string, p: { readonly letter: string; readonly count: number }, parsed: Parsed, adjacent: boolean): boolean {
  if (!isNumeric(p.letter, p.count)) return readName(text, p.letter, parsed);
  const width = adjacent || p.count === 2 || p.letter === 'S' ? p.count : 19;
  const m = new RegExp(`^\\d{1,${width}}`).exec(text.slice(parsed.at));
  if (!m) return false;
  const [digits] = m;
  if ((p.count >= 2 || p.letter === 'S') && digits.length < p.count) return false;
  parsed.at += digits.length;
  const n = Number(digits);
  switch (p.letter) {
    case 'y':
    case 'u':
      parsed.year = p.count === 2 ? 2000 + n : n;
      return true;
    case 'M':
    case 'L':
      parsed.month = n;
      return true;
    case 'd':
      parsed.day = n;
      return true;
    case 'H':
      parsed.hour = n;
      return true;
    case 'k':
      parsed.hour = n % 24;
      return true;
    case 'h':
    case 'K':
      parsed.hour12 = n;
      return true;
    case 'm':
      parsed.minute = n;
      return true;
    case 's':
      parsed.second = n;
      return true;
    case 'S':
      parsed.nano = Number(digits.padEnd(9, '0').slice(0, 9));
      return true;
    case 'n':
      parsed.nano = n;
      return true;
    case 'w':
    case 'W':
    case 'F':
    case 'e':
    case 'c':
    case 'Q':
    case 'q':
      return n >= 1 && n <= (p.letter === 'w' ? 53 : 7);
    case 'D':
      if (n < 1 || n > 366) return false;
      throw new NoEvaluator('TO_TIMESTAMP');
    default:
      throw new NoEvaluator('TO_TIMESTAMP');
  }
}

function readName(text: string, letter: string, parsed: Parsed): boolean {
  const rest = text.slice(parsed.at);
  if ('VzOXxZ'.includes(letter)) {
    if (!/^[A-Za-z+-]/.test(rest)) return false;
    throw new NoEvaluator('TO_TIMESTAMP');
  }
  if (letter === '[' || letter === ']') throw new NoEvaluator('TO_TIMESTAMP');
  const names = letter === 'a' ? ['AM', 'PM'] : letter === 'G' ? ['BC', 'AD'] : 'Eec'.includes(letter) ? DAY_NAMES : MONTH_NAMES;
  const found = findName(rest, names);
  if (!found) return false;
  parsed.at += found.length;
  if (letter === 'a') parsed.pm = found.index === 1;
  else if (names === MONTH_NAMES) parsed.month = found.index + 1;
  return true;
}

function toNanos(p: Parsed): bigint | undefined {
  if (p.month < 1 || p.month > 12 || p.day < 1 || p.day > 31 || p.hour > 23 || p.minute > 59 || p.second > 59) return undefined;
  // A day that the month does not have becomes its last one (SMART resolution).
  const days = daysFromCivil(p.year, p.month, Math.min(p.day, daysInMonth(p.year, p.month)));
  return BigInt(days * 86_400 + p.hour * 3600 + p.minute * 60 + p.second) * 1_000_000_000n + BigInt(p.nano);
}

const SQL_TIMESTAMP = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d+):(\d+):(\d+)(?:\.(\d{1,9}))?)?$/;

/**
 * What Flink falls back to: `java.sql.Timestamp.valueOf`, or `java.sql.Date.valueOf` for a text without a blank. Only month and day are
 * looked at; 30 February and 24 o'clock go on into the next day.
 */
export function readSqlTimestamp(text: string): bigint | undefined {
  const m = SQL_TIMESTAMP.exec(text.trim());
  if (!m) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = m.slice(1, 7).map((s) => (s === undefined ? 0 : Number(s)));
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const seconds = (daysFromCivil(year, month, 1) + day - 1) * 86_400 + hour * 3600 + minute * 60 + second;
  return BigInt(seconds) * 1_000_000_000n + BigInt((m[7] ?? '').padEnd(9, '0'));
}
