import type { StepRef } from '../../trace/run-trace.ts';
import type { Brush } from './brush.ts';
import type { Box } from './label-room.ts';
import type { LaneFrame } from './lane-frame.ts';

import { ROW_KINDS, type CounterLane, type ResultLane } from './lane-kinds.ts';
import { paintDrops } from './paint-windows.ts';
import type { Colour } from './palette.ts';
import { lowerBound, toPixel, visibleRange } from './scales.ts';

const COLUMN = 3;

interface Bars {
  readonly base: number;
  readonly isUp: boolean;
  readonly colour: Colour;
}

function paintBars(brush: Brush, frame: LaneFrame, steps: Int32Array, bars: Bars): void {
  const { places } = frame.model.places;
  const [from, to] = visibleRange(steps, places, frame.time.domain);
  const columns = new Map<number, number>();
  let most = 1;
  for (let i = from; i < to; i++) {
    const x = Math.round(toPixel(frame.time, places[steps[i] ?? 0] ?? 0) / COLUMN) * COLUMN;
    const n = (columns.get(x) ?? 0) + 1;
    columns.set(x, n);
    most = Math.max(most, n);
  }
  brush.context.fillStyle = brush.colour(bars.colour);
  for (const [x, n] of columns) {
    const height = 3 + 9 * Math.sqrt(n / most);
    brush.context.fillRect(x - 1, bars.isUp ? bars.base - height : bars.base, 2, height);
  }
}

/** Rows in as bars upwards, rows out as bars downwards. */
export function paintCounterLane(brush: Brush, frame: LaneFrame, lane: CounterLane): void {
  const middle = Math.round(frame.y + frame.height / 2);
  brush.hair(frame.time.range.from, middle, frame.time.range.to, middle, 'borderStrong');
  paintBars(brush, frame, lane.recordsIn, { base: middle, isUp: true, colour: 'ontime' });
  paintBars(brush, frame, lane.recordsOut, { base: middle + 1, isUp: false, colour: 'insert' });
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

const CHIP_WIDTH = 20;
const CHIP_TOP = 14;
const MOST_CHIPS = 400;

interface Chip {
  readonly x: number;
  readonly kind: number;
}

/** Places of chips with the kind's text, side by side for one step; undefined if they would cover those of the next. */
function chipPlaces(frame: LaneFrame, lane: ResultLane, range: readonly [number, number]): readonly Chip[] | undefined {
  if (range[1] - range[0] > MOST_CHIPS) return undefined;
  const { places } = frame.model.places;
  const chips: Chip[] = [];
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

function paintChip(brush: Brush, y: number, { x, kind }: Chip): void {
  const [colour, fill] = KIND_COLOURS[kind] ?? ['insert', 'insertBg'];
  brush.box(x, y, CHIP_WIDTH, 16, { fill, radius: 3 });
  brush.text((ROW_KINDS[kind] ?? '+I').replace('-', '−'), x + CHIP_WIDTH / 2, y + 12, { colour, weight: 600, align: 'center' });
}

/** Changes as chips with their kind; as ticks at the kind's own height where there are more. */
export function paintResultLane(brush: Brush, frame: LaneFrame, lane: ResultLane): void {
  const { places } = frame.model.places;
  const range = visibleRange(lane.steps, places, frame.time.domain);
  const chips = chipPlaces(frame, lane, range);
  if (chips) {
    for (const chip of chips) paintChip(brush, frame.y + CHIP_TOP, chip);
    return;
  }
  const seen = new Set<number>();
  for (let i = range[0]; i < range[1]; i++) {
    const kind = lane.kinds[i] ?? 0;
    const x = Math.round(toPixel(frame.time, places[lane.steps[i] ?? 0] ?? 0) / 2) * 2;
    if (seen.has(x * 4 + kind)) continue;
    seen.add(x * 4 + kind);
    brush.context.fillStyle = brush.colour(KIND_COLOURS[kind]?.[0] ?? 'insert');
    brush.context.fillRect(x - 1, frame.y + (KIND_OFFSETS[kind] ?? 8), 2, 6);
  }
}

/** Where a change stands that is the nth of its step: its chip, or its tick where there is no room for chips. */
export function resultSpot(frame: LaneFrame, lane: ResultLane, step: StepRef, nth: number): Box {
  const { places } = frame.model.places;
  const x = toPixel(frame.time, places[step] ?? 0);
  if (chipPlaces(frame, lane, visibleRange(lane.steps, places, frame.time.domain)))
    return { x: x + nth * (CHIP_WIDTH + 2), y: frame.y + CHIP_TOP, width: CHIP_WIDTH, height: 16 };
  const kind = lane.kinds[lowerBound(lane.steps, step) + nth] ?? 0;
  return { x: x - 1, y: frame.y + (KIND_OFFSETS[kind] ?? 8), width: 2, height: 6 };
}

/** The changes of one step, drawn again above the veil where the lane shows chips. */
export function paintResultStep(brush: Brush, frame: LaneFrame, lane: ResultLane, step: StepRef): void {
  const { places } = frame.model.places;
  if (!chipPlaces(frame, lane, visibleRange(lane.steps, places, frame.time.domain))) return;
  const x = toPixel(frame.time, places[step] ?? 0);
  const first = lowerBound(lane.steps, step);
  for (let i = first; lane.steps[i] === step; i++)
    paintChip(brush, frame.y + CHIP_TOP, { x: x + (i - first) * (CHIP_WIDTH + 2), kind: lane.kinds[i] ?? 0 });
}
