import type { SqlType } from '../../types/sql-type.ts';
import type { CallCompiler, EvalContext } from './contract.ts';
import type { TimeZone } from './time-zone.ts';
import type { FlinkError } from '../../base/diagnostic.ts';
import { validationError } from '../../base/diagnostic.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import { codegenError } from './codegen-error.ts';
import { civilFromDays, daysFromCivil } from '../../types/datetime-text.ts';
import { isYearMonthInterval } from '../../types/sql-type.ts';
import { NoEvaluator, strict, symbolOf, typeOf } from './contract.ts';
import { splitMillis, timeZoneOf, UTC } from './time-zone.ts';

/** EXTRACT, FLOOR and CEIL of dates and times (`DateTimeUtils`, `ExtractCallGen`, `FloorCeilCallGen`). */

const DAY = 86_400_000;

/** A field of a day. */
export function extractFromDays(unit: string, days: number): number {
  const { year, month, day } = civilFromDays(days);
  switch (unit) {
    case 'YEAR':
      return year;
    case 'QUARTER':
      return Math.ceil(month / 3);
    case 'MONTH':
      return month;
    case 'DAY':
      return day;
    case 'DOW':
      return mod(days + 4, 7) + 1;
    case 'ISODOW':
      return mod(days + 3, 7) + 1;
    case 'DOY':
      return days - daysFromCivil(year, 1, 1) + 1;
    case 'WEEK':
      return isoWeek(days).week;
    case 'ISOYEAR':
      return isoWeek(days).year;
    case 'DECADE':
      return Math.trunc(year / 10);
    case 'CENTURY':
      return year > 0 ? Math.trunc((year + 99) / 100) : Math.trunc((year - 99) / 100);
    case 'MILLENNIUM':
      return year > 0 ? Math.trunc((year + 999) / 1000) : Math.trunc((year - 999) / 1000);
    case 'EPOCH':
      return days * 86_400;
    default:
      throw new NoEvaluator('EXTRACT');
  }
}

function mod(a: number, b: number): number {
  return ((a % b) + b) % b;
}

/** ISO week: the one with the year's first Thursday is number 1. */
function isoWeek(days: number): { readonly year: number; readonly week: number } {
  const thursday = days - mod(days + 3, 7) + 3;
  const { year } = civilFromDays(thursday);
  return { year, week: Math.floor((thursday - daysFromCivil(year, 1, 1)) / 7) + 1 };
}

const TIME_UNITS: Readonly<Record<string, { readonly size: number; readonly within: number }>> = {
  HOUR: { size: 3_600_000, within: DAY },
  MINUTE: { size: 60_000, within: 3_600_000 },
  SECOND: { size: 1000, within: 60_000 },
  MILLISECOND: { size: 1, within: 1000 },
};

/** EXTRACT(FLAG(unit), x). */
export const extract: CallCompiler = (call, args, context) => {
  const unit = symbolOf(call, 0);
  const type = typeOf(call, 1);
  const f = extractor(unit, type, context);
  return strict(args.slice(1), (v) => BigInt(f(v)));
};

function extractor(unit: string, type: SqlType, context: EvalContext): (v: unknown) => number {
  const time = TIME_UNITS[unit];
  switch (type.name) {
    case 'DATE':
      // The number of days is taken for one of milliseconds.
      if (time) return (v) => Math.trunc(((v as number) % time.within) / time.size) + 0;
      if (unit === 'MICROSECOND' || unit === 'NANOSECOND') throw notOf(unit, type);
      return (v) => extractFromDays(unit, v as number);
    case 'TIME':
      if (unit === 'MICROSECOND' || unit === 'NANOSECOND') throw notOf(unit, type);
      if (!time) throw validationError('plan/extract-unit', `unit ${unit} can not be applied to time variable`);
      return (v) => Math.trunc(((v as number) % time.within) / time.size);
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE': {
      const zone = type.name === 'TIMESTAMP' ? UTC : context.timeZone;
      return (v) => extractFromNanos(unit, v as bigint, zone.offsetAt);
    }
    case 'INTERVAL':
      if (isYearMonthInterval(type)) {
        if (unit === 'YEAR') return (v) => Math.trunc((v as number) / 12);
        if (unit === 'MONTH') return (v) => (v as number) % 12;
        if (unit === 'QUARTER') return (v) => Math.trunc((((v as number) % 12) - 1) / 3) + 1;
        if (unit === 'CENTURY') return (v) => Math.trunc((v as number) / 1200) + 0;
        if (unit === 'MILLENNIUM') return (v) => Math.trunc((v as number) / 12_000) + 0;
      } else {
        if (unit === 'DAY') return (v) => Number((v as bigint) / BigInt(DAY));
        if (time) return (v) => Number(((v as bigint) % BigInt(time.within)) / BigInt(time.size));
      }
      if (unit === 'MICROSECOND' || unit === 'NANOSECOND') throw notOf(unit, type);
      throw codegenError(`Unit '${unit}' is not supported.`);
    default:
      throw new NoEvaluator('EXTRACT');
  }
}

function notOf(unit: string, type: SqlType): FlinkError {
  return validationError('plan/extract-unit', `unit ${unit} can not be applied to ${flinkTypeText(type)} variable`);
}

function extractFromNanos(unit: string, nanos: bigint, offsetAt: (millis: number) => number): number {
  const { millis, rest } = splitMillis(nanos);
  const local = millis + offsetAt(millis);
  const time = TIME_UNITS[unit];
  // Division towards zero, as in Java: fields of times before 1970 come out as Flink has them.
  if (time) return Math.trunc((local % time.within) / time.size) + 0;
  if (unit === 'MICROSECOND') return (local % 1000) * 1000 + Number(rest / 1000n);
  if (unit === 'NANOSECOND') return (local % 1000) * 1_000_000 + Number(rest);
  if (unit === 'EPOCH') return Math.trunc(local / 1000);
  return extractFromDays(unit, Math.trunc(local / DAY));
}

/** The first day of the unit that the day lies in, or of the next one unless it is that first day. */
export function roundDays(unit: string, days: number, up: boolean): number {
  const { year, month, day } = civilFromDays(days);
  switch (unit) {
    case 'MILLENNIUM':
      return daysFromCivil(1000 * Math.trunc((year + 999) / 1000) + (up ? 1 : -999), 1, 1);
    case 'CENTURY':
      return daysFromCivil(100 * Math.trunc((year + 99) / 100) + (up ? 1 : -99), 1, 1);
    case 'DECADE':
      return daysFromCivil(10 * (Math.trunc(year / 10) + (up ? 1 : 0)), 1, 1);
    case 'YEAR':
      return daysFromCivil(up && (month > 1 || day > 1) ? year + 1 : year, 1, 1);
    case 'QUARTER': {
      const quarter = Math.ceil(month / 3) + (up && (month > 1 || day > 1) ? 1 : 0);
      return daysFromCivil(year + Math.floor((quarter - 1) / 4), ((quarter - 1) % 4) * 3 + 1, 1);
    }
    case 'MONTH': {
      const next = up && day > 1 ? month + 1 : month;
      return next > 12 ? daysFromCivil(year + 1, 1, 1) : daysFromCivil(year, next, 1);
    }
    case 'WEEK': {
      const sinceSunday = mod(days + 4, 7);
      return days - (up && sinceSunday > 0 ? sinceSunday - 7 : sinceSunday);
    }
    case 'DAY':
      return up ? days + 1 : days;
    default:
      throw new NoEvaluator(up ? 'CEIL' : 'FLOOR');
  }
}

const SMALL_UNITS: Readonly<Record<string, number>> = { MILLISECOND: 1, SECOND: 1000, MINUTE: 60_000, HOUR: 3_600_000, DAY };

/** FLOOR(x, FLAG(unit)) and CEIL. */
export function roundDatetime(up: boolean): CallCompiler {
  return (call, args, context) => {
    const unit = symbolOf(call, 1);
    const type = typeOf(call, 0);
    const x = args.slice(0, 1);
    const small = SMALL_UNITS[unit];
    const step = (v: number, size: number): number => (up ? Math.ceil(v / size) : Math.floor(v / size)) * size;
    switch (type.name) {
      case 'DATE':
        if (unit === 'DAY' || (small !== undefined && small < DAY)) return x[0] as (typeof args)[number];
        return strict(x, (v) => roundDays(unit, v as number, up));
      case 'TIME':
        // Larger units take the milliseconds for a day.
        return strict(x, (v) => (small === undefined ? roundDays(unit, v as number, up) : step(v as number, small)));
      case 'TIMESTAMP':
      case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE': {
        const zone = type.name === 'TIMESTAMP' ? UTC : context.timeZone;
        return strict(x, (v) => {
          const { millis } = splitMillis(v as bigint);
          const offset = zone.offsetAt(millis);
          const local = millis + offset;
          const rounded = small === undefined ? roundDays(unit, Math.trunc(local / DAY), up) * DAY : step(local, small);
          return BigInt(rounded - offset) * 1_000_000n;
        });
      }
      default:
        throw new NoEvaluator(call.op.name);
    }
  };
}

/** The zone of a name, UTC for unknown ones; an offset needs `GMT` before it (Java's `TimeZone.getTimeZone`). */
export function javaTimeZone(id: string): TimeZone {
  return /^[+-]/.test(id) || id.startsWith('UTC') ? UTC : (timeZoneOf(id) ?? UTC);
}
