import { msg } from '../messages/messages.ts';
import type { Brush } from './brush.ts';
import type { ClocksModel } from './clocks.ts';
import { elapsedTickText } from './clock-text.ts';
import type { Box } from './label-room.ts';
import { MOST_LABELS, type LaneFrame } from './lane-frame.ts';
import { paintEvents } from './paint-events.ts';
import { eventTicks, labelInput } from './paint-source.ts';
import { flatsOf, labelAt, paintStairs, placeText, reserveStairs } from './paint-stairs.ts';
import { ticksOf, toPixel } from './scales.ts';
import { stairPoints, type StairPoints } from './staircase.ts';
import { closeOf, type WindowBox } from './windows.ts';

/** The plot of the two clocks: a frame whose lane is the whole picture. */
export interface ClocksFrame extends LaneFrame {
  readonly clocks: ClocksModel;
  /** Pixel of an event time; `Infinity` is above the plot. */
  readonly heightOf: (value: number) => number;
}

export function paintClockAxes(brush: Brush, frame: ClocksFrame, height: number): void {
  const { time, model } = frame;
  const { from, to } = time.range;
  const bottom = frame.y + frame.height;
  brush.text(msg('timeline.clocks.eventTime'), 6, 12, { colour: 'text3' });
  brush.text(msg('timeline.clocks.processingTime'), to, height - 3, { colour: 'text3', align: 'right' });
  for (const { y, text } of eventTicks(frame, 44)) {
    brush.hair(from, y, to, y, 'grid');
    const size = brush.measure(text) > from - 12 ? 10 : 11;
    brush.text(text, from - 8, y + 4, { colour: 'text3', align: 'right', size });
  }
  const ticks = ticksOf(time, 64);
  for (const value of ticks.values.filter((moment) => moment >= 0)) {
    const x = toPixel(time, value);
    brush.hair(x, bottom, x, bottom + 4, 'borderStrong');
    brush.text(elapsedTickText(value, ticks.step, model.places.whole.to), x, bottom + 17, { colour: 'text3', align: 'center' });
  }
}

/** The band of a window: from its first row to its last firing, over the times that it covers. */
export function bandOf(frame: ClocksFrame, box: WindowBox): Box {
  const { places } = frame.model.places;
  const x = toPixel(frame.time, places[box.opened] ?? 0);
  const end = toPixel(frame.time, places[closeOf(box, places.length)] ?? 0);
  const top = frame.heightOf(box.endEpoch) + 1;
  return { x, y: top, width: Math.max(2, end - x), height: Math.max(2, frame.heightOf(box.startEpoch) - 1 - top) };
}

function isOpenAtEnd(box: WindowBox): boolean {
  return box.fired.length === 0 && box.purged === undefined;
}

/** Bands as boxes; where they are only pixels, as tints that add up. */
function paintBands(brush: Brush, frame: ClocksFrame): readonly WindowBox[] {
  const { places } = frame.model.places;
  const { domain } = frame.time;
  const visible = frame.clocks.windows.filter(
    (box) => (places[box.opened] ?? 0) <= domain.to && (places[closeOf(box, places.length)] ?? 0) >= domain.from,
  );
  for (const box of visible) {
    const { x, y, width, height } = bandOf(frame, box);
    const isOpen = isOpenAtEnd(box);
    if (width < 3 || height < 3 || visible.length > MOST_LABELS) {
      brush.context.fillStyle = brush.colour(isOpen ? 'windowLine' : 'borderStrong');
      brush.context.globalAlpha = 0.4;
      brush.context.fillRect(x, y, width, height);
      brush.context.globalAlpha = 1;
    } else
      brush.box(x, y, width, height, isOpen ? { fill: 'windowBg', stroke: 'windowLine' } : { fill: 'windowFired', stroke: 'borderStrong' });
  }
  return visible;
}

function labelBand(brush: Brush, frame: ClocksFrame, box: WindowBox): void {
  const { x, y, width, height } = bandOf(frame, box);
  const text = msg(isOpenAtEnd(box) ? 'timeline.clocks.open' : 'timeline.clocks.rows', { n: box.rows });
  const wide = brush.measure(text);
  const from = Math.max(x, frame.time.range.from);
  if (wide + 12 > x + width - from || height < 16) return;
  const at = [labelAt(from + 8, y + 5, wide), labelAt(from + 8, y + height - 15, wide)];
  placeText(brush, frame, { text, style: { colour: isOpenAtEnd(box) ? 'windowFg' : 'text2' }, at });
}

interface Firing {
  readonly x: number;
  readonly y: number;
}

/** Firings that are visible, each place once. */
function firingSpots(frame: ClocksFrame): readonly Firing[] {
  const { places } = frame.model.places;
  const { range } = frame.time;
  const seen = new Set<number>();
  return frame.clocks.firings
    .map(({ step, box }) => ({ x: toPixel(frame.time, places[step] ?? 0), y: frame.heightOf(box.endEpoch) }))
    .filter(({ x, y }) => {
      const cell = Math.floor(x / 6) * 4096 + Math.floor(y / 6);
      if (x < range.from || x > range.to || seen.has(cell)) return false;
      seen.add(cell);
      return true;
    });
}

/** Firings beyond this number are small rings. */
const MOST_FIRINGS = 60;
/** Firings beyond this number have no word. */
const MOST_WORDS = 8;

export function paintFiring(brush: Brush, { x, y }: Firing, isSmall: boolean): void {
  brush.ring(x, y, isSmall ? 3 : 5, 'fires', 'canvas');
}

function labelFirings(brush: Brush, frame: ClocksFrame, firings: readonly Firing[]): void {
  if (firings.length > MOST_WORDS) return;
  const text = msg('timeline.fires');
  const style = { colour: 'fires', weight: 600 } as const;
  const width = brush.measure(text, style);
  for (const { x, y } of firings) {
    const at = [
      labelAt(x + 9, y - 17, width),
      labelAt(x - 9 - width, y + 6, width),
      labelAt(x - 9 - width, y - 17, width),
      labelAt(x + 9, y + 6, width),
    ];
    placeText(brush, frame, { text, style, at });
  }
}

/** Names the operator's own staircase beside one of its longest flat parts. */
function nameStairs(brush: Brush, frame: ClocksFrame, points: StairPoints): void {
  const text = msg('timeline.clocks.watermarkOf', { name: frame.clocks.ownName });
  const width = brush.measure(text);
  const parts = [1, 0.85, 0.7, 0.5, 0.3, 0.15, 0];
  for (const flat of flatsOf(frame, points).slice(0, 5)) {
    if (flat.width < width + 8) return;
    const xs = parts.map((part) => flat.x + 4 + (flat.width - width - 8) * part);
    const at = [...xs.map((x) => labelAt(x, flat.y - 16, width)), ...xs.map((x) => labelAt(x, flat.y + 5, width))];
    if (placeText(brush, frame, { text, style: { colour: 'watermark' }, at })) return;
  }
}

/** Everything but the playhead: bands, dashed sources, the staircase, rows, firings, and then their labels. */
export function paintClocks(brush: Brush, frame: ClocksFrame): void {
  const { clocks, time } = frame;
  const stairs = { time, places: frame.model.places, y: frame.heightOf };
  const own = clocks.own && stairPoints(clocks.own, stairs);
  const sources = clocks.sources.map(({ name, line }) => ({ name, points: stairPoints(line, stairs) }));
  const firings = firingSpots(frame);
  const bands = paintBands(brush, frame);
  for (const { points } of sources) if (points) paintStairs(brush, points, { isDashed: true });
  if (own) paintStairs(brush, own, { width: 2.5 });
  for (const points of [own, ...sources.map((source) => source.points)]) if (points) reserveStairs(frame, points);
  for (const firing of firings) {
    frame.room.reserve({ x: firing.x - 6, y: firing.y - 6, width: 12, height: 12 });
    paintFiring(brush, firing, firings.length > MOST_FIRINGS);
  }
  paintEvents(brush, frame, clocks.events, false);
  labelFirings(brush, frame, firings);
  if (own) nameStairs(brush, frame, own);
  for (const { name, points } of sources)
    if (points) labelInput(brush, frame, { name: msg('timeline.clocks.sourceWatermark', { name }), points, own, colour: 'watermark' });
  if (bands.length <= MOST_LABELS) for (const box of bands) labelBand(brush, frame, box);
}
