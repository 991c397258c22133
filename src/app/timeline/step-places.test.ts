import { describe, expect, it } from 'vitest';
import type { RunStep, RunTrace } from '../../trace/run-trace.ts';
import { nearestStep, stepAt, stepPlaces } from './step-places.ts';
import { unionRun } from './testdata/union-run.ts';

function runAt(...moments: number[]): RunTrace {
  const steps = moments.map((at, index): RunStep => ({ cause: index === 0 ? 'start' : 'row', at, events: 1 }));
  return { ...unionRun(), steps };
}

describe('places of steps', () => {
  it('are their moments', () => {
    const { places, end } = stepPlaces(unionRun());
    expect([...places.slice(0, 4)]).toEqual([0, 1000, 1100, 2000]);
    expect(end).toBe(10_000);
  });

  it('fan steps of one moment out, in order, before the next moment', () => {
    const { places } = stepPlaces(runAt(0, 1000, 1000, 1000, 2000));
    expect(places[1]).toBe(1000);
    expect(places[2]).toBeGreaterThan(1000);
    expect(places[3]).toBeGreaterThan(places[2] ?? 0);
    expect(places[3]).toBeLessThan(1501);
    expect(places[4]).toBe(2000);
  });

  it('tell steps apart even if all happen at once', () => {
    const { places, whole } = stepPlaces(runAt(0, 0, 0));
    expect(new Set(places).size).toBe(3);
    expect(whole.to).toBeGreaterThan(places[2] ?? 0);
    expect(whole.from).toBeLessThan(0);
  });

  it('give the step at a moment, and the nearest one', () => {
    const { places } = stepPlaces(runAt(0, 1000, 2000));
    expect([-5, 0, 999, 1000, 9999].map((at) => stepAt(places, at))).toEqual([0, 0, 0, 1, 2]);
    expect([499, 501, 1600].map((at) => nearestStep(places, at))).toEqual([0, 1, 2]);
  });
});
