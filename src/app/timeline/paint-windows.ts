import { msg } from '../messages/messages.ts';
import type { StepRef } from '../../trace/run-trace.ts';
import type { Brush } from './brush.ts';
import { DENSE, MOST_LABELS, type LaneFrame } from './lane-frame.ts';
import { TRACK_TOP, trackSize, type TrackSize } from './lane-layout.ts';
import type { WindowLane } from './lane-kinds.ts';
import { lowerBound, toPixel, type Scale, visibleRange } from './scales.ts';
import { windowSentence, windowText } from './window-text.ts';
import { closeOf, type WindowBox } from './windows.ts';

/** Width of the mark of a firing. */
const FIRED = 12;
/** A box this wide has the mark inside; a smaller one has it behind. */
const ROOMY = 24;

export interface WindowSpot {
  readonly x: number;
  readonly end: number;
  readonly y: number;
  readonly height: number;
  /** Left edge and width of the mark of each firing. */
  readonly fires: readonly { readonly step: StepRef; readonly x: number; readonly width: number }[];
  /** Right edge of all of it. */
  readonly right: number;
}

/** Where windows of a lane stand on screen; shared by painting and pointing. */
export interface TrackFrame {
  readonly places: Float64Array;
  readonly time: Scale;
  readonly y: number;
  readonly size: TrackSize;
}

/** Where a window stands in pixels. `next` is the window that follows it in the same row. */
export function windowSpot(frame: TrackFrame, box: WindowBox, track: number, next: WindowBox | undefined): WindowSpot {
  const pixel = (step: number): number => toPixel(frame.time, frame.places[step] ?? 0);
  const x = pixel(box.opened);
  const end = Math.max(x, pixel(closeOf(box, frame.places.length)));
  const limit = next ? pixel(next.opened) - 1 : Infinity;
  const fires = box.fired.map((step) => {
    const at = pixel(step);
    if (at - x >= ROOMY) return { step, x: at - FIRED, width: FIRED };
    return { step, x: at, width: Math.max(2, Math.min(FIRED, limit - at)) };
  });
  const right = fires.reduce((edge, fire) => Math.max(edge, fire.x + fire.width), end);
  const { height, pitch } = frame.size;
  return { x, end, y: frame.y + TRACK_TOP + track * pitch, height, fires, right };
}

function trackFrame(frame: LaneFrame, lane: WindowLane): TrackFrame {
  return { places: frame.model.places.places, time: frame.time, y: frame.y, size: trackSize(lane.tracks?.length ?? 0) };
}

function paintFire(brush: Brush, fire: WindowSpot['fires'][number], spot: WindowSpot): void {
  brush.box(fire.x, spot.y, fire.width, spot.height, { fill: 'windowFired', stroke: 'fires', radius: 3 });
}

function paintWindow(brush: Brush, frame: LaneFrame, spot: WindowSpot): void {
  const { x, end, y, height, fires, right } = spot;
  if (end - x >= 1 || fires.length === 0) brush.box(x, y, end - x, height, { fill: 'windowBg', stroke: 'windowLine', radius: 3 });
  for (const fire of fires) paintFire(brush, fire, spot);
  frame.room.reserve({ x, y, width: Math.max(1, right - x), height: height });
}

/** Lower boxes have no text. */
const LABELLED = 14;

/** The sentence stands in the box if it fits, else behind it if nothing is there; then the window alone. */
function labelWindow(brush: Brush, frame: LaneFrame, box: WindowBox, spot: WindowSpot): void {
  if (spot.height < LABELLED) return;
  const from = Math.max(spot.x, frame.time.range.from);
  const isInside = spot.fires.some((fire) => fire.x + fire.width <= spot.end);
  const to = Math.min(spot.end - (isInside ? FIRED : 0), frame.time.range.to);
  const style = spot.fires.length > 0 ? ({ colour: 'text1', weight: 600 } as const) : ({ colour: 'windowFg' } as const);
  for (const text of [windowSentence(box), windowText(box)]) {
    if (brush.measure(text) + 16 <= to - from) return brush.text(text, from + 8, spot.y + 13, { colour: 'windowFg' });
    const behind = { x: spot.right + 6, y: spot.y, width: brush.measure(text, style) + 4, height: spot.height };
    if (frame.room.place([behind])) return brush.text(text, behind.x, spot.y + 13, style);
  }
}

/** Too many windows for boxes: how many are open, as an area, and ticks where some fired. */
function paintWindowDensity(brush: Brush, frame: LaneFrame, lane: WindowLane): void {
  const { places } = frame.model.places;
  const { range, domain } = frame.time;
  const opened = Int32Array.from(lane.boxes, (box) => box.opened).sort();
  const closed = Int32Array.from(lane.boxes, (box) => closeOf(box, places.length)).sort();
  const width = Math.ceil(range.to - range.from);
  const open = new Float64Array(width + 1);
  let [o, c, most] = [0, 0, 1];
  for (let px = 0; px <= width; px++) {
    const moment = domain.from + (px / width) * (domain.to - domain.from);
    while (o < opened.length && (places[opened[o] ?? 0] ?? 0) <= moment) o++;
    while (c < closed.length && (places[closed[c] ?? 0] ?? 0) < moment) c++;
    open[px] = Math.max(0, o - c);
    most = Math.max(most, o - c);
  }
  const { context } = brush;
  const [top, bottom] = [frame.y + TRACK_TOP + 6, frame.y + frame.height - 7];
  context.beginPath();
  context.moveTo(range.from, bottom);
  open.forEach((n, px) => context.lineTo(range.from + px, bottom - (n / most) * (bottom - top)));
  context.lineTo(range.to, bottom);
  context.closePath();
  context.fillStyle = brush.colour('windowBg');
  context.fill();
  context.strokeStyle = brush.colour('windowLine');
  context.lineWidth = 1;
  context.stroke();
  paintFirings(brush, frame, lane);
  brush.text(msg('timeline.window.most', { n: most }), range.from + 8, frame.y + frame.height - 11, { colour: 'windowFg' });
}

function paintFirings(brush: Brush, frame: LaneFrame, lane: WindowLane): void {
  const { places } = frame.model.places;
  const columns = new Set<number>();
  for (const box of lane.boxes) {
    for (const fire of box.fired) {
      const place = places[fire] ?? 0;
      if (place >= frame.time.domain.from && place <= frame.time.domain.to) columns.add(Math.round(toPixel(frame.time, place) / 3) * 3);
    }
  }
  brush.context.fillStyle = brush.colour('fires');
  for (const x of columns) brush.context.fillRect(x, frame.y + 8, 2, 8);
}

/** Distance of a cross from its step, behind the mark of a firing in the same step. */
const DROP_SHIFT = 10;

/** Crosses for dropped rows, once where several fall on each other. */
export function paintDrops(brush: Brush, frame: LaneFrame, dropped: Int32Array, y: number): void {
  const { places } = frame.model.places;
  const [from, to] = visibleRange(dropped, places, frame.time.domain);
  let last = -Infinity;
  for (let i = from; i < to; i++) {
    const x = toPixel(frame.time, places[dropped[i] ?? 0] ?? 0) + DROP_SHIFT;
    if (x - last < 7) continue;
    last = x;
    brush.cross(x, y);
    frame.room.reserve({ x: x - 5, y: y - 5, width: 10, height: 10 });
  }
}

export const DROP_Y = 8;

export function paintWindowLane(brush: Brush, frame: LaneFrame, lane: WindowLane): void {
  const { places } = frame.model.places;
  const { domain } = frame.time;
  const track = trackFrame(frame, lane);
  const isVisible = (box: WindowBox): boolean =>
    (places[box.opened] ?? 0) <= domain.to && (places[closeOf(box, places.length)] ?? 0) >= domain.from;
  const shown = lane.tracks?.flatMap((boxes, index) =>
    boxes.flatMap((box, i) => (isVisible(box) ? [{ box, spot: windowSpot(track, box, index, boxes[i + 1]) }] : [])),
  );
  if (!shown || shown.length > DENSE / 2) {
    paintWindowDensity(brush, frame, lane);
    return paintDrops(brush, frame, lane.dropped, frame.y + DROP_Y);
  }
  for (const { spot } of shown) paintWindow(brush, frame, spot);
  paintDrops(brush, frame, lane.dropped, frame.y + DROP_Y);
  if (shown.length <= MOST_LABELS) for (const { box, spot } of shown) labelWindow(brush, frame, box, spot);
}

/** What happens in the lane at one step, drawn again above the veil. */
export function paintWindowStep(brush: Brush, frame: LaneFrame, lane: WindowLane, step: StepRef): void {
  const track = trackFrame(frame, lane);
  for (const box of frame.model.fired.get(step) ?? []) {
    const index = lane.tracks?.findIndex((boxes) => boxes[indexOf(boxes, box)] === box) ?? -1;
    const boxes = lane.tracks?.[index];
    if (!boxes) continue;
    const spot = windowSpot(track, box, index, boxes[indexOf(boxes, box) + 1]);
    const fire = spot.fires.find((candidate) => candidate.step === step);
    if (fire) paintFire(brush, fire, spot);
  }
  if (lane.dropped[lowerBound(lane.dropped, step)] === step)
    brush.cross(toPixel(frame.time, frame.model.places.places[step] ?? 0) + DROP_SHIFT, frame.y + DROP_Y);
}

/** Where a window would stand in a row, which is ascending by opening. */
function indexOf(boxes: readonly WindowBox[], box: WindowBox): number {
  let [low, high] = [0, boxes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boxes[middle]?.opened ?? 0) < box.opened) low = middle + 1;
    else high = middle;
  }
  return low;
}
