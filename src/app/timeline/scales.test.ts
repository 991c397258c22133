import { describe, expect, it } from 'vitest';
import {
  clampDomain,
  lowerBound,
  niceDomain,
  niceStep,
  panBy,
  ticksOf,
  toPixel,
  toValue,
  upperBound,
  visibleRange,
  zoomAt,
} from './scales.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('scales', () => {
  it('map values to pixels and back, upwards as well', () => {
    const scale = { domain: { from: 100, to: 200 }, range: { from: 50, to: 10 } };
    expect(toPixel(scale, 150)).toBe(30);
    expect(toValue(scale, 20)).toBe(175);
    expect(toValue(scale, toPixel(scale, 123))).toBeCloseTo(123);
  });

  it('choose steps that stand on a clock', () => {
    expect([3, 300, 1100, 7 * MINUTE, 5 * HOUR, 30 * HOUR].map(niceStep)).toEqual([5, 500, 2000, 10 * MINUTE, 6 * HOUR, 48 * HOUR]);
    expect(niceStep(1e13)).toBeGreaterThanOrEqual(1e13);
  });

  it('put marks at least a gap apart, on whole steps', () => {
    const ticks = ticksOf({ domain: { from: 0, to: 11_000 }, range: { from: 166, to: 1088 } }, 72);
    expect(ticks.step).toBe(1000);
    expect(ticks.values).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, 11_000]);
  });

  it('let days begin at midnight of the zone', () => {
    const shift = 8 * HOUR;
    const { values } = ticksOf({ domain: { from: 0, to: 48 * HOUR }, range: { from: 0, to: 100 } }, 50, shift);
    expect(values.map((value) => (value + shift) % (24 * HOUR))).toEqual([0, 0]);
  });

  it('grow a domain to whole marks', () => {
    expect(niceDomain({ from: 61_000, to: 35 * MINUTE }, 4)).toEqual({ from: 0, to: 40 * MINUTE });
    expect(niceDomain({ from: 5, to: 5 }, 4)).toEqual({ from: 5, to: 6 });
    // A delay of five seconds does not begin another half hour.
    expect(niceDomain({ from: -5000, to: 2 * HOUR }, 4)).toEqual({ from: 0, to: 2 * HOUR });
  });

  it('stand on first days of months and years where a run is that long', () => {
    const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
    const years = { from: day('2021-01-01'), to: day('2024-12-31') };
    expect(niceDomain(years, 4)).toEqual({ from: day('2021-01-01'), to: day('2025-01-01') });
    const ticks = ticksOf({ domain: years, range: { from: 0, to: 300 } }, 60);
    expect(ticks.values).toEqual(['2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01'].map(day));
    const months = ticksOf({ domain: { from: day('2024-01-15'), to: day('2024-04-02') }, range: { from: 0, to: 100 } }, 30);
    expect(months.values).toEqual(['2024-02-01', '2024-03-01', '2024-04-01'].map(day));
    expect(ticksOf({ domain: { from: -6e13, to: 2e14 }, range: { from: 0, to: 100 } }, 30).values.length).toBeGreaterThan(1);
  });

  it('zoom around the pointer and stay within the run', () => {
    const whole = { from: 0, to: 1000 };
    const near = zoomAt(whole, 250, 4);
    expect(near).toEqual({ from: 187.5, to: 437.5 });
    expect((250 - near.from) / (near.to - near.from)).toBeCloseTo(0.25);
    expect(clampDomain(panBy(near, 900), whole)).toEqual({ from: 750, to: 1000 });
    expect(clampDomain(zoomAt(whole, 500, 0.5), whole)).toEqual(whole);
    expect(clampDomain({ from: 500, to: 500 }, whole, 50)).toEqual({ from: 500, to: 550 });
  });

  it('find bounds in ascending lists', () => {
    const list = [1, 3, 3, 7];
    expect([0, 1, 3, 9].map((value) => lowerBound(list, value))).toEqual([0, 0, 1, 4]);
    expect([0, 1, 3, 9].map((value) => upperBound(list, value))).toEqual([0, 1, 3, 4]);
  });

  it('give the visible steps and one more at each side', () => {
    const places = Float64Array.from([0, 10, 20, 30, 40, 50]);
    expect(visibleRange([1, 2, 3, 4, 5], places, { from: 25, to: 35 })).toEqual([1, 4]);
    expect(visibleRange([], places, { from: 25, to: 35 })).toEqual([0, 0]);
  });
});
