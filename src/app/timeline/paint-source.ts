import { msg } from '../messages/messages.ts';
import type { Brush } from './brush.ts';
import { dayPrecision, dayTickText, eventTimeText, unitOf } from './clock-text.ts';
import type { LaneFrame } from './lane-frame.ts';
import type { MergeLane, SourceLane } from './lane-kinds.ts';
import { paintEvents } from './paint-events.ts';
import { flatsOf, labelAt, paintIdle, paintStairs, placeText, reserveStairs, stairFrame } from './paint-stairs.ts';
import { paintPauses } from './paint-waiting.ts';
import { ticksOf, toPixel } from './scales.ts';
import { highestStair, stairAt, stairPoints, type StairPoints } from './staircase.ts';
import type { Staircase } from './watermark-lines.ts';

const DAY = 86_400_000;

interface AxisTick {
  readonly y: number;
  readonly text: string;
}

/** Marks of a lane's axis of event time. */
export function eventTicks(frame: LaneFrame, gap: number): readonly AxisTick[] {
  const { event, model } = frame;
  if (!event) return [];
  const ticks = ticksOf(event, gap, model.clock.offsetAt(event.domain.from));
  const { withDay, withYear } = dayPrecision(event.domain);
  const textOf = (value: number): string =>
    ticks.step >= DAY
      ? dayTickText(value + model.clock.offsetAt(value), ticks.step, withYear)
      : eventTimeText(model.clock, value, { unit: unitOf(ticks.step), withDay });
  return ticks.values.map((value) => ({ y: toPixel(event, value), text: textOf(value) }));
}

const AXIS_GAP = 24;
const AXIS_SIZE = 10;

/** Draws the axis of event time in the gutter and gives its width. */
export function paintEventAxis(brush: Brush, frame: LaneFrame, gutter: number): number {
  let width = 0;
  for (const { y, text } of eventTicks(frame, AXIS_GAP)) {
    brush.hair(gutter - 4, y, gutter, y, 'borderStrong');
    brush.text(text, gutter - 8, y + 4, { colour: 'text3', size: AXIS_SIZE, align: 'right' });
    width = Math.max(width, brush.measure(text, { size: AXIS_SIZE }) + 12);
  }
  return width;
}

/** The value that a line has at a pixel. */
function valueAt(frame: LaneFrame, line: Staircase, x: number): number | undefined {
  const { places } = frame.model.places;
  let [low, high] = [0, line.steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (toPixel(frame.time, places[line.steps[middle] ?? 0] ?? 0) <= x + 0.5) low = middle + 1;
    else high = middle;
  }
  return line.values[low - 1];
}

/** Labels of the two longest flat parts, where it is flat long enough. */
function labelStairs(brush: Brush, frame: LaneFrame, line: Staircase, points: StairPoints): void {
  let isNamed = false;
  for (const flat of flatsOf(frame, points).slice(0, 2)) {
    const value = valueAt(frame, line, flat.x);
    if (value === undefined || !Number.isFinite(value)) continue;
    const time = eventTimeText(frame.model.clock, value, { unit: 'milli', ...dayPrecision(frame.model.eventSpan) });
    const text: string = isNamed ? time : msg('timeline.watermarkAt', { time });
    const width = brush.measure(text);
    if (width + 16 > flat.width) continue;
    const at = [flat.x + 13, flat.x + flat.width / 2 - width / 2, flat.x + flat.width - width - 8].map((x) =>
      labelAt(x, flat.y - 14.5, width),
    );
    isNamed = placeText(brush, frame, { text, style: { colour: 'watermark' }, at }) || isNamed;
  }
}

export function paintSourceLane(brush: Brush, frame: LaneFrame, lane: SourceLane): void {
  const points = lane.line && frame.event && stairPoints(lane.line, stairFrame(frame));
  if (lane.line && points) {
    paintStairs(brush, points, { base: frame.y + frame.height - 8 });
    reserveStairs(frame, points);
    paintIdle(brush, frame, lane.line, points);
  }
  paintPauses(brush, frame, lane.pauses);
  paintEvents(brush, frame, lane.events, true);
  if (lane.line && points) labelStairs(brush, frame, lane.line, points);
}

/** An operator with several inputs: its own staircase filled, the inputs' dashed. */
export function paintMergeLane(brush: Brush, frame: LaneFrame, lane: MergeLane): void {
  const stairs = stairFrame(frame);
  const own = lane.line && stairPoints(lane.line, stairs);
  const inputs = lane.inputs.map((input) => ({ name: input.name, points: input.line && stairPoints(input.line, stairs) }));
  for (const { points } of inputs) if (points) paintStairs(brush, points, { isDashed: true });
  if (own) paintStairs(brush, own, { base: frame.y + frame.height - 8 });
  if (own) reserveStairs(frame, own);
  for (const { points } of inputs) if (points) reserveStairs(frame, points);
  if (lane.line && own) paintIdle(brush, frame, lane.line, own);
  labelHolders(brush, frame, lane, own);
  for (const { name, points } of inputs) if (points) labelInput(brush, frame, { name, points, own });
}

/** Names a dashed line at its longest flat part that does not coincide with the operator's own. */
export function labelInput(
  brush: Brush,
  frame: LaneFrame,
  label: {
    readonly name: string;
    readonly points: StairPoints;
    readonly own: StairPoints | undefined;
    readonly colour?: 'text3' | 'watermark';
  },
): void {
  const { name, points, own } = label;
  const width = brush.measure(name);
  for (const flat of flatsOf(frame, points).slice(0, 6)) {
    if (flat.width < width + 8) return;
    const middle = flat.x + flat.width / 2;
    if (own && Math.abs((stairAt(own, middle) ?? -99) - flat.y) < 3) continue;
    const rest = flat.width - width;
    const xs = [Math.min(13, rest / 2), rest * 0.35, rest * 0.7, rest * 0.9].map((shift) => flat.x + shift);
    const at = [...xs.map((x) => labelAt(x, flat.y - 14, width)), ...xs.map((x) => labelAt(x, flat.y + 3, width))];
    if (placeText(brush, frame, { text: name, style: { colour: label.colour ?? 'text3' }, at })) return;
  }
}

/** Says which input holds the others back, for the two longest stretches that are visible. */
function labelHolders(brush: Brush, frame: LaneFrame, lane: MergeLane, own: StairPoints | undefined): void {
  const { places, whole } = frame.model.places;
  const { domain } = frame.time;
  const pixel = (step: number): number => toPixel(frame.time, Math.min(domain.to, Math.max(domain.from, places[step] ?? whole.to)));
  const stretches = lane.holders
    .map((held) => ({ input: held.input, x: pixel(held.from), end: pixel(held.to) }))
    .sort((a, b) => b.end - b.x - (a.end - a.x));
  for (const { input, x, end } of stretches.slice(0, 2)) {
    const name = lane.inputs[input]?.name ?? '';
    const begin = Math.max(x, own?.xs[0] ?? x);
    const flats = own ? flatsOf(frame, own).filter((flat) => flat.x >= x - 1 && flat.x < end) : [];
    const starts = [...flats.map((flat) => flat.x), begin, begin + (end - begin) / 3];
    for (const text of [msg('timeline.follows', { name }), msg('timeline.followsShort', { name })]) {
      const width = brush.measure(text);
      const at = starts
        .filter((start) => start + 13 + width <= end)
        .slice(0, 12)
        .flatMap((start) => {
          const stair = own && highestStair(own, start + 13, start + 13 + width);
          const y = stair ?? frame.y + frame.height - 8;
          return [labelAt(start + 13, y - 15, width), labelAt(start + 13, y - 26, width)];
        });
      if (placeText(brush, frame, { text, style: { colour: 'watermark' }, at })) break;
    }
  }
}
