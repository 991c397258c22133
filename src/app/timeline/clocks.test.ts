import { describe, expect, it } from 'vitest';
import { eventClock } from './clock-text.ts';
import { clocksModel, clocksSpan, openWindows } from './clocks.ts';
import { laneModel } from './lanes.ts';
import { largeRun } from './testdata/large-run.ts';
import { minutesPastTen, unionRun } from './testdata/union-run.ts';
import { windowText } from './window-text.ts';

const model = laneModel(unionRun(), eventClock('UTC'));

describe('the two clocks', () => {
  it('are about the last operator with windows, unless one with a watermark is selected', () => {
    expect(clocksModel(model, undefined).operator).toBe(6);
    expect(clocksModel(model, 2).operator).toBe(2);
    expect(clocksModel(model, 2).windows).toEqual([]);
  });

  it('name the operator whose staircase decides, and the sources', () => {
    const clocks = clocksModel(model, undefined);
    expect(clocks.ownName).toBe('Union');
    expect(clocks.sources.map((source) => source.name)).toEqual(['web', 'app']);
    expect(clocksModel(model, 0).ownName).toBe('web');
  });

  it('open a window of two phases with its first row that was counted', () => {
    const { windows } = clocksModel(model, undefined);
    expect(windows.map((box) => [windowText(box), box.opened])).toEqual([
      ['[10:00, 10:10)', 1],
      ['[10:10, 10:20)', 3],
      ['[10:30, 10:40)', 5],
      ['[10:20, 10:30)', 17],
    ]);
  });

  it('have no place for rows without an event time', () => {
    const run = unionRun();
    const steps = run.steps.map((step, i) => (i === 1 ? { ...step, eventTime: undefined } : step));
    const { events } = clocksModel(laneModel({ ...run, steps }, eventClock('UTC')), undefined);
    expect(run.steps[1]?.cause).toBe('row');
    expect([...events.steps]).toEqual([...clocksModel(model, undefined).events.steps].filter((step) => step !== 1));
    expect(events.times.every(Number.isFinite)).toBe(true);
  });

  it('list firings in order and windows that are still open', () => {
    const { firings, windows } = clocksModel(model, undefined);
    expect(firings.map(({ step, box }) => [step, windowText(box)])).toEqual([
      [12, '[10:00, 10:10)'],
      [18, '[10:10, 10:20)'],
    ]);
    expect(openWindows(windows, 4).map(windowText)).toEqual(['[10:00, 10:10)', '[10:10, 10:20)']);
    expect(openWindows(windows, 18).map(windowText)).toEqual(['[10:30, 10:40)', '[10:20, 10:30)']);
  });

  it('show event time from the first to the last window, near by only what is there', () => {
    expect(clocksSpan(clocksModel(model, undefined), model.places.whole)).toEqual({ from: minutesPastTen(0), to: minutesPastTen(40) });
    const long = laneModel(largeRun(3000), eventClock('UTC'));
    const near = clocksSpan(clocksModel(long, undefined), { from: 50_000, to: 52_000 });
    expect((near?.to ?? 0) - (near?.from ?? 0)).toBeLessThan(60_000);
    const { domain } = { domain: long.places.whole };
    expect((clocksSpan(clocksModel(long, undefined), domain)?.to ?? 0) - (near?.to ?? 0)).toBeGreaterThan(20_000);
  });
});
