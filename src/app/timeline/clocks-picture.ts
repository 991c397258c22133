import type { StepRef } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';
import type { Brush } from './brush.ts';
import { clocksSpan, openWindows, type ClocksModel } from './clocks.ts';
import { nearestEvent, type Hit } from './hit.ts';
import { LabelRoom } from './label-room.ts';
import { eventY } from './lane-layout.ts';
import { markOf } from './marks.ts';
import { bandOf, paintClockAxes, paintClocks, paintFiring, type ClocksFrame } from './paint-clocks.ts';
import { paintMarksOver, type RowSpot } from './paint-over.ts';
import type { Over, Picture, View } from './picture.ts';
import { paintEnd, paintPlayhead, paintVeil } from './playhead.ts';
import { toPixel, toValue, type Scale } from './scales.ts';
import { rememberLast } from './remember-last.ts';
import { nearestStep, stepAt } from './step-places.ts';
import { closeOf } from './windows.ts';

/** Edges of the plot. */
const TOP = 28;
const BOTTOM = 34;
const RIGHT = 22;
const LEFT = 62;

/** Room around the plot in which marks at its edge are still whole. */
const MARGIN = 8;

/** Bands that are drawn as open at the playhead. */
const MOST_OPEN = 200;

/** The view of the two clocks. */
export function clocksPicture(clocks: ClocksModel): Picture {
  const { model } = clocks;
  const { places } = model.places;

  const spanOf = rememberLast((domain) => clocksSpan(clocks, domain));

  const timeOf = (view: View): Scale => ({ domain: view.domain, range: { from: LEFT, to: Math.max(LEFT + 20, view.width - RIGHT) } });

  const frameOf = (view: View): ClocksFrame => {
    const time = timeOf(view);
    const y = TOP;
    const height = Math.max(20, view.height - BOTTOM - TOP);
    const span = spanOf(view.domain);
    const event = span && { domain: span, range: { from: y + height, to: y } };
    const heightOf = (value: number): number => (value === Infinity ? y - 6 : eventY(event, value, y, height));
    const room = new LabelRoom({ x: LEFT - 16, y: y - MARGIN, width: time.range.to - LEFT + 36, height: height + 12 });
    return { clocks, model, time, y, height, event, room, heightOf };
  };

  const clipPlot = (brush: Brush, frame: ClocksFrame, draw: () => void): void =>
    brush.clip(LEFT - MARGIN, 0, frame.time.range.to - LEFT + 2 * MARGIN, frame.y + frame.height + MARGIN, draw);

  const paint = (brush: Brush, view: View): void => {
    const frame = frameOf(view);
    paintClockAxes(brush, frame, view.height);
    if (!frame.event) {
      const middle = (LEFT + frame.time.range.to) / 2;
      return brush.text(msg('timeline.clocks.none'), middle, frame.y + frame.height / 2, { colour: 'text3', align: 'center' });
    }
    clipPlot(brush, frame, () => {
      paintEnd(brush, model, frame.time, { top: frame.y, bottom: frame.y + frame.height });
      paintClocks(brush, frame);
    });
  };

  const rowSpot = (frame: ClocksFrame, step: StepRef): RowSpot | undefined => {
    const row = model.trace.steps[step];
    if (row?.cause !== 'row' || row.eventTime === undefined) return undefined;
    return { x: toPixel(frame.time, places[step] ?? 0), y: frame.heightOf(row.eventTime), mark: markOf(row), yOf: frame.heightOf };
  };

  /** Windows that are open at the playhead, though they fire later. */
  const paintOpen = (brush: Brush, frame: ClocksFrame, over: Over): void => {
    const to = toPixel(frame.time, places[over.step] ?? 0);
    const open = openWindows(clocks.windows, over.step).filter((box) => box.fired.length > 0 || box.purged !== undefined);
    for (const box of open.slice(0, MOST_OPEN)) {
      const { x, y, height } = bandOf(frame, box);
      brush.context.globalAlpha = Math.min(0.16, 0.4 / open.length);
      brush.box(x, y, Math.max(2, to - x), height, { fill: 'windowLine' });
      brush.context.globalAlpha = 1;
      brush.box(x, y, Math.max(2, to - x), height, { stroke: 'windowLine' });
    }
  };

  const paintOver = (brush: Brush, view: View, over: Over): void => {
    const frame = frameOf(view);
    const { time } = frame;
    const plot = { top: frame.y - 10, bottom: frame.y + frame.height };
    clipPlot(brush, frame, () => {
      paintOpen(brush, frame, over);
      paintVeil(brush, time, places[over.step] ?? 0, plot);
      paintPlayhead(brush, model, time, { step: over.step, plot, withPill: false });
      for (const { step, box } of clocks.firings)
        if (step === over.step) paintFiring(brush, { x: toPixel(time, places[step] ?? 0), y: frame.heightOf(box.endEpoch) }, false);
      paintMarksOver(brush, over, { time, clock: model.clock, spot: (step) => rowSpot(frame, step) });
    });
  };

  const hit = (view: View, x: number, y: number): Hit | undefined => {
    const frame = frameOf(view);
    const { time } = frame;
    if (x < LEFT - MARGIN) return undefined;
    if (y > frame.y + frame.height) return { kind: 'axis', step: nearestStep(places, toValue(time, x)) };
    const event = nearestEvent(clocks.events, { x, y }, { time, places, y: frame.heightOf });
    if (event) return { kind: 'event', ...event };
    const at = toValue(time, x);
    const step = stepAt(places, at);
    const value = frame.event && toValue(frame.event, y);
    const box = clocks.windows.find(
      (candidate) =>
        value !== undefined &&
        value >= candidate.startEpoch &&
        value < candidate.endEpoch &&
        at >= (places[candidate.opened] ?? 0) &&
        at <= (places[closeOf(candidate, places.length)] ?? 0),
    );
    return box ? { kind: 'window', box, step, x, y } : { kind: 'plot', step, operator: undefined };
  };

  return {
    time: timeOf,
    contentHeight: 0,
    paint,
    paintOver,
    hit,
    eventTimeAt: (view, _, y) => {
      const { event } = frameOf(view);
      return event && toValue(event, y);
    },
  };
}
