import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { PatternPart } from './date-pattern.ts';
import type { CallCompiler, EvalContext } from './contract.ts';
import type { TimeZone } from './time-zone.ts';
import { currentUnixTimestamp } from './changing-functions.ts';
import { truncateNanos } from '../../types/datetime-text.ts';
import { rescaleDecimal } from '../../types/decimal.ts';
import { zoneIdProblem } from '../../types/java-time-names.ts';
import { isCharacter } from '../../types/sql-type.ts';
import { isDecimalValue } from '../../types/value.ts';
import { parseDate, parseTimestamp, timestampOfText } from './cast-from-text.ts';
import { EvaluationError, NoEvaluator, strict, strictText, typeOf } from './contract.ts';
import { doubleToLong } from './numbers.ts';
import { formatPattern, parsePattern, readPattern, readSqlTimestamp } from './date-pattern.ts';
import { formatSimple, parseSimplePattern, readSimple } from './simple-date-format.ts';
import { javaTimeZone } from './datetime-fields.ts';
import { localFields, localNanosToUtc, splitMillis, timeZoneOf, UTC, utcNanosToLocal } from './time-zone.ts';

/** Functions that read and write dates and times. */

const DEFAULT_PATTERN = parseSimplePattern('yyyy-MM-dd HH:mm:ss');
/** What a text that cannot be read by a pattern turns into: the day of Java's smallest long, through an integer overflow. */
const UNREADABLE_DATE = 1_278_983;

/** Patterns of one call, each parsed once. */
function patterns(parse: (text: string) => readonly PatternPart[]): (text: string) => readonly PatternPart[] {
  const known = new Map<string, readonly PatternPart[]>();
  return (text) => {
    let parts = known.get(text);
    if (!parts) {
      parts = parse(text);
      known.set(text, parts);
    }
    return parts;
  };
}

/** TO_DATE(s [, pattern]). */
export const toDate: CallCompiler = (_call, args) => {
  const pattern = patterns(parseSimplePattern);
  return strictText(args, (s, format) => {
    if (format === undefined) return parseDate(s) ?? null;
    const nanos = readSimple(s, pattern(format));
    return nanos === undefined ? UNREADABLE_DATE : Math.floor(splitMillis(nanos).millis / 86_400_000);
  });
};

/** A text by a pattern, else as JDBC has it, whose fraction is kept whole; null for what is neither, and for a pattern that is none. */
function timestampReader(precision: (format: string) => number): (s: string, format: string) => bigint | null {
  const pattern = patterns(parsePattern);
  return (s, format) => {
    let parts: readonly PatternPart[];
    try {
      parts = pattern(format);
    } catch (e) {
      if (e instanceof EvaluationError) return null;
      throw e;
    }
    const read = readPattern(s, parts);
    return read !== undefined ? truncateNanos(read, precision(format)) : (readSqlTimestamp(s) ?? null);
  };
}

/** TO_TIMESTAMP(s [, pattern]): three fraction digits. */
export const toTimestamp: CallCompiler = (call, args) => {
  if (!isCharacter(typeOf(call, 0))) throw new NoEvaluator(call.op.name);
  const precision = call.type.precision ?? 3;
  const read = timestampReader(() => precision);
  return strictText(args, (s, format) => (format === undefined ? (parseTimestamp(s, precision) ?? null) : read(s, format)));
};

/** As many fraction digits as the pattern ends with, three at least (`DateTimeUtils.precisionFromFormat`). */
function precisionOf(format: string): number {
  return Math.max(3, Math.min(9, /S*$/.exec(format)?.[0].length ?? 0));
}

const MIN_SECONDS = -62_167_219_200n;
const MAX_SECONDS = 253_402_300_799n;

/** A count of seconds, milliseconds … since the epoch, null beyond the years 0 to 9999. */
function fromEpoch(value: bigint, precision: number): Value {
  const nanos = value * 10n ** BigInt(9 - precision);
  const { millis } = splitMillis(nanos);
  const seconds = BigInt(Math.floor(millis / 1000));
  return seconds < MIN_SECONDS || seconds > MAX_SECONDS ? null : nanos;
}

/** TO_TIMESTAMP_LTZ(number [, precision]) and TO_TIMESTAMP_LTZ(s [, pattern [, zone]]). */
export const toTimestampLtz: CallCompiler = (call, args, context) => {
  const type = typeOf(call, 0);
  const precision = call.type.precision ?? 3;
  if (isCharacter(type)) {
    const read = timestampReader(precisionOf);
    return strictText(args, (s, format, zone) => {
      const tz = zone === undefined ? UTC : zoneId(zone);
      if (!tz) return null;
      if (format === undefined) return localNanosToUtc(tz, timestampOfText(s, precision));
      const nanos = read(s, format);
      return nanos === null ? null : localNanosToUtc(tz, nanos);
    });
  }
  void context;
  return strict(args, (n, p) => {
    const unit = p === undefined ? 3 : Number(p);
    let result: Value;
    if (type.name === 'FLOAT' || type.name === 'DOUBLE') {
      const seconds = (n as number) / 10 ** unit;
      const beyond = seconds < Number(MIN_SECONDS) || seconds > Number(MAX_SECONDS);
      result = beyond ? null : fromEpoch(doubleToLong((n as number) * 10 ** (9 - unit)), 9);
    } else {
      result = fromEpoch(isDecimalValue(n) ? rescaleDecimal(n, 0, 'DOWN').unscaled : BigInt(n as number | bigint), unit);
    }
    return result === null ? null : truncateNanos(result as bigint, precision);
  });
};

/** `ZoneId.of`: also offsets such as `+08:00`; unlike `TimeZone` it does not take what it does not know for UTC. */
function zoneId(id: string): TimeZone | undefined {
  if (zoneIdProblem(id) !== undefined) return undefined;
  const zone = timeZoneOf(/^[+-]/.test(id) ? `GMT${id}` : id);
  if (!zone) throw new NoEvaluator('TO_TIMESTAMP_LTZ');
  return zone;
}

function localOf(type: SqlType, context: EvalContext): (v: unknown) => bigint {
  return type.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE' ? (v) => utcNanosToLocal(context.timeZone, v as bigint) : (v) => v as bigint;
}

/** DATE_FORMAT(timestamp or text, pattern). */
export const dateFormat: CallCompiler = (call, args, context) => {
  const type = typeOf(call, 0);
  if (isCharacter(type)) {
    const pattern = patterns(parseSimplePattern);
    return strictText(args, (s, format) => {
      const parts = pattern(format);
      const nanos = readSimple(s, DEFAULT_PATTERN);
      return nanos === undefined ? null : formatSimple(localFields(nanos), parts);
    });
  }
  if (type.name !== 'TIMESTAMP' && type.name !== 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') throw new NoEvaluator(call.op.name);
  const pattern = patterns(parsePattern);
  const local = localOf(type, context);
  return strict(args, (v, format) => formatPattern(localFields(local(v)), pattern(format as string)));
};

/** FROM_UNIXTIME(seconds [, pattern]) in the session's zone; the milliseconds wrap round. */
export const fromUnixtime: CallCompiler = (_call, args, context) => {
  const pattern = patterns(parseSimplePattern);
  return strict(args, (n, format) => {
    const nanos = BigInt.asIntN(64, BigInt(n as number | bigint) * 1000n) * 1_000_000n;
    const parts = format === undefined ? DEFAULT_PATTERN : pattern(format as string);
    return formatSimple(localFields(utcNanosToLocal(context.timeZone, nanos)), parts);
  });
};

/** UNIX_TIMESTAMP(s [, pattern]); an unreadable text gives the smallest BIGINT. */
export const unixTimestamp: CallCompiler = (call, args, context) => {
  if (args.length === 0) return currentUnixTimestamp(call, args, context);
  const pattern = patterns(parseSimplePattern);
  return strictText(args, (s, format) => {
    const nanos = readSimple(s, format === undefined ? DEFAULT_PATTERN : pattern(format));
    return nanos === undefined ? -9223372036854775808n : localNanosToUtc(context.timeZone, nanos) / 1_000_000_000n;
  });
};

/** CONVERT_TZ(s, from, to). */
export const convertTz: CallCompiler = (_call, args) =>
  strictText(args, (s, from, to) => {
    const nanos = readSimple(s, DEFAULT_PATTERN);
    if (nanos === undefined) return null;
    const utc = localNanosToUtc(javaTimeZone(from), nanos);
    return formatSimple(localFields(utcNanosToLocal(javaTimeZone(to), utc)), DEFAULT_PATTERN);
  });

/** `Reinterpret`: the number behind a date, time or interval, or back. */
export const reinterpret: CallCompiler = (call, args) => {
  const from = typeOf(call, 0);
  const to = call.type;
  if (from.name === to.name) return args[0] as (typeof args)[number];
  if (to.name === 'BIGINT') {
    return strict(args, (v) => (from.name === 'TIMESTAMP' ? BigInt(splitMillis(v as bigint).millis) : BigInt(v as number | bigint)));
  }
  if (to.name === 'INTEGER') return strict(args, (v) => Number(v));
  if (to.name === 'TIMESTAMP' && from.name === 'BIGINT') return strict(args, (v) => (v as bigint) * 1_000_000n);
  if (to.name === 'INTERVAL' || to.name === 'DATE' || to.name === 'TIME') return args[0] as (typeof args)[number];
  throw new NoEvaluator('Reinterpret');
};
