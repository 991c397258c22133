import type { RunTrace } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';
import { clockOf, eventTimeText, localTimeText, ownUnit, unitOf, type EventClock } from '../timeline/clock-text.ts';

/** How event times of a run are written: in which zone, with the day if there is more than one, with the year if it lasts longer. */
export interface RunClock {
  readonly clock: EventClock;
  readonly withDay: boolean;
  readonly withYear?: boolean;
}

const DAY = 86_400_000;
const clocks = new WeakMap<RunTrace, Map<string, RunClock>>();

/** The days that a run's event times lie in; undefined without any. */
function daysOf(trace: RunTrace): { readonly first: number; readonly last: number } | undefined {
  let low = Infinity;
  let high = -Infinity;
  const see = (time: number | undefined): void => {
    if (time === undefined || !Number.isFinite(time)) return;
    low = Math.min(low, time);
    high = Math.max(high, time);
  };
  for (const step of trace.steps) see(step.eventTime);
  for (const window of trace.windows) {
    see(window.start);
    see(window.end - 1);
  }
  return low <= high ? { first: Math.floor(low / DAY), last: Math.floor(high / DAY) } : undefined;
}

/** The zone of a session: `table.local-time-zone` as an option or by SET in the script, else UTC. */
export function sessionZone(sql: string, options: Readonly<Record<string, string>>): string {
  const sets = [...sql.matchAll(/^\s*SET\s+'table\.local-time-zone'\s*=\s*'([^']*)'/gim)];
  return sets.at(-1)?.[1] ?? options['table.local-time-zone'] ?? 'UTC';
}

/** The clock of a run; the same object for the same run and zone. */
export function runClock(trace: RunTrace, zone: string): RunClock {
  let byZone = clocks.get(trace);
  if (!byZone) clocks.set(trace, (byZone = new Map<string, RunClock>()));
  let clock = byZone.get(zone);
  if (!clock) {
    const { first = 0, last = 0 } = daysOf(trace) ?? {};
    clock = { clock: clockOf(trace, zone), withDay: first !== last, withYear: last - first >= 360 };
    byZone.set(zone, clock);
  }
  return clock;
}

/** A moment of event time: `10:20:59.999`; words where there is none yet, or no more. */
export function timeText({ clock, withDay, withYear }: RunClock, epoch: number): string {
  if (epoch >= 8.64e15) return msg('run.endOfInput');
  if (epoch <= -8.64e15) return msg('run.noWatermark');
  return eventTimeText(clock, epoch, { unit: ownUnit(epoch) === 'milli' ? 'milli' : 'second', withDay, withYear });
}

/** `[10:10, 10:20)`; seconds only where a bound has some. Bounds are local times already. */
export function windowText({ withDay, withYear }: RunClock, start: number, end: number): string {
  const unit = [start, end].some((bound) => unitOf(bound) === 'milli')
    ? 'milli'
    : [start, end].some((bound) => unitOf(bound) === 'second')
      ? 'second'
      : 'minute';
  const isOtherDay = withDay && Math.floor(start / DAY) !== Math.floor(end / DAY);
  return `[${localTimeText(start, { unit, withDay, withYear })}, ${localTimeText(end, { unit, withDay: isOtherDay, withYear: withYear && isOtherDay })})`;
}

/** Names of windows, keys of state: moments in them, written as milliseconds, become times, and `start|end` a window. */
export function namespaceText(clock: RunClock, text: string): string {
  return text
    .replace(/(?<![^ ])(-?\d{12,15})\|(-?\d{12,15})(?![^ ])/g, (_, start, end) => windowText(clock, Number(start), Number(end)))
    .replace(/(?<![\d.])-?\d{12,15}(?![\d.])/g, (millis) => boundText(clock, Number(millis)));
}

/** The bound that a watermark has to pass: `10:30`. */
export function boundText({ withDay, withYear }: RunClock, local: number): string {
  return localTimeText(local, { unit: unitOf(local), withDay, withYear });
}

/** A size in bytes, kilobytes … terabytes. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${Math.round(bytes)} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  if (bytes < 1024 ** 4) return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  return `${(bytes / 1024 ** 4).toFixed(1)} TB`;
}
