import { describe, expect, it } from 'vitest';
import { eventClock } from './clock-text.ts';
import { laneModel } from './lanes.ts';
import { minutesPastTen, unionRun } from './testdata/union-run.ts';
import { timelineKey, type Key } from './timeline-keys.ts';
import { Viewport } from './viewport.ts';

const model = laneModel(unionRun(), eventClock('UTC'));

function press(key: string, step: number, more: Partial<Key> = {}, viewport = new Viewport(model.places.whole)) {
  return timelineKey({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more }, { model, viewport, step });
}

describe('keys of the timeline', () => {
  it('step, and stop at the ends', () => {
    expect(press('ArrowRight', 3)).toEqual({ kind: 'step', step: 4 });
    expect(press('ArrowRight', 19)).toEqual({ kind: 'step', step: 19 });
    expect(press('ArrowLeft', 0)).toEqual({ kind: 'step', step: 0 });
    expect(press('End', 3)).toEqual({ kind: 'step', step: 19 });
  });

  it('zoom around the playhead and back to all', () => {
    const viewport = new Viewport(model.places.whole);
    expect(press('+', 9, {}, viewport)).toEqual({ kind: 'view' });
    expect(viewport.isZoomed).toBe(true);
    const { from, to } = viewport.domain;
    const { whole } = viewport;
    expect((5000 - from) / (to - from)).toBeCloseTo((5000 - whole.from) / (whole.to - whole.from));
    press('0', 9, {}, viewport);
    expect(viewport.domain).toEqual(viewport.whole);
  });

  it('page through lanes that do not fit', () => {
    const viewport = new Viewport(model.places.whole);
    const pages: number[] = [];
    const stop = viewport.onPage((by) => pages.push(by));
    expect(press('PageDown', 3, {}, viewport)).toEqual({ kind: 'view' });
    press('PageUp', 3, {}, viewport);
    stop();
    press('PageUp', 3, {}, viewport);
    expect(pages).toEqual([0.8, -0.8]);
  });

  it('keep a zoom within a run that became shorter', () => {
    const viewport = new Viewport({ from: 0, to: 5000 }, { from: 4000, to: 6000 });
    expect(viewport.domain).toEqual({ from: 3000, to: 5000 });
    expect(viewport.isZoomed).toBe(true);
  });

  it('move the row of the step with Alt', () => {
    expect(press('ArrowRight', 5, { altKey: true })).toEqual({ kind: 'move', change: { line: 3, at: 3200 } });
    expect(press('ArrowUp', 5, { altKey: true })).toEqual({ kind: 'move', change: { line: 3, eventTime: minutesPastTen(35) + 30_000 } });
    expect(press('ArrowDown', 5, { altKey: true, shiftKey: true })).toEqual({
      kind: 'move',
      change: { line: 3, eventTime: minutesPastTen(30) },
    });
    expect(press('ArrowRight', 6, { altKey: true })).toBeUndefined();
  });

  it('leave everything else to others', () => {
    expect(press('ArrowRight', 3, { ctrlKey: true })).toBeUndefined();
    expect(press(' ', 3)).toBeUndefined();
    expect(press('x', 3)).toBeUndefined();
  });
});
