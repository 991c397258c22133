/** A watermark as points in pixels, at most a few a pixel column however many steps it has. */
import { toPixel, upperBound, type Scale, visibleRange } from './scales.ts';
import type { StepPlaces } from './step-places.ts';

import type { Staircase } from './watermark-lines.ts';

export interface StairPoints {
  /** Where a stair begins, ascending. */
  readonly xs: readonly number[];
  /** Height from there on. */
  readonly ys: readonly number[];
  /** Where the last stair ends. */
  readonly end: number;
}

export interface StairFrame {
  readonly time: Scale;
  readonly places: StepPlaces;
  /** Pixel of a watermark; called with `Infinity` at the end of input. */
  readonly y: (value: number) => number;
}

/** The stairs within the visible domain; undefined if the line begins later or never. */
export function stairPoints(line: Staircase, frame: StairFrame): StairPoints | undefined {
  const { places } = frame.places;
  const { domain } = frame.time;
  const [from, to] = visibleRange(line.steps, places, domain);
  const last = toPixel(frame.time, Math.min(places.at(-1) ?? 0, domain.to));
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = from; i < to; i++) {
    const x = toPixel(frame.time, places[line.steps[i] ?? 0] ?? 0);
    const y = frame.y(line.values[i] ?? 0);
    const before = xs.at(-1);
    if (before !== undefined && Math.abs(x - before) < 0.5) ys[ys.length - 1] = y;
    else {
      xs.push(x);
      ys.push(y);
    }
  }
  const first = xs[0];
  return first === undefined || first > last ? undefined : { xs, ys, end: Math.max(last, first) };
}

/** Stretches of pixels in which the line is idle. */
export function idleStretches(line: Staircase, frame: StairFrame): readonly (readonly [number, number])[] {
  const { places } = frame.places;
  const result: (readonly [number, number])[] = [];
  for (let i = 0; i < line.idle.length; i += 2) {
    const from = places[line.idle[i] ?? 0] ?? 0;
    const to = places[line.idle[i + 1] ?? places.length - 1] ?? 0;
    if (to < frame.time.domain.from || from > frame.time.domain.to) continue;
    result.push([toPixel(frame.time, from), toPixel(frame.time, to)]);
  }
  return result;
}

/** The highest point of the stairs over a stretch of pixels; undefined before the first one. */
export function highestStair(points: StairPoints, from: number, to: number): number | undefined {
  let highest = stairAt(points, from);
  for (let i = upperBound(points.xs, from); i < points.xs.length && (points.xs[i] ?? 0) <= to; i++)
    highest = Math.min(highest ?? Infinity, points.ys[i] ?? Infinity);
  return highest;
}

/** Height of the stairs at a pixel; undefined before the first one. */
export function stairAt(points: StairPoints, x: number): number | undefined {
  return points.ys[upperBound(points.xs, x) - 1];
}
