import { count, msg } from '../messages/messages.ts';
import type { Brush } from './brush.ts';
import { localTimeText, ownUnit, unitOf } from './clock-text.ts';
import { TRACK_HEIGHT, TRACK_PITCH, TRACK_TOP, visibleRange } from './lane-layout.ts';
import { ROW_KINDS, type BufferLane, type CounterLane, type ResultLane, type WindowLane } from './lanes.ts';
import { DENSE, type LaneFrame } from './paint-source.ts';
import type { Colour } from './palette.ts';
import { toPixel } from './scales.ts';
import { closeOf, type WindowBox } from './windows.ts';

/** `[10:00, 10:10)`; with the day where the bounds lie in two. */
export function windowText(box: Pick<WindowBox, 'start' | 'end'>): string {
  const day = (time: number): number => Math.floor(time / 86_400_000);
  const withDay = day(box.start) !== day(box.end - 1);
  const units = [ownUnit(box.start), ownUnit(box.end)];
  const unit = units.includes('milli') ? 'milli' : units.includes('second') ? 'second' : unitOf(60_000);
  return `[${localTimeText(box.start, { unit, withDay })}, ${localTimeText(box.end, { unit, withDay })})`;
}

/** What became of a window, in words: `[10:00, 10:10) fires n=3, is purged`. */
export function windowSentence(box: WindowBox): string {
  const window = windowText(box);
  const params = { window, n: box.rows, keys: box.keys };
  if (box.fired.length === 0)
    return box.purged === undefined ? count('timeline.window.holds', box.rows, params) : msg('timeline.window.purged', params);
  const many = box.keys > 1;
  if (box.purged !== undefined) return msg(many ? 'timeline.window.firesKeysPurged' : 'timeline.window.firesPurged', params);
  return msg(many ? 'timeline.window.firesKeys' : 'timeline.window.fires', params);
}

interface WindowSpot {
  readonly x: number;
  readonly end: number;
  readonly y: number;
  readonly fires: readonly number[];
}

/** Where a window stands in pixels: its body, and its firings. */
export function windowSpot(frame: Pick<LaneFrame, 'model' | 'time' | 'y'>, box: WindowBox, track: number): WindowSpot {
  const { places } = frame.model.places;
  const pixel = (step: number): number => toPixel(frame.time, places[step] ?? 0);
  const x = pixel(box.opened);
  const end = pixel(closeOf(box, places.length));
  return { x, end: Math.max(end, x), y: frame.y + TRACK_TOP + track * TRACK_PITCH, fires: box.fired.map(pixel) };
}

const FIRED_WIDTH = 12;

function paintWindow(brush: Brush, frame: LaneFrame, box: WindowBox, track: number): void {
  const { x, end, y, fires } = windowSpot(frame, box, track);
  const isFired = fires.length > 0;
  if (end - x >= 1 || !isFired) brush.box(x, y, end - x, TRACK_HEIGHT, { fill: 'windowBg', stroke: 'windowLine', radius: 3 });
  for (const fire of fires) brush.box(fire, y, FIRED_WIDTH, TRACK_HEIGHT, { fill: 'windowFired', stroke: 'fires', radius: 3 });
  frame.room.reserve({ x, y, width: Math.max(1, end - x) + (isFired ? FIRED_WIDTH : 0), height: TRACK_HEIGHT });
}

/** The sentence stands in the box if it fits, else behind it if nothing is there; then the window alone. */
function labelWindow(brush: Brush, frame: LaneFrame, box: WindowBox, track: number): void {
  const spot = windowSpot(frame, box, track);
  const from = Math.max(spot.x, frame.time.range.from);
  const to = Math.min(spot.end, frame.time.range.to);
  const isFired = spot.fires.length > 0;
  const inside: Colour = 'windowFg';
  for (const text of [windowSentence(box), windowText(box)]) {
    const width = brush.measure(text);
    if (width + 16 <= to - from) return brush.text(text, from + 8, spot.y + 13, { colour: inside });
    const style = { colour: isFired ? 'text1' : 'windowFg', weight: isFired ? 600 : 400 } as const;
    const wide = brush.measure(text, style);
    const behind = spot.end + (isFired ? FIRED_WIDTH : 0) + 6;
    const found = frame.room.place([{ x: behind, y: spot.y, width: wide + 4, height: TRACK_HEIGHT }]);
    if (found) return brush.text(text, behind, spot.y + 13, style);
  }
}

/** Too many windows for boxes: how many are open, as an area, and when some fired. */
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
    most = Math.max(most, open[px] ?? 0);
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
  const text = msg('timeline.window.most', { n: most });
  const found = frame.room.place([{ x: range.from + 8, y: frame.y + frame.height - 20, width: brush.measure(text), height: 12 }]);
  if (found) brush.text(text, found.x, found.y + 10, { colour: 'windowFg' });
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

function paintDrops(brush: Brush, frame: LaneFrame, dropped: Int32Array, y: number): void {
  const { places } = frame.model.places;
  const [from, to] = visibleRange(dropped, places, frame.time.domain);
  let last = -Infinity;
  for (let i = from; i < to; i++) {
    const step = dropped[i] ?? 0;
    const x = toPixel(frame.time, places[step] ?? 0) + 8;
    if (x - last < 6) continue;
    last = x;
    brush.cross(x, y, 3.5);
    frame.room.reserve({ x: x - 5, y: y - 5, width: 10, height: 10 });
  }
}

export function paintWindowLane(brush: Brush, frame: LaneFrame, lane: WindowLane): void {
  const { places } = frame.model.places;
  const { domain } = frame.time;
  const isVisible = (box: WindowBox): boolean =>
    (places[box.opened] ?? 0) <= domain.to && (places[closeOf(box, places.length)] ?? 0) >= domain.from;
  const shown = lane.tracks?.map((track) => track.filter(isVisible));
  const total = shown?.reduce((sum, track) => sum + track.length, 0) ?? Infinity;
  if (!shown || total > DENSE / 2) paintWindowDensity(brush, frame, lane);
  else {
    shown.forEach((track, index) => track.forEach((box) => paintWindow(brush, frame, box, index)));
    paintDrops(brush, frame, lane.dropped, frame.y + 8);
    if (total < DENSE / 4) shown.forEach((track, index) => track.forEach((box) => labelWindow(brush, frame, box, index)));
    return;
  }
  paintDrops(brush, frame, lane.dropped, frame.y + 8);
}

/** Buffers as boxes; an arrow shows where they were given out. `below` is where the reader's lane begins. */
export function paintBufferLane(brush: Brush, frame: LaneFrame, lane: BufferLane, below: number): void {
  const { places } = frame.model.places;
  const { context } = brush;
  const y = frame.y + 12;
  let lastArrow = -Infinity;
  for (const buffer of lane.buffers) {
    const from = toPixel(frame.time, places[buffer.opened] ?? 0);
    const to = toPixel(frame.time, places[buffer.flushed ?? places.length - 1] ?? 0);
    if (to < frame.time.range.from || from > frame.time.range.to) continue;
    brush.box(from, y, Math.max(2, to - from), 20, { fill: 'windowBg', stroke: 'windowLine', radius: 4 });
    labelBuffer(brush, frame, { buffer, from, to, y, isSliced: lane.isSliced });
    if (buffer.flushed === undefined || to - lastArrow < 8) continue;
    lastArrow = to;
    context.beginPath();
    context.moveTo(to, y + 20);
    context.lineTo(to, below);
    context.lineWidth = 1.5;
    context.strokeStyle = brush.colour('windowFg');
    context.stroke();
    context.beginPath();
    context.moveTo(to - 3.5, below - 5);
    context.lineTo(to, below);
    context.lineTo(to + 3.5, below - 5);
    context.closePath();
    context.fillStyle = brush.colour('windowFg');
    context.fill();
  }
}

function labelBuffer(
  brush: Brush,
  frame: LaneFrame,
  at: {
    readonly buffer: BufferLane['buffers'][number];
    readonly from: number;
    readonly to: number;
    readonly y: number;
    readonly isSliced: boolean;
  },
): void {
  const from = Math.max(at.from, frame.time.range.from) + 8;
  const room = Math.min(at.to, frame.time.range.to) - from - 6;
  const { rows, groups, flushed } = at.buffer;
  const rowsText = count('timeline.buffer.rows', rows);
  const groupsText = count(at.isSliced ? 'timeline.buffer.slices' : 'timeline.buffer.groups', groups);
  const full = flushed === undefined ? rowsText : msg('timeline.buffer.rowsIn', { rows: rowsText, groups: groupsText });
  const text = [full, rowsText].find((candidate) => brush.measure(candidate) <= room);
  if (text === undefined) return;
  brush.text(text, from, at.y + 14, { colour: 'windowFg' });
  const flush = msg('timeline.buffer.flush');
  const isVisible = at.to <= frame.time.range.to;
  if (flushed !== undefined && isVisible && brush.measure(text) + brush.measure(flush) + 16 <= room)
    brush.text(flush, at.to - 6, at.y + 14, { colour: 'windowFg', align: 'right' });
}

function paintBars(
  brush: Brush,
  frame: LaneFrame,
  steps: Int32Array,
  bar: { readonly base: number; readonly up: boolean; readonly colour: Colour },
): void {
  const { places } = frame.model.places;
  const [from, to] = visibleRange(steps, places, frame.time.domain);
  const columns = new Map<number, number>();
  let most = 1;
  for (let i = from; i < to; i++) {
    const x = Math.round(toPixel(frame.time, places[steps[i] ?? 0] ?? 0) / 3) * 3;
    const n = (columns.get(x) ?? 0) + 1;
    columns.set(x, n);
    most = Math.max(most, n);
  }
  brush.context.fillStyle = brush.colour(bar.colour);
  for (const [x, n] of columns) {
    const height = 3 + 9 * Math.sqrt(n / most);
    brush.context.fillRect(x - 1, bar.up ? bar.base - height : bar.base, 2, height);
  }
}

/** Rows in as bars upwards, rows out as bars downwards. */
export function paintCounterLane(brush: Brush, frame: LaneFrame, lane: CounterLane): void {
  const middle = frame.y + frame.height / 2;
  brush.hair(frame.time.range.from, middle, frame.time.range.to, middle, 'borderStrong');
  paintBars(brush, frame, lane.recordsIn, { base: middle, up: true, colour: 'ontime' });
  paintBars(brush, frame, lane.recordsOut, { base: middle + 1, up: false, colour: 'insert' });
  paintDrops(brush, frame, lane.dropped, frame.y + frame.height - 8);
}

const KIND_COLOURS: readonly (readonly [Colour, Colour])[] = [
  ['insert', 'insertBg'],
  ['updateBefore', 'updateBeforeBg'],
  ['updateAfter', 'updateAfterBg'],
  ['delete', 'deleteBg'],
];

/** Height of a change's tick below the lane's top, by kind: kinds differ by place as well as by colour. */
const KIND_OFFSETS: readonly number[] = [8, 15, 22, 29];

export function paintResultLane(brush: Brush, frame: LaneFrame, lane: ResultLane): void {
  const { places } = frame.model.places;
  const range = visibleRange(lane.steps, places, frame.time.domain);
  const chips = chipPlaces(frame, lane, range);
  if (chips) {
    for (const chip of chips) paintChip(brush, chip.x, frame.y + 14, chip.kind);
    return;
  }
  const seen = new Set<number>();
  for (let i = range[0]; i < range[1]; i++) {
    const kind = lane.kinds[i] ?? 0;
    const x = Math.round(toPixel(frame.time, places[lane.steps[i] ?? 0] ?? 0) / 2) * 2;
    const cell = x * 4 + kind;
    if (seen.has(cell)) continue;
    seen.add(cell);
    brush.context.fillStyle = brush.colour(KIND_COLOURS[kind]?.[0] ?? 'insert');
    brush.context.fillRect(x - 1, frame.y + (KIND_OFFSETS[kind] ?? 8), 2, 6);
  }
}

const CHIP_WIDTH = 20;

/** Places of chips with the kind's text, side by side for one step; undefined if they would cover each other. */
function chipPlaces(
  frame: LaneFrame,
  lane: ResultLane,
  range: readonly [number, number],
): readonly { readonly x: number; readonly kind: number }[] | undefined {
  if (range[1] - range[0] > 400) return undefined;
  const { places } = frame.model.places;
  const chips: { x: number; kind: number }[] = [];
  let next = -Infinity;
  for (let i = range[0]; i < range[1]; i++) {
    const isSameStep = i > range[0] && lane.steps[i] === lane.steps[i - 1];
    const own = toPixel(frame.time, places[lane.steps[i] ?? 0] ?? 0);
    if (!isSameStep && own < next - 1) return undefined;
    const x = isSameStep ? next : own;
    chips.push({ x, kind: lane.kinds[i] ?? 0 });
    next = x + CHIP_WIDTH + 2;
  }
  return chips;
}

function paintChip(brush: Brush, x: number, y: number, kind: number): void {
  const [colour, fill] = KIND_COLOURS[kind] ?? ['insert', 'insertBg'];
  brush.box(x, y, CHIP_WIDTH, 16, { fill, radius: 3 });
  brush.text((ROW_KINDS[kind] ?? '+I').replace('-', '−'), x + CHIP_WIDTH / 2, y + 12, { colour, weight: 600, align: 'center' });
}
