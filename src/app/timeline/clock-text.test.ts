import { describe, expect, it } from 'vitest';
import {
  clockOf,
  dayPrecision,
  dayTickText,
  durationText,
  elapsedText,
  elapsedTickText,
  eventClock,
  eventTimeText,
  localTimeText,
  ownUnit,
  windowEpoch,
} from './clock-text.ts';
import { plainOperator, unionRun } from './testdata/union-run.ts';

const NOON = Date.UTC(2024, 4, 6, 12);

describe('event time', () => {
  it('is written as precisely as asked, with the day if asked', () => {
    expect(localTimeText(NOON + 61_001, { unit: 'minute' })).toBe('12:01');
    expect(localTimeText(NOON + 61_001, { unit: 'second' })).toBe('12:01:01');
    expect(localTimeText(NOON + 61_001, { unit: 'milli', withDay: true })).toBe('05-06 12:01:01.001');
    expect(localTimeText(Infinity, { unit: 'milli' })).toBe('∞');
  });

  it('has the year where a run is longer than one, and whole days, months and years as marks', () => {
    const day = 86_400_000;
    expect(localTimeText(NOON, { unit: 'minute', withYear: true })).toBe('2024-05-06 12:00');
    expect(dayPrecision({ from: NOON, to: NOON + 3 * day })).toEqual({ withDay: true, withYear: false });
    expect(dayPrecision({ from: NOON, to: NOON + 400 * day })).toEqual({ withDay: true, withYear: true });
    expect([day, 31 * day, 365 * day].map((step) => dayTickText(NOON, step, true))).toEqual(['2024-05-06', '2024-05', '2024']);
    expect(dayTickText(NOON, day, false)).toBe('05-06');
  });

  it('knows which unit a bound needs', () => {
    expect([NOON, NOON + 1000, NOON + 1, NOON - 1].map(ownUnit)).toEqual(['minute', 'second', 'milli', 'milli']);
  });

  it('follows the zone, summer and winter', () => {
    const berlin = eventClock('Europe/Berlin');
    expect(eventTimeText(berlin, NOON, { unit: 'minute' })).toBe('14:00');
    expect(eventTimeText(berlin, Date.UTC(2024, 0, 6, 12), { unit: 'minute' })).toBe('13:00');
    expect(eventTimeText(eventClock('GMT-03:30'), NOON, { unit: 'minute' })).toBe('08:30');
    expect(eventTimeText(eventClock('+08:00'), NOON, { unit: 'minute' })).toBe('20:00');
  });

  it('turns the bounds of a window into the moment that a watermark is compared with', () => {
    const berlin = eventClock('Europe/Berlin');
    expect(windowEpoch(berlin, Date.UTC(2024, 4, 6, 14))).toBe(NOON);
    expect(windowEpoch(eventClock('UTC'), NOON)).toBe(NOON);
    expect(windowEpoch(berlin, Infinity)).toBe(Infinity);
  });

  it('of a TIMESTAMP is shown as it is, of a TIMESTAMP_LTZ in the zone of the session', () => {
    const run = unionRun();
    expect(clockOf(run, 'Asia/Shanghai').zone).toBe('UTC');
    const column = { name: 'ts', type: 'TIMESTAMP_LTZ(3) *ROWTIME*', nullable: true, time: 'ROWTIME' } as const;
    const local = { ...run, operators: [plainOperator('TableSourceScan', [], { columns: [column] })] };
    expect(clockOf(local, 'Asia/Shanghai').zone).toBe('Asia/Shanghai');
    expect(clockOf(local, 'Nowhere/Land').zone).toBe('UTC');
  });
});

describe('processing time', () => {
  it('is in seconds, in long runs in minutes', () => {
    expect(elapsedText(9400)).toBe('9.40 s');
    expect(elapsedText(33)).toBe('0.033 s');
    expect(elapsedText(333_300)).toBe('5:33.3');
    expect(elapsedText(119_996)).toBe('1:59.996');
    expect(elapsedText(3_723_000)).toBe('1:02:03');
    expect(elapsedTickText(1500, 500, 11_000)).toBe('1.5 s');
    expect(elapsedTickText(2000, 1000, 11_000)).toBe('2 s');
    expect(elapsedTickText(90_000, 30_000, 333_000)).toBe('1:30');
  });

  it('as a length has at most two units', () => {
    expect([400, 9 * 60_000, 90_000, 3_600_000, 90_061_000].map(durationText)).toEqual(['0.4 s', '9 min', '1 min 30 s', '1 h', '1 d 1 h']);
  });
});
