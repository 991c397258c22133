import type { Brush } from './brush.ts';
import type { Colour } from './palette.ts';
import { eventTimeText, unitOf } from './clock-text.ts';
import { eventY, visibleRange } from './lane-layout.ts';
import type { LabelRoom } from './label-room.ts';
import type { LaneModel, MergeLane, SourceLane } from './lanes.ts';
import { DROPPED, LATE, type EventMarks } from './marks.ts';
import { msg } from '../messages/messages.ts';
import { ticksOf, toPixel, type Scale } from './scales.ts';
import { idleStretches, stairAt, stairPoints, type StairFrame, type StairPoints } from './staircase.ts';
import type { Staircase } from './watermark-lines.ts';

/** A lane on screen, with its scales. */
export interface LaneFrame {
  readonly model: LaneModel;
  readonly time: Scale;
  /** Top of the lane in the picture. */
  readonly y: number;
  readonly height: number;
  readonly event: Scale | undefined;
  readonly room: LabelRoom;
}

/** More rows than this in one picture are drawn as columns. */
export const DENSE = 2000;
const COLUMN_WIDTH = 3;

/** Heights of watermarks in a lane: beyond its axis they stand a little outside of it. */
export function stairFrame(frame: LaneFrame): StairFrame {
  const { time, model, event, y, height } = frame;
  return { time, places: model.places, y: (value) => (value === Infinity ? y + 3 : eventY(event, value, y, height)) };
}

function strokeStairs(brush: Brush, points: StairPoints): void {
  const { context } = brush;
  context.beginPath();
  points.xs.forEach((x, i) => {
    const y = points.ys[i] ?? 0;
    if (i === 0) context.moveTo(x, y);
    else {
      context.lineTo(x, points.ys[i - 1] ?? 0);
      context.lineTo(x, y);
    }
  });
  context.lineTo(points.end, points.ys.at(-1) ?? 0);
}

/** A filled or dashed staircase. */
export function paintStairs(
  brush: Brush,
  points: StairPoints,
  style: { readonly base?: number; readonly isDashed?: boolean; readonly width?: number },
): void {
  const { context } = brush;
  if (style.base !== undefined) {
    strokeStairs(brush, points);
    context.lineTo(points.end, style.base);
    context.lineTo(points.xs[0] ?? 0, style.base);
    context.closePath();
    context.globalAlpha = 0.6;
    context.fillStyle = brush.colour('watermarkBg');
    context.fill();
    context.globalAlpha = 1;
  }
  strokeStairs(brush, points);
  context.lineJoin = 'round';
  context.lineWidth = style.width ?? (style.isDashed ? 1.5 : 2);
  context.strokeStyle = brush.colour('watermark');
  context.setLineDash(style.isDashed ? [3, 3] : []);
  context.globalAlpha = style.isDashed ? 0.55 : 1;
  context.stroke();
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** An idle stretch: the line has gaps, and says so where there is room. */
function paintIdle(brush: Brush, frame: LaneFrame, line: Staircase, points: StairPoints): void {
  for (const [from, to] of idleStretches(line, stairFrame(frame))) {
    const y = stairAt(points, from) ?? frame.y + frame.height - 8;
    brush.context.fillStyle = brush.colour('canvas');
    for (let x = from + 3; x < to; x += 7) brush.context.fillRect(x, y - 2, 4, 4);
    const text = msg('timeline.idle');
    const width = brush.measure(text);
    const box = frame.room.place([{ x: from + 6, y: y - 16, width, height: 12 }]);
    if (box && width < to - from) brush.text(text, box.x, box.y + 10, { colour: 'watermark' });
  }
}

/** Marks of the event-time axis in the gutter. */
export function paintEventAxis(brush: Brush, frame: LaneFrame, gutter: number): void {
  const { event, model } = frame;
  if (!event) return;
  const ticks = ticksOf(event, 24, model.clock.offsetAt(event.domain.from));
  const withDay = event.domain.to - event.domain.from >= 86_400_000;
  for (const value of ticks.values) {
    const y = toPixel(event, value);
    const text = eventTimeText(model.clock, value, { unit: unitOf(ticks.step), withDay });
    brush.hair(gutter - 4, y, gutter, y, 'borderStrong');
    brush.text(text, gutter - 8, y + 4, { colour: 'text3', size: 10, align: 'right' });
  }
}

/** Width that the labels of the event-time axis need. */
export function axisLabelWidth(brush: Brush, frame: LaneFrame): number {
  const { event, model } = frame;
  if (!event) return 0;
  const ticks = ticksOf(event, 24, model.clock.offsetAt(event.domain.from));
  const withDay = event.domain.to - event.domain.from >= 86_400_000;
  return Math.max(
    0,
    ...ticks.values.map((value) => brush.measure(eventTimeText(model.clock, value, { unit: unitOf(ticks.step), withDay }), { size: 10 })),
  );
}

function paintDense(brush: Brush, frame: LaneFrame, events: EventMarks, range: readonly [number, number]): void {
  const { context } = brush;
  const { places } = frame.model.places;
  const columns = new Map<number, { top: number; bottom: number; count: number }>();
  const special = new Map<number, { x: number; y: number; mark: number }>();
  for (let i = range[0]; i < range[1]; i++) {
    const x = toPixel(frame.time, places[events.steps[i] ?? 0] ?? 0);
    const y = eventY(frame.event, events.times[i] ?? NaN, frame.y, frame.height);
    const column = Math.floor(x / COLUMN_WIDTH);
    const known = columns.get(column);
    if (known) {
      known.top = Math.min(known.top, y);
      known.bottom = Math.max(known.bottom, y);
      known.count++;
    } else columns.set(column, { top: y, bottom: y, count: 1 });
    const mark = events.marks[i] ?? 0;
    if (mark === 0) continue;
    const cell = Math.floor(x / 7) * 4096 + Math.floor(y / 7);
    if ((special.get(cell)?.mark ?? 0) < mark) special.set(cell, { x, y, mark });
  }
  let most = 1;
  for (const column of columns.values()) most = Math.max(most, column.count);
  context.fillStyle = brush.colour('ontime');
  for (const [column, { top, bottom, count }] of columns) {
    context.globalAlpha = 0.3 + 0.6 * (count / most);
    context.fillRect(column * COLUMN_WIDTH, top - 1.5, COLUMN_WIDTH - 1, bottom - top + 3);
  }
  context.globalAlpha = 1;
  for (const { x, y, mark } of special.values()) {
    if (mark === DROPPED) brush.cross(x, y, 2.5);
    else brush.ring(x, y, 2.5, 'late', 'panel');
  }
}

/** Rows of a source, with the lines of the feed that they stand on. */
export function paintEvents(brush: Brush, frame: LaneFrame, events: EventMarks): void {
  const { places } = frame.model.places;
  const range = visibleRange(events.steps, places, frame.time.domain);
  if (range[1] - range[0] > DENSE) return paintDense(brush, frame, events, range);
  const spots: { x: number; y: number; step: number; mark: number }[] = [];
  for (let i = range[0]; i < range[1]; i++) {
    const step = events.steps[i] ?? 0;
    const x = toPixel(frame.time, places[step] ?? 0);
    const y = eventY(frame.event, events.times[i] ?? NaN, frame.y, frame.height);
    spots.push({ x, y, step, mark: events.marks[i] ?? 0 });
  }
  const boxes = spots.map(({ x, y }) => ({ x: x - 5, y: y - 5, width: 10, height: 10 }));
  if (spots.length < DENSE / 4) boxes.forEach((box) => frame.room.reserve(box));
  for (const { x, y, mark } of spots) {
    if (mark === DROPPED) brush.cross(x, y);
    else if (mark === LATE) brush.ring(x, y, 4, 'late', 'panel');
    else brush.dot(x, y);
  }
  if (spots.length >= DENSE / 4) return;
  spots.forEach((spot, i) => labelEvent(brush, frame, spot, boxes[i]));
}

function labelEvent(
  brush: Brush,
  frame: LaneFrame,
  spot: { readonly x: number; readonly y: number; readonly step: number; readonly mark: number },
  own: { x: number; y: number; width: number; height: number } | undefined,
): void {
  const line = frame.model.trace.steps[spot.step]?.line;
  if (line === undefined) return;
  const { x, y, mark } = spot;
  const texts =
    mark === DROPPED
      ? [msg('timeline.mark.dropped', { n: line }), `${line}`]
      : mark === LATE
        ? [msg('timeline.mark.late', { n: line }), `${line}`]
        : [`${line}`];
  const colour: Colour = mark === DROPPED ? 'dropped' : mark === LATE ? 'late' : 'text1';
  for (const text of texts) {
    const width = brush.measure(text);
    const at = (bx: number, by: number) => ({ x: bx, y: by, width, height: 11 });
    const right = mark === 0 ? [at(x + 7, y - 12), at(x + 8, y - 5.5)] : [at(x + 8, y - 5.5), at(x + 7, y - 12)];
    const box = frame.room.place([...right, at(x - 8 - width, y - 5.5), at(x - width / 2, y - 17), at(x - width / 2, y + 6)], own);
    if (!box) continue;
    brush.text(text, box.x, box.y + 9.5, { colour });
    return;
  }
}

/** Labels along the staircase, where it is flat long enough. */
function labelStairs(brush: Brush, frame: LaneFrame, line: Staircase, points: StairPoints): void {
  const { clock, places } = frame.model;
  let isFirst = true;
  const flats = points.xs.map((x, i) => ({ x, y: points.ys[i] ?? 0, width: (points.xs[i + 1] ?? points.end) - x }));
  flats.sort((a, b) => b.width - a.width);
  for (const flat of flats.slice(0, 2)) {
    const step = stepBehind(line, places.places, frame.time, flat.x);
    const value = line.values[step];
    if (value === undefined || !Number.isFinite(value)) continue;
    const time = eventTimeText(clock, value, { unit: 'milli' });
    const text = isFirst ? msg('timeline.watermarkAt', { time }) : time;
    const width = brush.measure(text);
    if (width + 16 > flat.width) continue;
    const high = flat.y - 17;
    const box = frame.room.place([
      { x: flat.x + 12, y: high, width, height: 12 },
      { x: flat.x + flat.width / 2 - width / 2, y: high, width, height: 12 },
      { x: flat.x + 12, y: flat.y + 4, width, height: 12 },
    ]);
    if (!box) continue;
    brush.text(text, box.x, box.y + 10, { colour: 'watermark' });
    isFirst = false;
  }
}

/** The last entry of a line that stands at or before a pixel. */
function stepBehind(line: Staircase, places: Float64Array, time: Scale, x: number): number {
  let [low, high] = [0, line.steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (toPixel(time, places[line.steps[middle] ?? 0] ?? 0) <= x + 0.5) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function paintSourceLane(brush: Brush, frame: LaneFrame, lane: SourceLane): void {
  const points = lane.line && stairPoints(lane.line, stairFrame(frame));
  if (lane.line && points) {
    paintStairs(brush, points, { base: frame.y + frame.height - 8 });
    paintIdle(brush, frame, lane.line, points);
  }
  paintEvents(brush, frame, lane.events);
  if (lane.line && points) labelStairs(brush, frame, lane.line, points);
}

export function paintMergeLane(brush: Brush, frame: LaneFrame, lane: MergeLane): void {
  const stairs = stairFrame(frame);
  const own = lane.line && stairPoints(lane.line, stairs);
  const inputs = lane.inputs.map((input) => ({ name: input.name, points: input.line && stairPoints(input.line, stairs) }));
  for (const { points } of inputs) if (points) paintStairs(brush, points, { isDashed: true });
  if (own) paintStairs(brush, own, { base: frame.y + frame.height - 8 });
  if (lane.line && own) paintIdle(brush, frame, lane.line, own);
  labelHolders(brush, frame, lane, own);
  inputs.forEach(({ name, points }, index) => {
    if (!points || (lane.holders.length === 1 && lane.holders[0]?.input === index)) return;
    labelInput(brush, frame, name, points);
  });
}

/** Names a dashed line at its longest flat part. */
function labelInput(brush: Brush, frame: LaneFrame, name: string, points: StairPoints): void {
  const width = brush.measure(name);
  const flats = points.xs.map((x, i) => ({ x, y: points.ys[i] ?? 0, width: (points.xs[i + 1] ?? points.end) - x }));
  flats.sort((a, b) => b.width - a.width);
  for (const flat of flats.slice(0, 4)) {
    if (flat.width < width + 8) return;
    const at = (y: number) => ({ x: flat.x + 12, y, width, height: 12 });
    const box = frame.room.place([at(Math.max(frame.y + 1, flat.y - 15)), at(flat.y + 3)]);
    if (!box) continue;
    brush.text(name, box.x, box.y + 10, { colour: 'text3' });
    return;
  }
}

/** Says which input holds the others back, for the two longest stretches that are visible. */
function labelHolders(brush: Brush, frame: LaneFrame, lane: MergeLane, own: StairPoints | undefined): void {
  const { places, whole } = frame.model.places;
  const { domain } = frame.time;
  const pixel = (step: number): number => toPixel(frame.time, Math.min(domain.to, Math.max(domain.from, places[step] ?? whole.to)));
  const stretches = lane.holders.map((held) => ({ input: held.input, x: pixel(held.from), end: pixel(held.to) }));
  stretches.sort((a, b) => b.end - b.x - (a.end - a.x));
  for (const { input, x, end } of stretches.slice(0, 2)) {
    const name = lane.inputs[input]?.name ?? '';
    const starts = own ? own.xs.filter((at) => at >= x - 1 && at < end) : [];
    const begin = Math.max(x, own?.xs[0] ?? x);
    for (const text of [msg('timeline.follows', { name }), msg('timeline.followsShort', { name })]) {
      const width = brush.measure(text);
      const box = [...starts, begin, begin + (end - begin) / 3]
        .filter((at) => at + 13 + width <= end)
        .map((at) => ({ x: at + 13, y: (own && stairAt(own, at + 13)) ?? frame.y + frame.height - 8, width, height: 12 }))
        .map((place) => ({ ...place, y: Math.max(frame.y + 2, place.y - 17) }));
      const found = frame.room.place(box);
      if (!found) continue;
      brush.text(text, found.x, found.y + 10, { colour: 'watermark' });
      break;
    }
  }
}
