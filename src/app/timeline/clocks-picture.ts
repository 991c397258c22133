import { msg } from '../messages/messages.ts';
import type { Brush } from './brush.ts';
import { openWindows, type ClocksModel } from './clocks.ts';
import { elapsedTickText, eventTimeText, unitOf } from './clock-text.ts';
import { nearestEvent, type Hit } from './hit.ts';
import { LabelRoom } from './label-room.ts';
import { eventY } from './lane-layout.ts';
import { DENSE, paintEvents, paintStairs, type LaneFrame } from './paint-source.ts';
import type { Over, Picture, View } from './picture.ts';
import { paintEnd, paintPlayhead, paintVeil, type Plot } from './playhead.ts';
import { ticksOf, toPixel, toValue, type Scale } from './scales.ts';
import { stairPoints, type StairPoints } from './staircase.ts';
import { nearestStep, stepAt } from './step-places.ts';
import { closeOf, type WindowBox } from './windows.ts';

const TOP = 28;
const BOTTOM = 34;
const RIGHT = 22;
const LEFT = 62;

/** The view of the two clocks. */
export function clocksPicture(clocks: ClocksModel): Picture {
  const { model } = clocks;
  const { places } = model.places;

  const plotOf = (view: View): Plot => ({ top: TOP, bottom: Math.max(TOP + 20, view.height - BOTTOM) });
  const timeOf = (view: View): Scale => ({ domain: view.domain, range: { from: LEFT, to: Math.max(LEFT + 20, view.width - RIGHT) } });
  const eventOf = (view: View): Scale | undefined => {
    const plot = plotOf(view);
    return clocks.span && { domain: clocks.span, range: { from: plot.bottom, to: plot.top } };
  };
  const heightOf = (view: View, value: number): number => {
    const plot = plotOf(view);
    if (value === Infinity) return plot.top - 6;
    return eventY(eventOf(view), value, plot.top, plot.bottom - plot.top);
  };

  const frameOf = (view: View): LaneFrame => {
    const plot = plotOf(view);
    const time = timeOf(view);
    const room = new LabelRoom({ x: LEFT - 16, y: plot.top - 8, width: time.range.to - LEFT + 36, height: plot.bottom - plot.top + 12 });
    return { model, time, y: plot.top, height: plot.bottom - plot.top, event: eventOf(view), room };
  };

  const paintAxes = (brush: Brush, view: View): void => {
    const time = timeOf(view);
    const event = eventOf(view);
    const plot = plotOf(view);
    brush.text(msg('timeline.clocks.eventTime'), 6, 12, { colour: 'text3' });
    brush.text(msg('timeline.clocks.processingTime'), time.range.to, view.height - 3, { colour: 'text3', align: 'right' });
    if (event) {
      const ticks = ticksOf(event, 28, model.clock.offsetAt(event.domain.from));
      const withDay = event.domain.to - event.domain.from >= 86_400_000;
      for (const value of ticks.values) {
        const y = toPixel(event, value);
        brush.hair(LEFT, y, time.range.to, y, 'grid');
        const text = eventTimeText(model.clock, value, { unit: unitOf(ticks.step), withDay });
        brush.text(text, LEFT - 8, y + 4, { colour: 'text3', align: 'right', size: withDay ? 10 : 11, maxWidth: LEFT - 10 });
      }
    }
    const ticks = ticksOf(time, 64);
    for (const value of ticks.values) {
      const x = toPixel(time, value);
      brush.hair(x, plot.bottom, x, plot.bottom + 4, 'borderStrong');
      brush.text(elapsedTickText(value, ticks.step), x, plot.bottom + 17, { colour: 'text3', align: 'center' });
    }
  };

  const boxOf = (view: View, box: WindowBox): { x: number; y: number; width: number; height: number } => {
    const time = timeOf(view);
    const x = toPixel(time, places[box.opened] ?? 0);
    const end = toPixel(time, places[closeOf(box, places.length)] ?? 0);
    const top = heightOf(view, box.endEpoch) + 1;
    return { x, y: top, width: Math.max(2, end - x), height: Math.max(2, heightOf(view, box.startEpoch) - 1 - top) };
  };

  const isVisible = (box: WindowBox, view: View): boolean =>
    (places[box.opened] ?? 0) <= view.domain.to && (places[closeOf(box, places.length)] ?? 0) >= view.domain.from;

  const paintWindows = (brush: Brush, view: View, frame: LaneFrame): void => {
    const visible = clocks.windows.filter((box) => isVisible(box, view));
    for (const box of visible) {
      const { x, y, width, height } = boxOf(view, box);
      const isOpen = box.fired.length === 0 && box.purged === undefined;
      if (width < 3 || height < 3) {
        brush.context.fillStyle = brush.colour(isOpen ? 'windowLine' : 'borderStrong');
        brush.context.globalAlpha = 0.5;
        brush.context.fillRect(x, y, width, height);
        brush.context.globalAlpha = 1;
      } else
        brush.box(
          x,
          y,
          width,
          height,
          isOpen ? { fill: 'windowBg', stroke: 'windowLine' } : { fill: 'windowFired', stroke: 'borderStrong' },
        );
    }
    if (visible.length > DENSE / 10) return;
    for (const box of visible) {
      const { x, y, width, height } = boxOf(view, box);
      const isOpen = box.fired.length === 0 && box.purged === undefined;
      const text = msg(isOpen ? 'timeline.clocks.open' : 'timeline.clocks.rows', { n: box.rows });
      const w = brush.measure(text);
      const from = Math.max(x, frame.time.range.from);
      if (w + 12 > x + width - from || height < 16) continue;
      const place = frame.room.place([{ x: from + 8, y: y + 5, width: w, height: 12 }]);
      if (place) brush.text(text, place.x, place.y + 10, { colour: isOpen ? 'windowFg' : 'text2' });
    }
  };

  const paintFirings = (brush: Brush, view: View, frame: LaneFrame): void => {
    const spots = clocks.firings
      .map(({ step, box }) => ({ x: toPixel(frame.time, places[step] ?? 0), y: heightOf(view, box.endEpoch) }))
      .filter(({ x }) => x >= frame.time.range.from && x <= frame.time.range.to);
    const seen = new Set<number>();
    const shown = spots.filter(({ x, y }) => {
      const cell = Math.floor(x / 6) * 4096 + Math.floor(y / 6);
      return !seen.has(cell) && seen.add(cell);
    });
    for (const { x, y } of shown) {
      brush.ring(x, y, shown.length > 200 ? 3 : 5, 'fires', 'canvas');
      frame.room.reserve({ x: x - 6, y: y - 6, width: 12, height: 12 });
    }
    if (shown.length > 60) return;
    const text = msg('timeline.fires');
    const style = { colour: 'fires', weight: 600 } as const;
    const width = brush.measure(text, style);
    for (const { x, y } of shown) {
      const at = (bx: number, by: number) => ({ x: bx, y: by, width, height: 12 });
      const place = frame.room.place([at(x + 9, y - 17), at(x - 9 - width, y + 6), at(x - 9 - width, y - 17), at(x + 9, y + 6)]);
      if (place) brush.text(text, place.x, place.y + 10, style);
    }
  };

  const nameLine = (brush: Brush, frame: LaneFrame, points: StairPoints, text: string): void => {
    const width = brush.measure(text);
    const flats = points.xs.map((x, i) => ({ x, y: points.ys[i] ?? 0, width: (points.xs[i + 1] ?? points.end) - x }));
    flats.sort((a, b) => b.width - a.width);
    for (const flat of flats.slice(0, 5)) {
      if (flat.width < width + 8) return;
      const room = flat.width - width;
      const places = [0.6, 0.9, 0.3, 0.1].flatMap((part) =>
        [flat.y - 16, flat.y + 4].map((y) => ({ x: flat.x + room * part, y, width, height: 12 })),
      );
      const box = frame.room.place(places);
      if (!box) continue;
      brush.text(text, box.x, box.y + 10, { colour: 'watermark' });
      return;
    }
  };

  const paint = (brush: Brush, view: View): void => {
    paintAxes(brush, view);
    const frame = frameOf(view);
    const { time } = frame;
    const plot = plotOf(view);
    const stairs = { time, places: model.places, y: (value: number) => heightOf(view, value) };
    const own = clocks.own && stairPoints(clocks.own, stairs);
    const sources = clocks.sources.map(({ name, line }) => ({ name, points: stairPoints(line, stairs) }));
    brush.clip(LEFT - 6, 0, time.range.to - LEFT + 28, plot.bottom + 6, () => {
      paintWindows(brush, view, frame);
      for (const { points } of sources) if (points) paintStairs(brush, points, { isDashed: true });
      if (own) paintStairs(brush, own, { width: 2.5 });
      paintEnd(brush, model, time, plot);
    });
    brush.clip(LEFT - 20, 0, time.range.to - LEFT + 42, plot.bottom + 12, () => {
      paintEvents(brush, frame, clocks.events);
      brush.clip(LEFT - 6, 0, time.range.to - LEFT + 28, plot.bottom + 6, () => paintFirings(brush, view, frame));
      if (own) nameLine(brush, frame, own, msg('timeline.clocks.watermarkOf', { name: clocks.ownName }));
      for (const { name, points } of sources) if (points) nameLine(brush, frame, points, msg('timeline.clocks.sourceWatermark', { name }));
    });
  };

  const spotOf = (view: View, step: number): { x: number; y: number } | undefined => {
    const row = model.trace.steps[step];
    if (row?.cause !== 'row' || row.eventTime === undefined) return undefined;
    return { x: toPixel(timeOf(view), places[step] ?? 0), y: heightOf(view, row.eventTime) };
  };

  const paintOver = (brush: Brush, view: View, over: Over): void => {
    const time = timeOf(view);
    const plot = plotOf(view);
    const place = places[over.step] ?? 0;
    brush.clip(LEFT - 8, 0, time.range.to - LEFT + 16, plot.bottom, () => {
      const open = openWindows(clocks.windows, over.step).filter((box) => box.fired.length > 0);
      for (const box of open.slice(0, 200)) {
        const { x, y, height } = boxOf(view, box);
        const to = toPixel(time, place);
        brush.context.globalAlpha = 0.35;
        brush.box(x, y, Math.max(2, to - x), height, { fill: 'windowBg' });
        brush.context.globalAlpha = 1;
        brush.box(x, y, Math.max(2, to - x), height, { stroke: 'windowLine' });
      }
      paintVeil(brush, time, place, { top: plot.top - 10, bottom: plot.bottom });
      for (const step of over.highlighted ?? []) {
        const spot = spotOf(view, step);
        if (spot) brush.ring(spot.x, spot.y, 7, 'accent');
      }
      const here = spotOf(view, over.step);
      if (here) brush.ring(here.x, here.y, over.isFocused ? 8 : 6.5, over.isFocused ? 'focus' : 'playhead');
      if (over.hover?.kind === 'event') brush.ring(over.hover.x, over.hover.y, 6.5, 'text2');
      const from = over.ghost && spotOf(view, over.ghost.step);
      if (over.ghost && from) {
        const x = over.ghost.at === undefined ? from.x : toPixel(time, over.ghost.at);
        const y = over.ghost.eventTime === undefined ? from.y : heightOf(view, over.ghost.eventTime);
        brush.hair(from.x, from.y, x, y, 'accent', [2, 2]);
        brush.ring(x, y, 5, 'accent', 'canvas');
      }
    });
    paintPlayhead(brush, model, time, { step: over.step, plot: { top: plot.top - 10, bottom: plot.bottom }, withPill: false });
  };

  const hit = (view: View, x: number, y: number): Hit | undefined => {
    const time = timeOf(view);
    const plot = plotOf(view);
    if (x < LEFT - 8) return undefined;
    if (y > plot.bottom) return { kind: 'axis', step: nearestStep(places, toValue(time, x)) };
    const event = nearestEvent(clocks.events, { x, y }, { time, places, y: (value) => heightOf(view, value) });
    if (event) return { kind: 'event', ...event };
    const step = stepAt(places, toValue(time, x));
    const box = clocks.windows.findLast((candidate) => {
      const at = boxOf(view, candidate);
      return x >= at.x && x <= at.x + at.width && y >= at.y && y <= at.y + at.height;
    });
    return box ? { kind: 'window', box, step, x, y } : { kind: 'plot', step, operator: undefined };
  };

  return {
    time: timeOf,
    contentHeight: 0,
    paint,
    paintOver,
    hit,
    eventTimeAt: (view, _, y) => {
      const event = eventOf(view);
      return event && toValue(event, y);
    },
  };
}
