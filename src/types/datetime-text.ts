/** Texts of dates, times and timestamps as Calcite's `DateString`, `TimeString` and `TimestampString` write them, and calendar arithmetic. */

export const NANOS_PER_DAY = 86_400_000_000_000n;

/** A day of the proleptic Gregorian calendar. */
export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** Days since 1970-01-01 to year, month, day. */
export function civilFromDays(days: number): CivilDate {
  const z = days + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const mp = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Year, month, day to days since 1970-01-01. A month or day out of range runs on into the next one. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function pad(n: number, width: number): string {
  return n < 0 ? `-${String(-n).padStart(width, '0')}` : String(n).padStart(width, '0');
}

/** `2020-01-31`. */
export function dateText(days: number): string {
  const { year, month, day } = civilFromDays(days);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** The fraction of a second without trailing zeros, with its point; empty for none. */
function fractionText(nanosOfSecond: number): string {
  return nanosOfSecond === 0 ? '' : `.${String(nanosOfSecond).padStart(9, '0').replace(/0+$/, '')}`;
}

/** `10:00:00.12`: nanoseconds of the day. */
export function timeText(nanosOfDay: bigint): string {
  const seconds = Number(nanosOfDay / 1_000_000_000n);
  const fraction = fractionText(Number(nanosOfDay % 1_000_000_000n));
  return `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}${fraction}`;
}

/** Floor division of a nanosecond timestamp into days and nanoseconds of the day. */
export function splitNanos(nanos: bigint): { readonly days: number; readonly nanosOfDay: bigint } {
  let days = nanos / NANOS_PER_DAY;
  let rest = nanos % NANOS_PER_DAY;
  if (rest < 0n) {
    rest += NANOS_PER_DAY;
    days -= 1n;
  }
  return { days: Number(days), nanosOfDay: rest };
}

/** `2020-01-01 10:00:00.12`: nanoseconds since the epoch. */
export function timestampText(nanos: bigint): string {
  const { days, nanosOfDay } = splitNanos(nanos);
  return `${dateText(days)} ${timeText(nanosOfDay)}`;
}

/** Fraction digits beyond `precision` cut off (towards the past, as a text cut would do for times after the epoch). */
export function truncateNanos(nanos: bigint, precision: number): bigint {
  if (precision >= 9) return nanos;
  const unit = 10n ** BigInt(9 - precision);
  const rest = nanos % unit;
  return rest < 0n ? nanos - rest - unit : nanos - rest;
}
