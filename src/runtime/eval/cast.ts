import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { CallCompiler, EvalContext, Evaluate } from './contract.ts';
import type { FlinkError } from '../../base/diagnostic.ts';
import { validationError } from '../../base/diagnostic.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import {
  charType,
  isBinary,
  isCharacter,
  isIntegral,
  isNumeric,
  isTimestamp,
  isYearMonthInterval,
  sameTypeIgnoringNullability,
} from '../../types/sql-type.ts';
import { isArrayValue, isDecimalValue, isMapValue, isRowValue } from '../../types/value.ts';
import {
  booleanOfText,
  dateOfText,
  decimalOfText,
  doubleOfText,
  integerOfText,
  timeOfText,
  timestampOfText,
  truncateTime,
} from './cast-from-text.ts';
import { textFunction } from './cast-to-text.ts';
import { codegenError } from './codegen-error.ts';
import { typeOf } from './contract.ts';
import { castNumber } from './numbers.ts';
import { pointLength, pointSlice, utf8 } from './text-points.ts';
import { localFields, localNanosToUtc, splitMillis, utcNanosToLocal } from './time-zone.ts';

type Convert = (v: Exclude<Value, null>) => Value;

const DAY = 86_400_000;

/** CAST: a failure is an error, with legacy casts it is null. */
export const cast: CallCompiler = (call, args, context) =>
  castCall(typeOf(call, 0), call.type, args[0] as Evaluate, { context, nullOnFailure: context.legacyCasts });

/** TRY_CAST: a failure is null. */
export const tryCast: CallCompiler = (call, args, context) =>
  castCall(typeOf(call, 0), call.type, args[0] as Evaluate, { context, nullOnFailure: true });

function castCall(
  from: SqlType,
  to: SqlType,
  x: Evaluate,
  options: { readonly context: EvalContext; readonly nullOnFailure: boolean },
): Evaluate {
  const f = castFunction(from, to, options.context);
  if (!f) throw unsupportedCast(from, to);
  // The rules between numbers are not taken to fail, so that nothing is caught.
  const caught = options.nullOnFailure && !(isNumeric(from) && isNumeric(to));
  return (row) => {
    const v = x(row);
    if (v === null) return null;
    if (!caught) return f(v);
    try {
      return f(v);
    } catch {
      return null;
    }
  };
}

const USE_FROM_UNIXTIME = "It's recommended to use TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds.";

/** Flink has no code for the cast; between numbers and timestamps it says what to use instead (`ScalarOperatorGens.generateCast`). */
function unsupportedCast(from: SqlType, to: SqlType): FlinkError {
  const refuse = (a: string, b: string, advice: string): FlinkError =>
    validationError('plan/number-timestamp-cast', `The cast from ${a} type to ${b} type is not allowed.${advice}`);
  if (isNumeric(from) && to.name === 'TIMESTAMP') return refuse('NUMERIC', 'TIMESTAMP', ` ${USE_FROM_UNIXTIME}`);
  if (isNumeric(from) && isTimestamp(to)) {
    return refuse('NUMERIC', 'TIMESTAMP_LTZ', " It's recommended to use TO_TIMESTAMP_LTZ(numeric_col, precision) instead.");
  }
  if (from.name === 'TIMESTAMP' && isNumeric(to)) {
    return refuse('TIMESTAMP', 'NUMERIC', " It's recommended to use UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead.");
  }
  if (isTimestamp(from) && isNumeric(to)) return refuse('TIMESTAMP_LTZ', 'NUMERIC', '');
  return codegenError(`Unsupported cast from '${flinkTypeText(from)}' to '${flinkTypeText(to)}'.`);
}

/** The conversion of non-null values between two types (`CastRuleProvider`), or undefined if there is none. */
export function castFunction(from: SqlType, to: SqlType, context: EvalContext): Convert | undefined {
  if (from.name === 'NULL' || sameTypeIgnoringNullability(from, to)) return (v) => v;
  switch (to.name) {
    case 'CHAR':
    case 'VARCHAR':
      return toText(from, to, context);
    case 'BINARY':
    case 'VARBINARY':
      return toBytes(from, to, context);
    case 'BOOLEAN':
      if (isCharacter(from)) return (v) => booleanOfText(v as string);
      return isNumeric(from) ? (v) => (isDecimalValue(v) ? v.unscaled !== 0n : Number(v) !== 0) : undefined;
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return toInteger(from, to);
    case 'FLOAT':
    case 'DOUBLE':
      if (isCharacter(from)) return to.name === 'FLOAT' ? (v) => Math.fround(doubleOfText(v as string)) : (v) => doubleOfText(v as string);
      if (from.name === 'BOOLEAN') return (v) => (v === true ? 1 : 0);
      return isNumeric(from) ? (v) => castNumber(v, to) : undefined;
    case 'DECIMAL':
      if (isCharacter(from)) return (v) => decimalOfText(v as string, to.precision ?? 10, to.scale ?? 0);
      if (from.name === 'BOOLEAN') return (v) => castNumber(v === true ? 1 : 0, to);
      return isNumeric(from) ? (v) => castNumber(v, to) : undefined;
    case 'DATE':
      return toDate(from, context);
    case 'TIME':
      return toTime(from, to, context);
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return toTimestamp(from, to, context);
    case 'INTERVAL':
      if (from.name === 'INTERVAL') return (v) => v;
      if (!isIntegral(from)) return undefined;
      return isYearMonthInterval(to) ? (v) => Number(BigInt.asIntN(32, BigInt(v as number | bigint))) : (v) => BigInt(v as number | bigint);
    default:
      return toConstructed(from, to, context);
  }
}

/** Written, then cut to the length; CHAR is padded with blanks. */
function toText(from: SqlType, to: SqlType, context: EvalContext): Convert | undefined {
  let text: (v: Exclude<Value, null>) => string;
  try {
    text = textFunction(from, context);
  } catch {
    return undefined;
  }
  const length = to.precision ?? 1;
  const pads = to.name === 'CHAR';
  if (context.legacyCasts) return text;
  if (!pads && (length === 2147483647 || (isCharacter(from) && (from.precision ?? 0) <= length))) return text;
  return (v) => {
    const s = text(v);
    const n = pointLength(s);
    if (n > length) return pointSlice(s, 0, length);
    return pads && n < length ? s + ' '.repeat(length - n) : s;
  };
}

function toBytes(from: SqlType, to: SqlType, context: EvalContext): Convert | undefined {
  if (!isCharacter(from) && !isBinary(from)) return undefined;
  const length = to.precision ?? 1;
  return (v) => {
    const bytes = typeof v === 'string' ? utf8(v) : (v as Uint8Array);
    if (context.legacyCasts) return bytes;
    if (bytes.length > length) return bytes.slice(0, length);
    if (to.name !== 'BINARY' || bytes.length === length) return bytes;
    const padded = new Uint8Array(length);
    padded.set(bytes);
    return padded;
  };
}

function toInteger(from: SqlType, to: SqlType): Convert | undefined {
  if (isCharacter(from)) return (v) => integerOfText(v as string, to);
  if (from.name === 'BOOLEAN') return (v) => castNumber(v === true ? 1 : 0, to);
  if (isNumeric(from) || from.name === 'INTERVAL') return (v) => castNumber(v, to);
  return undefined;
}

function toDate(from: SqlType, context: EvalContext): Convert | undefined {
  if (isCharacter(from)) return (v) => dateOfText(v as string);
  if (from.name === 'TIMESTAMP') return (v) => Math.trunc(splitMillis(v as bigint).millis / DAY) + 0;
  if (from.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') {
    return (v) => Math.floor(splitMillis(utcNanosToLocal(context.timeZone, v as bigint)).millis / DAY);
  }
  return undefined;
}

function toTime(from: SqlType, to: SqlType, context: EvalContext): Convert | undefined {
  const precision = to.precision ?? 0;
  if (isCharacter(from)) return (v) => timeOfText(v as string, precision);
  if (from.name === 'TIME') return (v) => truncateTime(v as number, precision);
  if (from.name === 'TIMESTAMP') return (v) => truncateTime(splitMillis(v as bigint).millis % DAY, precision);
  if (from.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') {
    return (v) => {
      const { millis } = splitMillis(utcNanosToLocal(context.timeZone, v as bigint));
      return truncateTime(millis - Math.floor(millis / DAY) * DAY, precision);
    };
  }
  return undefined;
}

function toTimestamp(from: SqlType, to: SqlType, context: EvalContext): Convert | undefined {
  const precision = to.precision ?? 6;
  const local = to.name === 'TIMESTAMP';
  const zone = context.timeZone;
  const fromLocal = (nanos: bigint): bigint => (local ? nanos : localNanosToUtc(zone, nanos));
  if (isCharacter(from)) return (v) => timestampOfText(v as string, precision, local ? undefined : zone);
  if (from.name === 'DATE') return (v) => fromLocal(BigInt(v as number) * BigInt(DAY) * 1_000_000n);
  if (from.name === 'TIME') return (v) => fromLocal(BigInt(v as number) * 1_000_000n);
  const narrowed = (v: bigint): bigint => ((from.precision ?? 6) <= precision ? v : truncateTimestamp(v, precision));
  if (from.name === 'TIMESTAMP') return (v) => narrowed(fromLocal(v as bigint));
  if (from.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') {
    return (v) => narrowed(local ? utcNanosToLocal(zone, v as bigint) : (v as bigint));
  }
  return undefined;
}

/**
 * `DateTimeUtils.truncate`: a fraction whose number of nanoseconds has no more digits than the precision stays; milliseconds are cut towards
 * the epoch, smaller fractions towards the past.
 */
function truncateTimestamp(nanos: bigint, precision: number): bigint {
  const { nano } = localFields(nanos);
  if (String(nano).length <= precision) return nanos;
  const { millis, rest } = splitMillis(nanos);
  if (precision > 3) return nanos - (rest % 10n ** BigInt(9 - precision));
  return BigInt(millis - (millis % 10 ** (3 - precision))) * 1_000_000n;
}

/** Element by element. */
function toConstructed(from: SqlType, to: SqlType, context: EvalContext): Convert | undefined {
  const part = (a: SqlType | undefined, b: SqlType | undefined): ((v: Value) => Value) | undefined => {
    const f = a && b && castFunction(a, b, context);
    return f && ((v) => (v === null ? null : f(v)));
  };
  if (to.name === 'ARRAY' && from.name === 'ARRAY') {
    const element = part(from.element, to.element);
    return element && ((v) => (isArrayValue(v) ? v.map(element) : null));
  }
  if (to.name === 'MAP' && from.name === 'MAP') {
    const key = part(from.key, to.key);
    const value = part(from.value, to.value);
    return key && value && ((v) => (isMapValue(v) ? { entries: v.entries.map(([k, x]) => [key(k), value(x)] as const) } : null));
  }
  if (to.name === 'MULTISET' && from.name === 'MULTISET') {
    const element = part(from.element, to.element);
    return element && ((v) => (isMapValue(v) ? { entries: v.entries.map(([k, n]) => [element(k), n] as const) } : null));
  }
  const rows = (t: SqlType): boolean => t.name === 'ROW' || t.name === 'STRUCTURED';
  if (rows(to) && rows(from)) {
    const fields = (to.fields ?? []).map((f, i) => part(from.fields?.[i]?.type, f.type));
    if (fields.includes(undefined)) return undefined;
    return (v) => (isRowValue(v) ? { row: v.row.map((x, i) => (fields[i] ?? ((y: Value) => y))(x)) } : null);
  }
  return undefined;
}

/** Text of a value as CAST(… AS STRING) writes it. */
export function stringFunction(from: SqlType, context: EvalContext): Convert | undefined {
  return castFunction(from, charType('VARCHAR', 2147483647, true), context);
}
