import { civilFromDays, daysFromCivil } from '../../types/datetime-text.ts';

/** Offsets of a time zone, in milliseconds. */
export interface TimeZone {
  readonly id: string;
  /** Local time minus UTC at an instant (milliseconds since the epoch). */
  offsetAt(utcMillis: number): number;
}

export const UTC: TimeZone = { id: 'UTC', offsetAt: () => 0 };

const FIXED = /^(?:GMT|UTC|UT)?([+-])(\d{1,2})(?::?(\d{2}))?$/;

/**
 * The zone of a name as Flink takes it: a region, `UTC`, or a fixed offset such as `+08:00` or `GMT-5`. Undefined for unknown names.
 * Region rules come from the JavaScript engine.
 */
export function timeZoneOf(id: string): TimeZone | undefined {
  if (id === 'UTC' || id === 'GMT' || id === 'Z' || id === 'default') return { id, offsetAt: () => 0 };
  const fixed = FIXED.exec(id);
  if (fixed) {
    const offset = (Number(fixed[2]) * 60 + Number(fixed[3] ?? '0')) * 60_000 * (fixed[1] === '-' ? -1 : 1);
    return { id, offsetAt: () => offset };
  }
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: id,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
  return { id, offsetAt: (utcMillis) => regionOffset(format, utcMillis) };
}

function regionOffset(format: Intl.DateTimeFormat, utcMillis: number): number {
  const parts = new Map(format.formatToParts(utcMillis).map((p) => [p.type, p.value]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name) ?? '0');
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
  const days = daysFromCivil(year, part('month'), part('day'));
  const local = days * 86_400_000 + part('hour') * 3_600_000 + part('minute') * 60_000 + part('second') * 1000;
  return local - Math.floor(utcMillis / 1000) * 1000;
}

/** Local milliseconds to UTC as Java's `LocalDateTime.atZone` does: the earlier offset in an overlap, moved on by the gap's length in a gap. */
export function localToUtc(zone: TimeZone, localMillis: number): number {
  const before = zone.offsetAt(localMillis - 86_400_000);
  const after = zone.offsetAt(localMillis + 86_400_000);
  const early = localMillis - before;
  if (zone.offsetAt(early) === before) return early;
  const late = localMillis - after;
  if (zone.offsetAt(late) === after) return late;
  return early;
}

/** Nanoseconds of local time to nanoseconds of UTC. */
export function localNanosToUtc(zone: TimeZone, nanos: bigint): bigint {
  const { millis, rest } = splitMillis(nanos);
  return BigInt(localToUtc(zone, millis)) * 1_000_000n + rest;
}

/** Nanoseconds of UTC to nanoseconds of local time. */
export function utcNanosToLocal(zone: TimeZone, nanos: bigint): bigint {
  const { millis } = splitMillis(nanos);
  return nanos + BigInt(zone.offsetAt(millis)) * 1_000_000n;
}

/** Floor division into milliseconds and the nanoseconds beyond. */
export function splitMillis(nanos: bigint): { readonly millis: number; readonly rest: bigint } {
  let millis = nanos / 1_000_000n;
  let rest = nanos % 1_000_000n;
  if (rest < 0n) {
    rest += 1_000_000n;
    millis -= 1n;
  }
  return { millis: Number(millis), rest };
}

/** Fields of a local timestamp. */
export interface LocalFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nano: number;
  readonly days: number;
}

export function localFields(nanos: bigint): LocalFields {
  const { millis, rest } = splitMillis(nanos);
  const days = Math.floor(millis / 86_400_000);
  const ofDay = millis - days * 86_400_000;
  return {
    ...civilFromDays(days),
    days,
    hour: Math.floor(ofDay / 3_600_000),
    minute: Math.floor(ofDay / 60_000) % 60,
    second: Math.floor(ofDay / 1000) % 60,
    nano: (ofDay % 1000) * 1_000_000 + Number(rest),
  };
}

/** The zone of a name, UTC if the name is unknown. */
export function timeZone(id: string): TimeZone {
  return timeZoneOf(id) ?? UTC;
}
