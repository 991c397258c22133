import { expect, it } from 'vitest';
import { TimerLog } from './timer-log.ts';

it('knows which timers are set before any event', () => {
  const log = new TimerLog();
  const set = new Map<string, { readonly time: number; readonly ref: number }>();
  const moments: (readonly string[])[] = [];
  for (let event = 0; event < 20_000; event++) {
    moments.push([...set.keys()]);
    const timer = { time: (event * 31) % 97, ref: (event * 17) % 13 };
    const id = `${timer.time}:${timer.ref}`;
    const kind = set.has(id) ? (event % 2 === 0 ? 'timer-fired' : 'timer-deleted') : 'timer-set';
    log.note(event, kind, timer);
    if (kind === 'timer-set') set.set(id, timer);
    else set.delete(id);
  }
  for (const event of [0, 1, 500, 4_095, 4_096, 4_097, 12_345, 19_999]) {
    const timers = log.before(event);
    expect(timers.map(({ time, ref }) => `${time}:${ref}`).sort()).toEqual([...(moments[event] ?? [])].sort());
    expect(timers.map((t) => t.time)).toEqual(timers.map((t) => t.time).toSorted((a, b) => a - b));
  }
});
