import type { WindowSpec, Windowing } from '../../../rel/physical/windowing.ts';
import { windowStart } from './window-time.ts';

/** Merges slices: into the state of `target`, or into a fresh accumulator. */
export interface SliceMerge {
  readonly target?: number;
  readonly slices: readonly number[];
}

/**
 * Flink's `SliceAssigner`: windows made of slices that do not overlap. A slice is named by its end, a window by its end, all in local
 * milliseconds.
 */
export interface SliceAssigner {
  /** Distance between ends of slices. */
  readonly interval: number;
  readonly offset: number;
  /** Windows share slices (HOP, CUMULATE). */
  readonly shared: boolean;
  /** End of the slice of a time. */
  sliceEnd(time: number): number;
  /** End of the last window that holds the slice. */
  lastWindowEnd(sliceEnd: number): number;
  windowStart(windowEnd: number): number;
  /** Slices that no later window needs. */
  expired(windowEnd: number): readonly number[];
  merge(windowEnd: number): SliceMerge;
  /** The window to fire next. */
  next(windowEnd: number, isEmpty: boolean): number | undefined;
}

export function sliceAssigner(spec: WindowSpec): SliceAssigner {
  switch (spec.kind) {
    case 'TUMBLE':
      return tumbling(spec.size, spec.offset ?? 0);
    case 'HOP':
      return hopping(spec.size, spec.slide, spec.offset ?? 0);
    case 'CUMULATE':
      return cumulating(spec.maxSize, spec.step, spec.offset ?? 0);
    default:
      throw new Error('session windows have no slices');
  }
}

/** Attached windows are whole: one slice a window, its end read from a column. */
export function assignerOf(windowing: Windowing): SliceAssigner {
  const inner = sliceAssigner(windowing.spec);
  if (windowing.columns.by !== 'window') return inner;
  return {
    ...inner,
    shared: false,
    lastWindowEnd: (end) => end,
    expired: (end) => [end],
    merge: (end) => ({ target: end, slices: [] }),
    next: () => undefined,
  };
}

function tumbling(size: number, offset: number): SliceAssigner {
  return {
    interval: size,
    offset,
    shared: false,
    sliceEnd: (time) => windowStart(time, size, offset) + size,
    lastWindowEnd: (end) => end,
    windowStart: (end) => end - size,
    expired: (end) => [end],
    merge: (end) => ({ target: end, slices: [] }),
    next: () => undefined,
  };
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function hopping(size: number, slide: number, offset: number): SliceAssigner {
  const slice = gcd(size, slide);
  const count = size / slice;
  return {
    interval: slice,
    offset,
    shared: true,
    sliceEnd: (time) => windowStart(time, slice, offset) + slice,
    lastWindowEnd: (end) => end - slice + size,
    windowStart: (end) => end - size,
    expired: (end) => [end - size + slice],
    // Newest first.
    merge: (end) => ({ slices: Array.from({ length: count }, (_, i) => end - i * slice) }),
    next: (end, isEmpty) => (isEmpty ? undefined : end + slice),
  };
}

function cumulating(maxSize: number, step: number, offset: number): SliceAssigner {
  const start = (end: number): number => windowStart(end - 1, maxSize, offset);
  return {
    interval: step,
    offset,
    shared: true,
    sliceEnd: (time) => windowStart(time, step, offset) + step,
    lastWindowEnd: (end) => start(end) + maxSize,
    windowStart: start,
    expired: (end) => {
      const first = start(end) + step;
      if (end === start(end) + maxSize) return [end, first];
      return end === first ? [] : [end];
    },
    merge: (end) => {
      const first = start(end) + step;
      return { target: first, slices: end === first ? [] : [end] };
    },
    next: (end) => (end + step > start(end) + maxSize ? undefined : end + step),
  };
}
