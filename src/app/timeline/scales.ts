/** A stretch of numbers, from the smaller to the larger. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Maps `domain` linearly to pixels; `range` may run downwards. */
export interface Scale {
  readonly domain: Span;
  readonly range: Span;
}

/** The pixel of a value. */
export function toPixel(scale: Scale, value: number): number {
  const { domain, range } = scale;
  return range.from + ((value - domain.from) / (domain.to - domain.from)) * (range.to - range.from);
}

/** The value at a pixel. */
export function toValue(scale: Scale, pixel: number): number {
  const { domain, range } = scale;
  return domain.from + ((pixel - range.from) / (range.to - range.from)) * (domain.to - domain.from);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Distances at which people expect marks on a clock. */
const CLOCK_STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 20, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 4, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 7, 10].map((n) => n * DAY),
];

/** Months between two marks; `MONTH` is their mean length. */
const MONTH_STEPS: readonly number[] = [1, 2, 3, 6, ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((n) => n * 12)];
const MONTH = (365.2425 / 12) * DAY;

/** The smallest distance people expect on a clock or in a calendar that is at least `least` milliseconds. */
export function niceStep(least: number): number {
  const known = CLOCK_STEPS.find((step) => step >= least);
  if (known !== undefined) return known;
  const months = MONTH_STEPS.find((step) => step * MONTH >= least) ?? 12_000 * 2 ** Math.ceil(Math.log2(least / (12_000 * MONTH)));
  return Math.round(months * MONTH);
}

/** Whole months of a step that stands in a calendar; undefined for one on a clock. */
function monthsOf(step: number): number | undefined {
  return step > 27 * DAY ? Math.round(step / MONTH) : undefined;
}

/** The last mark at or before a moment: months and years begin with their first day. */
function markBefore(value: number, step: number): number {
  const months = monthsOf(step);
  if (months === undefined) return Math.floor(value / step) * step;
  const date = new Date(value);
  const month = Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months) * months;
  return monthStart(month);
}

function markAfter(mark: number, step: number): number {
  const months = monthsOf(step);
  if (months === undefined) return mark + step;
  const date = new Date(mark);
  return monthStart(date.getUTCFullYear() * 12 + date.getUTCMonth() + months);
}

/** The first moment of a month that is counted from the year 0. */
function monthStart(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 12), month - Math.floor(month / 12) * 12, 1);
  return date.getTime();
}

export interface Ticks {
  readonly step: number;
  readonly values: readonly number[];
}

/**
 * Marks of a scale that are at least `gap` pixels apart. `shift` is the offset of the clock that is shown, so that days begin at its
 * midnight.
 */
export function ticksOf(scale: Scale, gap: number, shift = 0): Ticks {
  const { domain, range } = scale;
  const perPixel = (domain.to - domain.from) / Math.max(1, Math.abs(range.to - range.from));
  const step = niceStep(Math.max(1, perPixel * gap));
  const values: number[] = [];
  for (let mark = markBefore(domain.from + shift, step); mark - shift <= domain.to; mark = markAfter(mark, step))
    if (mark - shift >= domain.from) values.push(mark - shift);
  return { step, values };
}

/** Part of a domain that may stand outside of its first or last mark, as delays of a few seconds do on an axis of hours. */
const OVERHANG = 0.02;

/** `domain` grown to whole marks, of which there are about `count`. */
export function niceDomain(domain: Span, count: number, shift = 0): Span {
  const width = Math.max(1, domain.to - domain.from);
  const step = niceStep(width / count);
  const slack = width > 1 ? width * OVERHANG : 0;
  const from = markBefore(domain.from + slack + shift, step) - shift;
  const last = markBefore(domain.to - slack + shift, step);
  const to = (last === domain.to - slack + shift ? last : markAfter(last, step)) - shift;
  return { from, to: Math.max(to, from + 1) };
}

/** The domain that remains visible of `whole`, at least `least` wide. */
export function clampDomain(domain: Span, whole: Span, least = 1): Span {
  const width = Math.min(whole.to - whole.from, Math.max(least, domain.to - domain.from));
  const from = Math.min(Math.max(domain.from, whole.from), whole.to - width);
  return { from, to: from + width };
}

/** Zooms by `factor` (above 1: nearer) so that the value under the pointer stays where it is. */
export function zoomAt(domain: Span, value: number, factor: number): Span {
  return { from: value - (value - domain.from) / factor, to: value + (domain.to - value) / factor };
}

/** Moves a domain by a distance in its own unit. */
export function panBy(domain: Span, distance: number): Span {
  return { from: domain.from + distance, to: domain.to + distance };
}

/** Index of the first entry of an ascending list that is greater than `value`. */
export function upperBound(list: ArrayLike<number>, value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the first entry of an ascending list that is at least `value`. */
export function lowerBound(list: ArrayLike<number>, value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First and one after the last entry of an ascending list of steps that stand within a domain, one more at each side. */
export function visibleRange(steps: ArrayLike<number>, places: Float64Array, domain: Span): readonly [number, number] {
  const bound = (moment: number): number => {
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[steps[middle] ?? 0] ?? 0) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [Math.max(0, bound(domain.from) - 1), Math.min(steps.length, bound(domain.to) + 1)];
}
