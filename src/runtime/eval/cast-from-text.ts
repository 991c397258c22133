import type { Decimal } from '../../types/decimal.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { TimeZone } from './time-zone.ts';
import { daysFromCivil, daysInMonth, truncateNanos } from '../../types/datetime-text.ts';
import { parseDecimal, pow10 } from '../../types/decimal.ts';
import { EvaluationError } from './contract.ts';
import { fitDecimal } from './numbers.ts';
import { javaTrim, utf8 } from './text-points.ts';
import { localNanosToUtc } from './time-zone.ts';

/** How Flink reads texts in casts (`BinaryStringDataUtil` and `DateTimeUtils`). */

function badNumber(s: string, reason: string): EvaluationError {
  return new EvaluationError('NumberFormatException', `For input string: '${s}'. ${reason}`);
}

export function booleanOfText(s: string): boolean {
  switch (s.toLowerCase()) {
    case 't':
    case 'true':
    case 'y':
    case 'yes':
    case '1':
      return true;
    case 'f':
    case 'false':
    case 'n':
    case 'no':
    case '0':
      return false;
    default:
      throw new EvaluationError('TableException', `Cannot parse '${s}' as BOOLEAN.`);
  }
}

const BITS: Readonly<Record<string, bigint>> = { TINYINT: 7n, SMALLINT: 15n, INTEGER: 31n, BIGINT: 63n };

/** Sign, digits, and a fraction that is checked and cut off. */
export function integerOfText(text: string, type: SqlType): number | bigint {
  const s = javaTrim(text);
  if (s.length === 0) throw badNumber(s, 'Input is empty.');
  if (s === '+' || s === '-') throw badNumber(s, 'Input has only positive or negative symbol.');
  const m = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(s);
  if (!m) throw badNumber(s, 'Invalid character found.');
  const n = BigInt(m[2] === '' || m[2] === undefined ? '0' : m[2]) * (m[1] === '-' ? -1n : 1n);
  const bits = BITS[type.name] ?? 63n;
  if (n < -(1n << bits) || n >= 1n << bits) throw badNumber(s, 'Overflow.');
  return type.name === 'BIGINT' ? n : Number(n);
}

/** Java's `Double.parseDouble`. */
export function doubleOfText(text: string): number {
  const s = javaTrim(text);
  const m = /^([+-]?)(NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/.exec(s);
  if (!m) throw new EvaluationError('NumberFormatException', s === '' ? 'empty String' : `For input string: "${text}"`);
  return Number(`${m[1]}${(m[2] ?? '').replace(/[fFdD]$/, '')}`);
}

const BLANKS = new Set([' ', '\n', '\t']);

/** Short texts are read digit by digit, with the quirk that one wrong character at the very end passes. */
export function decimalOfText(s: string, precision: number, scale: number): Decimal {
  const value = precision > 18 || utf8(s).length > 18 ? longDecimal(s, precision, scale) : shortDecimal(s, precision, scale);
  if (!value) throw badNumber(s, 'Overflow.');
  return value;
}

function longDecimal(s: string, precision: number, scale: number): Decimal | null {
  const parsed = parseDecimal(s.replace(/^[ \n\t]+|[ \n\t]+$/g, ''));
  if (!parsed) throw new EvaluationError('NumberFormatException', `For input string: "${s}"`);
  return fitDecimal(parsed, precision, scale);
}

function shortDecimal(s: string, precision: number, scale: number): Decimal | null {
  let i = 0;
  while (i < s.length && BLANKS.has(s[i] as string)) i++;
  if (i === s.length) return null;
  let c = s[i] as string;
  const negative = c === '-';
  if (negative || c === '+') {
    i++;
    if (i === s.length) return null;
  }
  let digits = '';
  let pointAt = -1;
  while (i < s.length) {
    c = s[i++] as string;
    if (c >= '0' && c <= '9') digits += c;
    else if (c !== '.') break;
    else if (pointAt >= 0) return null;
    else pointAt = digits.length;
  }
  if (pointAt < 0) pointAt = digits.length;
  let exponent = 0;
  if ((c === 'e' || c === 'E') && i < s.length) {
    c = s[i] as string;
    const expNegative = c === '-';
    if (expNegative || c === '+') {
      i++;
      if (i === s.length) return null;
    }
    let size = 0;
    while (i < s.length) {
      c = s[i++] as string;
      if (c < '0' || c > '9') break;
      if (size < 40) size = size * 10 + Number(c);
    }
    exponent = expNegative ? -size : size;
  }
  exponent -= digits.length - pointAt;
  for (; i < s.length; i++) if (!BLANKS.has(s[i] as string)) return null;
  const change = exponent + scale;
  if (digits.length + change > precision) return null;
  const size = BigInt(digits === '' ? '0' : digits);
  const unscaled = change >= 0 ? size * pow10(change) : (size + 5n * pow10(-change - 1)) / pow10(-change);
  return { unscaled: negative ? -unscaled : unscaled, scale };
}

function wholeNumber(s: string): number | undefined {
  const t = javaTrim(s);
  return /^\d+$/.test(t) ? Number(t) : undefined;
}

/** `2024-02-09`, `2024-2-9`, `2024-02`, `2024`; what follows a blank is ignored. Undefined if it is no date. */
export function parseDate(text: string): number | undefined {
  const blank = text.indexOf(' ');
  const parts = (blank > 0 ? text.slice(0, blank) : text).split('-');
  // A third hyphen belongs to the day, which then is no number.
  const [y, m = '1', ...rest] = parts;
  const year = wholeNumber(y ?? '');
  const month = wholeNumber(m);
  const day = rest.length === 0 ? 1 : wholeNumber(rest.join('-'));
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return daysFromCivil(year, month, day);
}

export function dateOfText(s: string): number {
  const days = parseDate(s);
  if (days === undefined) throw new EvaluationError('DateTimeException', `For input string: '${s}'.`);
  return days;
}

function fractionMillis(s: string): number {
  let r = 0;
  let multiplier = 100;
  for (let i = 0; i < s.length; i++) {
    const c = s[i] as string;
    r += multiplier * (c >= '0' && c <= '9' ? Number(c) : 0);
    if (multiplier < 10) {
      if ((s[i + 1] ?? '0') >= '5') r++;
      break;
    }
    multiplier = Math.trunc(multiplier / 10);
  }
  return r;
}

/** `12:34:56.789`, `12:34`, `12`; milliseconds of the day, or undefined. */
export function parseTime(v: string): number | undefined {
  const minus = v.indexOf('-');
  const plus = v.indexOf('+');
  const zoneAt = minus >= 0 ? minus : plus;
  const sign = minus >= 0 ? -1 : 1;
  let offset = 0;
  if (zoneAt >= 0) {
    const [h, m = '0'] = v.slice(zoneAt + 1).split(':');
    const hours = wholeNumber(h ?? '');
    const minutes = wholeNumber(m);
    if (hours === undefined || minutes === undefined) return undefined;
    offset = sign * (hours * 3_600_000 + minutes * 60_000);
  }
  const [h = '', m = '0', s = '0', extra] = (zoneAt >= 0 ? v.slice(0, zoneAt) : v).split(':');
  if (extra !== undefined) return undefined;
  const dot = s.indexOf('.');
  const hour = wholeNumber(h);
  const minute = wholeNumber(m);
  const second = wholeNumber(dot < 0 ? s : s.slice(0, dot));
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return hour * 3_600_000 + minute * 60_000 + second * 1000 + (dot < 0 ? 0 : fractionMillis(javaTrim(s.slice(dot + 1)))) + offset;
}

export function timeOfText(s: string, precision: number): number {
  const millis = parseTime(s);
  if (millis === undefined) {
    const expected = 'Expected format: HH:mm:ss[.fff] where HH is 00-23, mm is 00-59, ss is 00-59';
    throw new EvaluationError('DateTimeException', `Invalid time format: '${s}'. ${expected}`);
  }
  return truncateTime(millis, precision);
}

/** Milliseconds cut to so many fraction digits. */
export function truncateTime(millis: number, precision: number): number {
  const unit = precision >= 3 ? 1 : 10 ** (3 - precision);
  return Math.trunc(millis / unit) * unit;
}

const DATE_PART = /^\d{4,}-\d{1,2}-\d{1,2}/;
const TIME_PART = /^ \d{1,2}:\d{1,2}:\d{1,2}(?:\.\d{0,9})?/;
const TIMESTAMP = /^(\d{4,})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(\.\d{0,9})?)?$/;

/** Fields of a timestamp, as `DateTimeFormatter` names them. */
const FIELDS = [
  ['MonthOfYear', 1, 12, '1 - 12'],
  ['DayOfMonth', 1, 31, '1 - 28/31'],
  ['HourOfDay', 0, 23, '0 - 23'],
  ['MinuteOfHour', 0, 59, '0 - 59'],
  ['SecondOfMinute', 0, 59, '0 - 59'],
] as const;

/** `2024-02-29 12:34:56.789` or the date alone; nanoseconds since the epoch, or undefined. */
export function parseTimestamp(s: string, precision: number): bigint | undefined {
  const m = TIMESTAMP.exec(s);
  if (!m) return undefined;
  const [year, month, day, hour, minute, second] = m.slice(1, 7).map((x) => Number(x ?? '0')) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 59) return undefined;
  // A day that its month lacks is the month's last.
  const dayOfMonth = Math.min(day, daysInMonth(year, month));
  const fraction = BigInt((m[7] ?? '.0').slice(1).padEnd(9, '0'));
  // 24:00 is midnight of the next day.
  if (hour === 24 && (minute > 0 || second > 0 || fraction > 0n)) return undefined;
  const seconds = daysFromCivil(year, month, dayOfMonth) * 86_400 + hour * 3600 + minute * 60 + second;
  return truncateNanos(BigInt(seconds) * 1_000_000_000n + fraction, precision);
}

/** What Java's parser says of a text that is no timestamp. */
function timestampMistake(s: string): EvaluationError {
  const m = TIMESTAMP.exec(s);
  const bad = m && FIELDS.map((f, i) => [f, Number(m[i + 2] ?? f[1])] as const).find(([[, min, max], n]) => n < min || n > max);
  if (bad) {
    const [[name, , , range], n] = bad;
    return new EvaluationError('DateTimeException', `Invalid value for ${name} (valid values ${range}): ${n}`);
  }
  const fail = (where: string): EvaluationError => new EvaluationError('DateTimeParseException', `Text '${s}' could not be parsed${where}`);
  const date = DATE_PART.exec(s)?.[0];
  if (date !== undefined) {
    const time = TIME_PART.exec(s.slice(date.length))?.[0] ?? '';
    return fail(`, unparsed text found at index ${date.length + time.length}`);
  }
  const begun = /^(?:\d{4,}(?:-(?:\d{1,2}-?)?)?)?/.exec(s)?.[0] ?? '';
  return fail(` at index ${begun.length}`);
}

export function timestampOfText(s: string, precision: number, zone?: TimeZone): bigint {
  const nanos = parseTimestamp(s, precision);
  if (nanos === undefined) throw timestampMistake(s);
  return zone ? localNanosToUtc(zone, nanos) : nanos;
}
