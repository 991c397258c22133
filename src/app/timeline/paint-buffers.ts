import { count, msg } from '../messages/messages.ts';
import type { Brush } from './brush.ts';
import type { LaneFrame } from './lane-frame.ts';
import type { BufferLane } from './lane-kinds.ts';
import { toPixel } from './scales.ts';

const TOP = 12;
const HEIGHT = 20;
/** Arrows and labels nearer to each other than this are left out. */
const APART = 8;

interface BufferSpot {
  readonly buffer: BufferLane['buffers'][number];
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

/** Buffers as boxes; an arrow shows where they were given out. `below` is where the reader's lane begins. */
export function paintBufferLane(brush: Brush, frame: LaneFrame, lane: BufferLane, below: number): void {
  const { places } = frame.model.places;
  const { range } = frame.time;
  const y = frame.y + TOP;
  let [lastBox, lastArrow] = [-Infinity, -Infinity];
  for (const buffer of lane.buffers) {
    const from = toPixel(frame.time, places[buffer.opened] ?? 0);
    const to = toPixel(frame.time, places[buffer.flushed ?? places.length - 1] ?? 0);
    if (to < range.from || from > range.to || to - lastBox < 1) continue;
    lastBox = to;
    brush.box(from, y, Math.max(2, to - from), HEIGHT, { fill: 'windowBg', stroke: 'windowLine', radius: 4 });
    labelBuffer(brush, frame, { buffer, from, to, y }, lane.isSliced);
    if (buffer.flushed === undefined || to - lastArrow < APART) continue;
    lastArrow = to;
    paintArrow(brush, to, y + HEIGHT, below);
  }
}

function paintArrow(brush: Brush, x: number, top: number, bottom: number): void {
  const { context } = brush;
  context.beginPath();
  context.moveTo(x, top);
  context.lineTo(x, bottom - 3);
  context.lineWidth = 1.5;
  context.strokeStyle = brush.colour('windowFg');
  context.stroke();
  context.beginPath();
  context.moveTo(x - 3.5, bottom - 5);
  context.lineTo(x, bottom);
  context.lineTo(x + 3.5, bottom - 5);
  context.closePath();
  context.fillStyle = brush.colour('windowFg');
  context.fill();
}

function labelBuffer(brush: Brush, frame: LaneFrame, at: BufferSpot, isSliced: boolean): void {
  const from = Math.max(at.from, frame.time.range.from) + 8;
  const room = Math.min(at.to, frame.time.range.to) - from - 6;
  const { rows, groups, flushed } = at.buffer;
  const rowsText = count('timeline.buffer.rows', rows);
  const groupsText = count(isSliced ? 'timeline.buffer.slices' : 'timeline.buffer.groups', groups);
  const full = flushed === undefined ? rowsText : msg('timeline.buffer.rowsIn', { rows: rowsText, groups: groupsText });
  const text = [full, rowsText].find((candidate) => brush.measure(candidate) <= room);
  if (text === undefined) return;
  brush.text(text, from, at.y + 14, { colour: 'windowFg' });
  const flush = msg('timeline.buffer.flush');
  if (flushed === undefined || at.to > frame.time.range.to) return;
  if (brush.measure(text) + brush.measure(flush) + 16 <= room)
    brush.text(flush, at.to - 6, at.y + 14, { colour: 'windowFg', align: 'right' });
}
