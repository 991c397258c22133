import type { StepRef } from '../../trace/run-trace.ts';
import type { Brush } from './brush.ts';
import { elapsedText, eventTimeText, ownUnit, type EventClock } from './clock-text.ts';
import { paintSpot } from './paint-events.ts';
import type { Over } from './picture.ts';
import { toPixel, type Scale } from './scales.ts';

/** Where a row stands, and where it would stand with another event time. */
export interface RowSpot {
  readonly x: number;
  readonly y: number;
  readonly mark: number;
  readonly yOf: (eventTime: number) => number;
}

/** More highlights than this are one mark a pixel column. */
const MOST_RINGS = 300;

interface Marks {
  readonly time: Scale;
  readonly clock: EventClock;
  readonly spot: (step: StepRef) => RowSpot | undefined;
}

/** Rings around rows: highlighted ones, the step's own, the one under the pointer; and the ghost of a dragged row. */
export function paintMarksOver(brush: Brush, over: Over, marks: Marks): void {
  paintHighlights(brush, over.highlighted, marks);
  const here = marks.spot(over.step);
  if (here) paintSpot(brush, { ...here, step: over.step });
  if (here) brush.ring(here.x, here.y, over.isFocused ? 8 : 6.5, over.isFocused ? 'focus' : 'playhead');
  if (over.hover?.kind === 'event') brush.ring(over.hover.x, over.hover.y, 6.5, 'text2');
  paintGhost(brush, over, marks);
}

function paintHighlights(brush: Brush, steps: ReadonlySet<StepRef> | undefined, marks: Marks): void {
  if (!steps) return;
  const seen = new Set<number>();
  for (const step of steps) {
    const spot = marks.spot(step);
    if (!spot || spot.x < marks.time.range.from - 8 || spot.x > marks.time.range.to + 8) continue;
    const cell = Math.round(spot.x / 4) * 4096 + Math.round(spot.y / 4);
    if (steps.size > MOST_RINGS && seen.has(cell)) continue;
    seen.add(cell);
    brush.ring(spot.x, spot.y, 7, 'accent');
  }
}

function paintGhost(brush: Brush, { ghost }: Over, marks: Marks): void {
  const from = ghost && marks.spot(ghost.step);
  if (!ghost || !from) return;
  const x = ghost.at === undefined ? from.x : toPixel(marks.time, ghost.at);
  const y = ghost.eventTime === undefined ? from.y : from.yOf(ghost.eventTime);
  brush.hair(from.x, from.y, x, y, 'accent', [2, 2]);
  brush.ring(x, y, 5, 'accent', 'canvas');
  const text =
    ghost.at !== undefined
      ? elapsedText(ghost.at)
      : ghost.eventTime !== undefined
        ? eventTimeText(marks.clock, ghost.eventTime, { unit: ownUnit(ghost.eventTime) })
        : '';
  paintGhostTime(brush, { x, y }, text, marks.time);
  brush.context.beginPath();
  brush.context.arc(x, y, 2, 0, 2 * Math.PI);
  brush.context.fillStyle = brush.colour('accent');
  brush.context.fill();
}

/** Where the row would go, in words beside it. */
function paintGhostTime(brush: Brush, at: { readonly x: number; readonly y: number }, text: string, time: Scale): void {
  const width = brush.measure(text, { weight: 600 }) + 12;
  const x = at.x + 10 + width <= time.range.to ? at.x + 10 : at.x - 10 - width;
  brush.box(x, at.y - 9, width, 18, { fill: 'raised', stroke: 'accent', radius: 3 });
  brush.text(text, x + 6, at.y + 4, { weight: 600, colour: 'text1' });
}
