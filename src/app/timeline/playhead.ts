import type { Brush } from './brush.ts';
import { elapsedText, elapsedTickText } from './clock-text.ts';
import type { LaneModel } from './lane-kinds.ts';
import { ticksOf, toPixel, type Scale } from './scales.ts';
import type { StepRef } from '../../trace/run-trace.ts';

export interface Plot {
  readonly top: number;
  readonly bottom: number;
}

/** Everything later than the playhead lies under a veil. */
export function paintVeil(brush: Brush, time: Scale, place: number, plot: Plot): void {
  const { context } = brush;
  const x = Math.max(time.range.from, toPixel(time, place));
  if (x >= time.range.to) return;
  context.globalAlpha = 0.55;
  context.fillStyle = brush.colour('panel');
  context.fillRect(x, plot.top, time.range.to - x, plot.bottom - plot.top);
  context.globalAlpha = 1;
}

/** The playhead: a line, and its time in a pill above the axis. */
export function paintPlayhead(
  brush: Brush,
  model: LaneModel,
  time: Scale,
  at: { readonly step: StepRef; readonly plot: Plot; readonly withPill: boolean },
): void {
  const { context } = brush;
  const x = toPixel(time, model.places.places[at.step] ?? 0);
  if (x < time.range.from - 1 || x > time.range.to + 1) return;
  context.beginPath();
  context.moveTo(x, at.plot.top);
  context.lineTo(x, at.plot.bottom);
  context.lineWidth = 1.5;
  context.strokeStyle = brush.colour('playhead');
  context.stroke();
  if (at.withPill) paintPill(brush, model, time, { x, text: elapsedText(model.trace.steps[at.step]?.at ?? 0) });
}

const PILL_HEIGHT = 17;

function paintPill(brush: Brush, model: LaneModel, time: Scale, pill: { readonly x: number; readonly text: string }): void {
  const style = { weight: 600, colour: 'onAccent', align: 'center' } as const;
  const width = Math.max(48, brush.measure(pill.text, style) + 14);
  const middle = Math.min(time.range.to - width / 2, Math.max(time.range.from - 24 + width / 2, pill.x));
  brush.context.fillStyle = brush.colour('canvas');
  for (const tick of timeTicks(brush, model, time)) {
    const distance = Math.abs(tick.x - middle) - (width + tick.width) / 2;
    if (distance < 3) brush.context.fillRect(tick.x - tick.width / 2 - 1, 0, tick.width + 2, 20);
  }
  brush.box(middle - width / 2, 1, width, PILL_HEIGHT, { fill: 'playhead', radius: 3 });
  brush.text(pill.text, middle, 13.5, style);
}

interface TimeTick {
  readonly x: number;
  readonly text: string;
  readonly width: number;
}

/** Marks of processing time from the start of the run on; text that would be cut is empty. */
function timeTicks(brush: Brush, model: LaneModel, time: Scale): readonly TimeTick[] {
  const last = model.places.whole.to;
  const ticks = ticksOf(time, 72);
  return ticks.values
    .filter((value) => value >= 0)
    .map((value) => {
      const x = toPixel(time, value);
      const text = elapsedTickText(value, ticks.step, last);
      const width = brush.measure(text);
      return x + width / 2 <= time.range.to ? { x, text, width } : { x, text: '', width: 0 };
    });
}

/** Marks of processing time: lines through the plot and their text above. */
export function paintTimeAxis(brush: Brush, model: LaneModel, time: Scale, plot: Plot): void {
  for (const { x, text } of timeTicks(brush, model, time)) {
    brush.hair(x, plot.top, x, plot.bottom, 'grid');
    brush.text(text, x, 14, { colour: 'text3', align: 'center' });
  }
}

/** Where the input ends. */
export function paintEnd(brush: Brush, model: LaneModel, time: Scale, plot: Plot): void {
  const { end } = model.places;
  if (end === undefined) return;
  const x = toPixel(time, end);
  if (x >= time.range.from && x <= time.range.to) brush.hair(x, plot.top, x, plot.bottom, 'borderStrong', [4, 3]);
}
