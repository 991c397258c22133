/**
 * Event time as people read it. Watermarks count UTC milliseconds; columns of type TIMESTAMP print them as they are, TIMESTAMP_LTZ in the
 * session's zone (`table.local-time-zone`).
 */
import type { RunTrace } from '../../trace/run-trace.ts';

/** Zone in which event times are written, `UTC` for TIMESTAMP. */
export interface EventClock {
  readonly zone: string;
  /** Milliseconds that the zone is ahead of UTC at a moment. */
  readonly offsetAt: (epoch: number) => number;
}

const DAY = 86_400_000;

const FIXED = /^(?:UTC|GMT|UT)?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/;

function fixedOffset(zone: string): number | undefined {
  if (zone === 'Z' || zone === '') return 0;
  const match = FIXED.exec(zone);
  if (!match) return undefined;
  const minutes = Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -1 : 1) * minutes * 60_000;
}

/** Offset of a zone by the browser's own tables; a zone that it does not know is shown in UTC, and says so by its name. */
export function eventClock(zone: string): EventClock {
  const fixed = fixedOffset(zone);
  if (fixed !== undefined) return { zone, offsetAt: () => fixed };
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return { zone: 'UTC', offsetAt: () => 0 };
  }
  return {
    zone,
    offsetAt: (epoch) => {
      if (!Number.isFinite(epoch) || Math.abs(epoch) > 8.64e15) return 0;
      const name = format.formatToParts(epoch).find((part) => part.type === 'timeZoneName')?.value ?? '';
      return fixedOffset(name) ?? 0;
    },
  };
}

/** The clock of a run: the session's zone if a source's event time is a TIMESTAMP_LTZ, else UTC. */
export function clockOf(trace: RunTrace, zone: string): EventClock {
  const isLocal = trace.operators.some(
    (operator) =>
      operator.inputs.length === 0 &&
      operator.columns.some((column) => column.time === 'ROWTIME' && /_LTZ|LOCAL TIME ZONE/.test(column.type)),
  );
  return eventClock(isLocal ? zone : 'UTC');
}

/** Milliseconds since the epoch of a window's bound, which is written in the zone's own time. */
export function windowEpoch(clock: EventClock, local: number): number {
  if (!Number.isFinite(local)) return local;
  const guess = local - clock.offsetAt(local);
  return local - clock.offsetAt(guess);
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}

/** How much of a time is written: down to minutes, seconds or milliseconds, with the day or the whole date in front or not. */
export interface TimePrecision {
  readonly unit: 'minute' | 'second' | 'milli';
  readonly withDay?: boolean;
  /** With the year as well, for runs that are longer than one. */
  readonly withYear?: boolean;
}

/** The unit that tells marks at this distance apart. */
export function unitOf(step: number): TimePrecision['unit'] {
  return step % 60_000 === 0 ? 'minute' : step % 1000 === 0 ? 'second' : 'milli';
}

/** The shortest unit that loses nothing. */
export function ownUnit(millis: number): TimePrecision['unit'] {
  return unitOf(Math.abs(millis) % 86_400_000);
}

/** Local milliseconds as `10:34`, `10:34:59.999` or `05-06 10:34`. */
export function localTimeText(local: number, precision: TimePrecision): string {
  if (local === Infinity) return '∞';
  if (local === -Infinity) return '−∞';
  if (Math.abs(local) > 8.64e15) return String(local);
  const date = new Date(local);
  let text = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
  if (precision.unit !== 'minute') text += `:${pad(date.getUTCSeconds())}`;
  if (precision.unit === 'milli') text += `.${pad(date.getUTCMilliseconds(), 3)}`;
  if (precision.withYear) return `${dateText(date)} ${text}`;
  return precision.withDay ? `${dateText(date).slice(-5)} ${text}` : text;
}

/** `2024-05-06`; years before 1 and after 9999 as ISO 8601 writes them. */
function dateText(date: Date): string {
  return date.toISOString().split('T')[0] ?? '';
}

/** What has to stand in front of times within a stretch so that they are told apart: nothing, the day, or the whole date. */
export function dayPrecision(span: { readonly from: number; readonly to: number } | undefined): {
  readonly withDay: boolean;
  readonly withYear: boolean;
} {
  const length = span ? span.to - span.from : 0;
  return { withDay: length > DAY, withYear: length >= 360 * DAY };
}

/** A mark of an axis that stands on whole days (`05-06`), months (`2024-05`) or years (`2024`), as its distance to the next asks for. */
export function dayTickText(local: number, step: number, withYear: boolean): string {
  const text = dateText(new Date(local));
  if (step >= 360 * DAY) return text.slice(0, -6);
  if (step >= 28 * DAY) return text.slice(0, -3);
  return withYear ? text : text.slice(-5);
}

/** Milliseconds since the epoch as the clock shows them. */
export function eventTimeText(clock: EventClock, epoch: number, precision: TimePrecision): string {
  return localTimeText(Number.isFinite(epoch) ? epoch + clock.offsetAt(epoch) : epoch, precision);
}

/** Runs that are longer are written in minutes. */
const LONG_RUN = 100_000;

/** Virtual processing time for an axis up to `last`: `0 s`, `1.5 s`; in long runs `2:30`, `1:02:30`. */
export function elapsedTickText(at: number, step: number, last: number): string {
  const seconds = at / 1000;
  if (last >= LONG_RUN) return clockLike(seconds, step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3);
  const digits = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
  return `${seconds.toFixed(digits)} s`;
}

/** Virtual processing time of the playhead: `9.40 s`, `12:05.3`. */
export function elapsedText(at: number): string {
  const seconds = at / 1000;
  if (Math.abs(at) >= LONG_RUN) return clockLike(seconds, at % 1000 === 0 ? 0 : at % 100 === 0 ? 1 : at % 10 === 0 ? 2 : 3);
  return `${seconds.toFixed(at % 10 === 0 ? 2 : 3)} s`;
}

function clockLike(seconds: number, digits: number): string {
  const whole = Math.floor(Math.abs(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  // Cut, not rounded: 59.96 s must not become 60.0.
  const cut = Math.floor((Math.abs(seconds) % 60) * 10 ** digits + 1e-6) / 10 ** digits;
  const rest = cut.toFixed(digits).padStart(digits > 0 ? 3 + digits : 2, '0');
  const text = hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
  return seconds < 0 ? `−${text}` : text;
}

/** A length of time in at most two units: `9 min`, `1 min 30 s`, `0.4 s`. */
export function durationText(millis: number): string {
  if (!Number.isFinite(millis)) return '∞';
  const ms = Math.abs(millis);
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(3))} s`;
  const parts: readonly (readonly [number, string])[] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ];
  const first = parts.findIndex(([size]) => ms >= size);
  const [size, unit] = parts[first] ?? [1000, 's'];
  const next = parts[first + 1];
  const rest = next ? Math.floor((ms % size) / next[0]) : 0;
  return `${Math.floor(ms / size)} ${unit}${rest > 0 && next ? ` ${rest} ${next[1]}` : ''}`;
}
