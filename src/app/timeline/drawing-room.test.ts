import { describe, expect, it } from 'vitest';
import { eventClock } from './clock-text.ts';
import { LabelRoom } from './label-room.ts';
import { laneModel } from './lanes.ts';
import { eventColumns } from './paint-events.ts';
import { twoLines } from './paint-head.ts';
import { windowSpot } from './paint-windows.ts';
import { highestStair, idleStretches, stairAt, stairPoints, type StairFrame } from './staircase.ts';
import { stepNotes, stepSentence } from './step-text.ts';
import { largeRun } from './testdata/large-run.ts';
import { unionRun } from './testdata/union-run.ts';

const model = laneModel(unionRun(), eventClock('UTC'));
const time = { domain: { from: 0, to: 10_000 }, range: { from: 0, to: 1000 } };

describe('room for labels', () => {
  it('is given once, at the first free place, within the bounds', () => {
    const room = new LabelRoom({ x: 0, y: 0, width: 300, height: 100 });
    const box = (x: number, y: number) => ({ x, y, width: 60, height: 12 });
    expect(room.place([box(10, 10)])).toEqual(box(10, 10));
    expect(room.place([box(40, 15), box(40, 40)])).toEqual(box(40, 40));
    expect(room.place([box(71, 10)])).toBeUndefined();
    expect(room.place([box(280, 10), box(-5, 10), box(100, 95)])).toBeUndefined();
    const own = box(200, 60);
    room.reserve(own);
    expect(room.place([box(210, 60)])).toBeUndefined();
    expect(room.place([box(210, 60)], own)).toEqual(box(210, 60));
  });
});

describe('staircases in pixels', () => {
  const frame: StairFrame = { time, places: model.places, y: (value) => (value === Infinity ? 0 : 50) };

  it('begin with the first watermark and end with the run', () => {
    const line = { steps: Int32Array.of(2, 6), values: Float64Array.of(1, Infinity), idle: new Int32Array(0) };
    const points = stairPoints(line, frame);
    expect(points).toEqual({ xs: [110, 310], ys: [50, 0], end: 1000 });
    expect(points && [100, 200, 400].map((x) => stairAt(points, x))).toEqual([undefined, 50, 0]);
    expect(points && highestStair(points, 120, 350)).toBe(0);
  });

  it('keep one stair a pixel column', () => {
    const big = laneModel(largeRun(3000), eventClock('UTC'));
    const line = big.lines.output(0);
    const wide = { domain: big.places.whole, range: { from: 0, to: 60 } };
    const points = line && stairPoints(line, { time: wide, places: big.places, y: (value) => -value });
    expect(line?.steps.length).toBeGreaterThan(200);
    expect(points?.xs.length).toBeLessThan(125);
  });

  it('know their idle stretches, open ones up to the end', () => {
    const line = { steps: new Int32Array(0), values: new Float64Array(0), idle: Int32Array.of(1, 3, 17) };
    expect(idleStretches(line, frame)).toEqual([
      [100, 200],
      [900, 1000],
    ]);
  });
});

describe('marks in pixels', () => {
  it('of windows stand inside of wide boxes, behind narrow ones, and never in the next', () => {
    const [first, second, third] = model.windows.get(6) ?? [];
    if (!first || !second || !third) throw new Error('the run has windows');
    const frame = { places: model.places.places, time, y: 0, size: { height: 18, pitch: 24 } };
    expect(windowSpot(frame, first, 0, undefined).fires).toEqual([{ step: 12, x: 610, width: 12 }]);
    expect(windowSpot(frame, second, 1, undefined).fires).toEqual([{ step: 18, x: 898, width: 12 }]);
    expect(windowSpot(frame, first, 0, { ...third, opened: 12 }).fires[0]?.width).toBe(2);
  });

  it('of many rows are columns that lose no late row', () => {
    const big = laneModel(largeRun(5000), eventClock('UTC'));
    const [lane] = big.lanes;
    if (lane?.kind !== 'source' || !big.eventSpan) throw new Error('the run has a source');
    const frame = {
      model: big,
      time: { domain: big.places.whole, range: { from: 166, to: 1088 } },
      y: 0,
      height: 76,
      event: { domain: big.eventSpan, range: { from: 68, to: 10 } },
      room: new LabelRoom({ x: 0, y: 0, width: 1, height: 1 }),
    };
    const { counts, special } = eventColumns(frame, lane.events);
    expect(counts.reduce((a, b) => a + b, 0)).toBe(lane.events.steps.length);
    expect(special.length).toBeGreaterThan(0);
    expect(special.length).toBeLessThanOrEqual(lane.events.late.length);
    expect(special.every((spot) => spot.x >= 166 && spot.x <= 1088)).toBe(true);
  });
});

describe('texts', () => {
  it('say what a step was and what it led to', () => {
    expect(stepSentence(model, 0)).toBe('the job starts');
    expect(stepSentence(model, 13)).toBe('+I row of web, line 7, 10:08:00.000, dropped as late by GlobalWindowAggregate');
    expect(stepSentence(model, 15)).toBe('+I row of web, line 8, 10:15:00.000, late');
    expect(stepSentence(model, 16)).toBe('timer of web');
    expect(stepSentence(model, 19)).toBe('end of input');
    expect(stepNotes(model, 18).map((note) => note.text)).toEqual(['row 7 dropped, late', '[10:10, 10:20) fires']);
    expect(stepNotes(model, 17)).toEqual([]);
  });

  it('break long names where a word begins', () => {
    const fits = (text: string): boolean => text.length <= 12;
    expect(twoLines('GlobalWindowAggregate', fits)).toEqual(['GlobalWindow', 'Aggregate']);
    expect(twoLines('customer_orders', fits)).toEqual(['customer_', 'orders']);
    expect(twoLines('abcdefghijklmnopqrst', fits)).toBeUndefined();
  });
});
