import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { EvalContext } from './contract.ts';
import { dateText } from '../../types/datetime-text.ts';
import { decimalPlainText } from '../../types/decimal.ts';
import { millisOfNanos, nanosOfMillis } from '../../types/int64.ts';
import { isYearMonthInterval } from '../../types/sql-type.ts';
import { isArrayValue, isDecimalValue, isMapValue, isRowValue } from '../../types/value.ts';
import { hexText } from '../../rel/rex/literal-text.ts';
import { bitmapText } from './bitmap.ts';
import { NoEvaluator } from './contract.ts';
import { javaDoubleText, javaFloatText } from './java-float-text.ts';
import { fromUtf8 } from './text-points.ts';
import { utcNanosToLocal } from './time-zone.ts';
import { variantText } from './variant.ts';

/** How Flink writes values in casts to STRING (its `…ToStringCastRule`s). */

function two(n: number): string {
  return n < 10 ? `0${n}` : String(n);
}

/** `12:34:56.789`: a fraction ends with its last digit that is not 0 (one 0 stays). */
export function timeOfDayText(millis: number, precision: number): string {
  const t = ((millis % 86_400_000) + 86_400_000) % 86_400_000;
  const text = `${two(Math.floor(t / 3_600_000))}:${two(Math.floor(t / 60_000) % 60)}:${two(Math.floor(t / 1000) % 60)}`;
  if (precision <= 0) return text;
  let fraction = '';
  let ms = t % 1000;
  for (let i = 0; i < precision; i++) {
    fraction += Math.floor(ms / 100);
    ms = (ms % 100) * 10;
    if (ms === 0) break;
  }
  return `${text}.${fraction}`;
}

/** Minutes whose texts are kept. */
const MOST_MINUTES = 4_096;

/**
 * Writes timestamps as `2024-02-29 12:34:56.789000`: all fraction digits of the precision. Columns are full of times that lie close together,
 * so the texts of minutes are kept.
 */
function timestampText(precision: number): (localNanos: bigint) => string {
  const minutes = new Map<number, string>();
  const minuteText = (minute: number): string => {
    let text = minutes.get(minute);
    if (text === undefined) {
      if (minutes.size >= MOST_MINUTES) minutes.clear();
      const days = Math.floor(minute / 1440);
      const ofDay = minute - days * 1440;
      text = `${dateText(days)} ${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}:`;
      minutes.set(minute, text);
    }
    return text;
  };
  return (localNanos) => {
    const millis = millisOfNanos(localNanos);
    const minute = Math.floor(millis / 60_000);
    const ofMinute = millis - minute * 60_000;
    const seconds = two(Math.floor(ofMinute / 1000));
    if (precision <= 0) return minuteText(minute) + seconds;
    const nano = (ofMinute % 1000) * 1_000_000 + (precision > 3 ? Number(localNanos - nanosOfMillis(millis)) : 0);
    return minuteText(minute) + `${seconds}.${String(nano).padStart(9, '0').slice(0, precision)}`;
  };
}

/** `+1-02`. */
export function monthsText(months: number): string {
  const size = Math.abs(months);
  return `${months < 0 ? '-' : '+'}${Math.floor(size / 12)}-${two(size % 12)}`;
}

/** `+1 02:03:04.500`. */
export function millisText(millis: bigint): string {
  const size = millis < 0n ? -millis : millis;
  const part = (unit: bigint, modulus: bigint): number => Number((size / unit) % modulus);
  const time = `${two(part(3_600_000n, 24n))}:${two(part(60_000n, 60n))}:${two(part(1000n, 60n))}`;
  return `${millis < 0n ? '-' : '+'}${size / 86_400_000n} ${time}.${String(size % 1000n).padStart(3, '0')}`;
}

/** A function that writes non-null values of the type. */
export function textFunction(type: SqlType, context: EvalContext): (v: Exclude<Value, null>) => string {
  switch (type.name) {
    case 'CHAR':
    case 'VARCHAR':
      return (v) => v as string;
    case 'BOOLEAN':
      return (v) => (v === true ? (context.legacyCasts ? 'true' : 'TRUE') : context.legacyCasts ? 'false' : 'FALSE');
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return String;
    case 'DECIMAL':
      return (v) => (isDecimalValue(v) ? decimalPlainText(v) : String(v));
    case 'FLOAT':
      return (v) => javaFloatText(v as number);
    case 'DOUBLE':
      return (v) => javaDoubleText(v as number);
    case 'BINARY':
    case 'VARBINARY':
      return context.printing === true ? (v) => `x'${hexText(v as Uint8Array)}'` : (v) => fromUtf8(v as Uint8Array);
    case 'DATE':
      return (v) => dateText(v as number);
    case 'TIME': {
      const precision = type.precision ?? 0;
      return (v) => timeOfDayText(v as number, precision);
    }
    case 'TIMESTAMP': {
      const text = timestampText(type.precision ?? 6);
      return (v) => text(v as bigint);
    }
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE': {
      const text = timestampText(type.precision ?? 6);
      return (v) => text(utcNanosToLocal(context.timeZone, v as bigint));
    }
    case 'INTERVAL':
      return isYearMonthInterval(type) ? (v) => monthsText(v as number) : (v) => millisText(v as bigint);
    case 'ARRAY': {
      const element = nullable(type.element, context);
      return (v) => `[${isArrayValue(v) ? v.map(element).join(', ') : ''}]`;
    }
    case 'MAP': {
      const key = nullable(type.key, context);
      const value = nullable(type.value, context);
      return (v) => `{${isMapValue(v) ? v.entries.map(([k, x]) => `${key(k)}=${value(x)}`).join(', ') : ''}}`;
    }
    case 'MULTISET': {
      const element = nullable(type.element, context);
      return (v) => `{${isMapValue(v) ? v.entries.map(([k, n]) => `${element(k)}=${String(n)}`).join(', ') : ''}}`;
    }
    case 'ROW': {
      const fields = (type.fields ?? []).map((f) => nullable(f.type, context));
      const [open, close, separator] = ['(', ')', context.legacyCasts ? ',' : ', '];
      return (v) => `${open}${isRowValue(v) ? v.row.map((x, i) => (fields[i] ?? String)(x)).join(separator) : ''}${close}`;
    }
    case 'STRUCTURED': {
      const fields = (type.fields ?? []).map((f) => ({ name: f.name, text: nullable(f.type, context) }));
      return (v) => `(${isRowValue(v) ? v.row.map((x, i) => `${fields[i]?.name}=${fields[i]?.text(x)}`).join(', ') : ''})`;
    }
    case 'BITMAP':
      return bitmapText;
    case 'VARIANT':
      return variantText;
    case 'NULL':
      return () => 'NULL';
    default:
      throw new NoEvaluator('CAST');
  }
}

function nullable(type: SqlType | undefined, context: EvalContext): (v: Value) => string {
  if (!type) throw new NoEvaluator('CAST');
  const text = textFunction(type, context);
  const none = context.legacyCasts ? 'null' : 'NULL';
  return (v) => (v === null ? none : text(v));
}
