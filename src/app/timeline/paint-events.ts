import { msg } from '../messages/messages.ts';
import type { Brush } from './brush.ts';
import type { Box } from './label-room.ts';
import { DENSE, MOST_LABELS, type LaneFrame } from './lane-frame.ts';
import { eventY } from './lane-layout.ts';
import { DROPPED, LATE, type EventMarks } from './marks.ts';
import { labelAt, placeText } from './paint-stairs.ts';
import type { Colour } from './palette.ts';
import { toPixel, visibleRange } from './scales.ts';

const COLUMN_WIDTH = 3;
/** Late and dropped rows are drawn once a cell of this size. */
const CELL = 7;

/** A row in pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly step: number;
  readonly mark: number;
}

/** Rows within the visible stretch; undefined if there are too many for single marks. */
export function eventSpots(frame: LaneFrame, events: EventMarks): readonly Spot[] | undefined {
  const { places } = frame.model.places;
  const [from, to] = visibleRange(events.steps, places, frame.time.domain);
  if (to - from > DENSE) return undefined;
  const spots: Spot[] = [];
  for (let i = from; i < to; i++) spots.push(spotOf(frame, events, i));
  return spots;
}

function spotOf(frame: LaneFrame, events: EventMarks, i: number): Spot {
  const step = events.steps[i] ?? 0;
  return {
    x: toPixel(frame.time, frame.model.places.places[step] ?? 0),
    y: eventY(frame.event, events.times[i] ?? NaN, frame.y, frame.height),
    step,
    mark: events.marks[i] ?? 0,
  };
}

/** Bars of many rows: for each pixel column the earliest and latest event time in pixels, and how many rows there are. */
export interface EventColumns {
  readonly tops: Float64Array;
  readonly bottoms: Float64Array;
  readonly counts: Int32Array;
  /** Late and dropped rows, one a cell; dropped ones win. */
  readonly special: readonly Spot[];
}

export function eventColumns(frame: LaneFrame, events: EventMarks): EventColumns {
  const { places } = frame.model.places;
  const { domain, range } = frame.time;
  const [from, to] = visibleRange(events.steps, places, domain);
  const size = Math.ceil((range.to - range.from) / COLUMN_WIDTH) + 1;
  const tops = new Float64Array(size).fill(Infinity);
  const bottoms = new Float64Array(size).fill(-Infinity);
  const counts = new Int32Array(size);
  const special = new Map<number, Spot>();
  const perMilli = (range.to - range.from) / (domain.to - domain.from);
  for (let i = from; i < to; i++) {
    const x = ((places[events.steps[i] ?? 0] ?? 0) - domain.from) * perMilli;
    const y = eventY(frame.event, events.times[i] ?? NaN, frame.y, frame.height);
    const column = Math.floor(x / COLUMN_WIDTH);
    if (column < 0 || column >= size) continue;
    if (y < (tops[column] ?? Infinity)) tops[column] = y;
    if (y > (bottoms[column] ?? -Infinity)) bottoms[column] = y;
    counts[column] = (counts[column] ?? 0) + 1;
    const mark = events.marks[i] ?? 0;
    if (mark === 0) continue;
    const cell = Math.floor(x / CELL) * 4096 + Math.floor(y / CELL);
    if ((special.get(cell)?.mark ?? 0) < mark) special.set(cell, { x: range.from + x, y, step: events.steps[i] ?? 0, mark });
  }
  return { tops, bottoms, counts, special: [...special.values()] };
}

/** Many rows: a bar a column, stronger where there are more; late and dropped ones stay marks. */
export function paintEventColumns(brush: Brush, frame: LaneFrame, events: EventMarks): void {
  const { context } = brush;
  const { tops, bottoms, counts, special } = eventColumns(frame, events);
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  context.fillStyle = brush.colour('ontime');
  counts.forEach((count, column) => {
    if (count === 0) return;
    const top = tops[column] ?? 0;
    context.globalAlpha = 0.3 + 0.6 * (count / most);
    context.fillRect(frame.time.range.from + column * COLUMN_WIDTH, top - 1.5, COLUMN_WIDTH - 1, (bottoms[column] ?? top) - top + 3);
  });
  context.globalAlpha = 1;
  for (const { x, y, mark } of special) {
    if (mark === DROPPED) brush.cross(x, y, 2.5);
    else brush.ring(x, y, 2.5, 'late', 'panel');
  }
}

/** One row: a dot, a ring if late, a cross if dropped. */
export function paintSpot(brush: Brush, { x, y, mark }: Spot): void {
  if (mark === DROPPED) brush.cross(x, y);
  else if (mark === LATE) brush.ring(x, y, 4, 'late', 'panel');
  else brush.dot(x, y);
}

/** Marks of rows, then as many of their lines in the feed as find room. */
export function paintEvents(brush: Brush, frame: LaneFrame, events: EventMarks, withWords: boolean): void {
  const spots = eventSpots(frame, events);
  if (!spots) return paintEventColumns(brush, frame, events);
  spots.forEach((spot) => paintSpot(brush, spot));
  if (spots.length > MOST_LABELS) return;
  const boxes = spots.map(({ x, y }): Box => ({ x: x - 5, y: y - 5, width: 10, height: 10 }));
  boxes.forEach((box) => frame.room.reserve(box));
  spots.forEach((spot, i) => labelSpot(brush, frame, { spot, own: boxes[i], withWords }));
}

function labelSpot(
  brush: Brush,
  frame: LaneFrame,
  label: { readonly spot: Spot; readonly own: Box | undefined; readonly withWords: boolean },
): void {
  const { x, y, mark, step } = label.spot;
  const line = frame.model.trace.steps[step]?.line;
  if (line === undefined) return;
  const word =
    mark === DROPPED ? msg('timeline.mark.dropped', { n: line }) : mark === LATE ? msg('timeline.mark.late', { n: line }) : undefined;
  const colour: Colour = mark === DROPPED ? 'dropped' : mark === LATE ? 'late' : 'text1';
  for (const text of word !== undefined && label.withWords ? [word, `${line}`] : [`${line}`]) {
    const width = brush.measure(text);
    const beside = labelAt(x + 8, y - 5.5, width);
    const above = labelAt(x + 7, y - 13, width);
    const left = [labelAt(x - 8 - width, y - 5.5, width), labelAt(x - 7 - width, y - 13, width)];
    const rest = [...left, labelAt(x - width / 2, y - 17, width), labelAt(x - width / 2, y + 6, width)];
    const at = mark === 0 ? [above, beside, ...rest] : [beside, above, ...rest];
    if (placeText(brush, frame, { text, style: { colour }, at, own: label.own })) return;
  }
}
