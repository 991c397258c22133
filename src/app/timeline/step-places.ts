import type { RunTrace, StepRef } from '../../trace/run-trace.ts';
import { upperBound, type Span } from './scales.ts';

/**
 * Where each step stands on the axis of processing time, in milliseconds. Steps of the same moment are fanned out over at most half of the
 * gap to the next moment: each has a place of its own, their order stays, and no step stands where the clock already shows a later one.
 */
export interface StepPlaces {
  readonly places: Float64Array;
  /** From the start of the run to its last moment, with some room at the end. */
  readonly whole: Span;
  /** Place of the first step by which every source had ended, if one had. */
  readonly end: number | undefined;
}

function groupEnd(trace: RunTrace, from: number): number {
  const at = trace.steps[from]?.at;
  let end = from + 1;
  while (end < trace.steps.length && trace.steps[end]?.at === at) end++;
  return end;
}

/** The usual distance of two moments, for fanning out the last one. */
function usualGap(trace: RunTrace): number {
  const first = trace.steps[0]?.at ?? 0;
  const last = trace.steps.at(-1)?.at ?? 0;
  let moments = 1;
  for (let i = groupEnd(trace, 0); i < trace.steps.length; i = groupEnd(trace, i)) moments++;
  return moments > 1 ? (last - first) / (moments - 1) : 1000;
}

export function stepPlaces(trace: RunTrace): StepPlaces {
  const places = new Float64Array(trace.steps.length);
  const gap = usualGap(trace);
  for (let from = 0; from < trace.steps.length;) {
    const end = groupEnd(trace, from);
    const at = trace.steps[from]?.at ?? 0;
    const free = end < trace.steps.length ? (trace.steps[end]?.at ?? at) - at : gap;
    const apart = end - from > 1 ? Math.min(gap / 4, free / 2 / (end - from - 1)) : 0;
    for (let i = from; i < end; i++) places[i] = at + (i - from) * apart;
    from = end;
  }
  const last = places.at(-1) ?? 0;
  const from = Math.min(0, places[0] ?? 0);
  const length = Math.max(last - from, gap, 1);
  const ends = trace.steps.findLastIndex((step) => step.cause === 'end');
  return { places, whole: { from: from - length * 0.012, to: last + length * 0.1 }, end: ends >= 0 ? places[ends] : undefined };
}

/** The step that the playhead shows at a moment: the last one that is not later. */
export function stepAt(places: Float64Array, moment: number): StepRef {
  return Math.max(0, upperBound(places, moment) - 1);
}

/** The step nearest to a moment. */
export function nearestStep(places: Float64Array, moment: number): StepRef {
  const before = stepAt(places, moment);
  const [here, next] = [places[before] ?? 0, places[before + 1]];
  return next !== undefined && next - moment < moment - here ? before + 1 : before;
}
