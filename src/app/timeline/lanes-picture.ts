import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';
import { roleColour } from '../graph/roles.ts';
import type { Brush } from './brush.ts';
import { hitLanes, type LanesOnScreen } from './hit.ts';
import { LabelRoom } from './label-room.ts';
import { countUpTo, eventScale, eventY, gutterWidth, hasEventAxis, HEADER, placeLanes, TRACK_TOP, type PlacedLane } from './lane-layout.ts';
import type { LaneModel } from './lanes.ts';
import { paintBufferLane, paintCounterLane, paintResultLane, paintWindowLane } from './paint-operators.ts';
import { axisLabelWidth, paintEventAxis, paintMergeLane, paintSourceLane, type LaneFrame } from './paint-source.ts';
import type { Colour } from './palette.ts';
import type { Over, Picture, View } from './picture.ts';
import { paintEnd, paintPlayhead, paintTimeAxis, paintVeil, type Plot } from './playhead.ts';
import { toPixel, toValue, type Scale } from './scales.ts';

/** Room above the lanes for the axis, where the grid begins. */
const GRID_TOP = 22;

const ROLE_COLOURS: Readonly<Record<string, Colour>> = {
  scan: 'roleScan',
  calc: 'roleCalc',
  join: 'roleJoin',
  aggregate: 'roleAggregate',
  window: 'roleWindow',
  exchange: 'roleExchange',
  sink: 'roleSink',
  watermark: 'roleWatermark',
};

/** The lane view of a run. */
export function lanesPicture(model: LaneModel): Picture {
  const { lanes, height } = placeLanes(model);

  const timeOf = (view: View): Scale => ({ domain: view.domain, range: { from: gutterWidth(view.width), to: view.width } });
  const topOf = (placed: PlacedLane, view: View): number => HEADER + placed.top - view.scroll;
  const plotOf = (view: View): Plot => ({ top: GRID_TOP, bottom: Math.min(view.height, HEADER + height - view.scroll) });
  const eventOf = (placed: PlacedLane, view: View): Scale | undefined =>
    hasEventAxis(placed.lane) && model.eventSpan ? eventScale(model.eventSpan, topOf(placed, view), placed.height) : undefined;
  const screenOf = (view: View): LanesOnScreen => ({
    model,
    lanes,
    time: timeOf(view),
    scroll: view.scroll,
    gutter: gutterWidth(view.width),
  });
  const isOnScreen = (placed: PlacedLane, view: View): boolean =>
    topOf(placed, view) < view.height && topOf(placed, view) + placed.height > HEADER;

  const frameOf = (placed: PlacedLane, view: View): LaneFrame => {
    const time = timeOf(view);
    const y = topOf(placed, view);
    const room = new LabelRoom({ x: time.range.from, y: y + 1, width: time.range.to - time.range.from, height: placed.height - 1 });
    return { model, time, y, height: placed.height, event: eventOf(placed, view), room };
  };

  const paintLane = (brush: Brush, placed: PlacedLane, frame: LaneFrame): void => {
    const { lane } = placed;
    switch (lane.kind) {
      case 'source':
        return paintSourceLane(brush, frame, lane);
      case 'merge':
        return paintMergeLane(brush, frame, lane);
      case 'windows':
        return paintWindowLane(brush, frame, lane);
      case 'buffers':
        return paintBufferLane(brush, frame, lane, frame.y + placed.height + TRACK_TOP - 1);
      case 'counter':
        return paintCounterLane(brush, frame, lane);
      case 'results':
        return paintResultLane(brush, frame, lane);
    }
  };

  const paintHead = (brush: Brush, placed: PlacedLane, frame: LaneFrame, isSelected: boolean): void => {
    const { lane } = placed;
    const gutter = frame.time.range.from;
    const { context } = brush;
    if (isSelected) {
      context.fillStyle = brush.colour('selected');
      context.fillRect(0, frame.y + 1, gutter, placed.height - 1);
      context.fillStyle = brush.colour('accent');
      context.fillRect(0, frame.y + 1, 2, placed.height - 1);
    }
    brush.box(10, frame.y + 10, 3, 28, { fill: ROLE_COLOURS[roleColour(lane.role)] ?? 'roleCalc', radius: 1.5 });
    const room = gutter - 20 - 6 - (frame.event ? axisLabelWidth(brush, frame) + 12 : 0);
    const size = brush.measure(lane.title, { size: 12, weight: 600 }) > room ? 11 : 12;
    brush.text(lane.title, 20, frame.y + 21, { size, weight: 600, colour: 'text1', maxWidth: room });
    if (lane.subtitle !== '') brush.text(lane.subtitle, 20, frame.y + 36, { colour: 'text3', maxWidth: room });
    paintEventAxis(brush, frame, gutter);
    brush.hair(0, frame.y + placed.height - 0.5, brush.context.canvas.width, frame.y + placed.height - 0.5, 'border');
  };

  const paint = (brush: Brush, view: View, selected: OperatorRef | undefined): void => {
    const time = timeOf(view);
    const plot = plotOf(view);
    const gutter = time.range.from;
    brush.clip(gutter - 24, 0, view.width - gutter + 24, view.height, () => paintTimeAxis(brush, time, plot, 14));
    const shown = lanes.filter((placed) => isOnScreen(placed, view));
    brush.clip(0, HEADER - 2, view.width, view.height, () => {
      brush.clip(gutter, 0, view.width - gutter, view.height, () => {
        for (const placed of shown) paintLane(brush, placed, frameOf(placed, view));
        paintEnd(brush, model, time, plot);
      });
      for (const placed of shown)
        paintHead(brush, placed, frameOf(placed, view), selected !== undefined && selected === placed.lane.operator);
    });
  };

  const spotOf = (view: View, step: StepRef): { x: number; y: number; placed: PlacedLane } | undefined => {
    const row = model.trace.steps[step];
    if (row?.cause !== 'row') return undefined;
    const placed = lanes.find(({ lane }) => lane.kind === 'source' && lane.table === row.table && lane.events.steps.includes(step));
    if (!placed) return undefined;
    const y = eventY(eventOf(placed, view), row.eventTime ?? NaN, topOf(placed, view), placed.height);
    return { x: toPixel(timeOf(view), model.places.places[step] ?? 0), y, placed };
  };

  const paintGhost = (brush: Brush, view: View, over: Over): void => {
    const { ghost } = over;
    const spot = ghost && spotOf(view, ghost.step);
    if (!ghost || !spot) return;
    const event = eventOf(spot.placed, view);
    const x = ghost.at === undefined ? spot.x : toPixel(timeOf(view), ghost.at);
    const y = ghost.eventTime === undefined ? spot.y : eventY(event, ghost.eventTime, topOf(spot.placed, view), spot.placed.height);
    brush.context.setLineDash([2, 2]);
    brush.hair(spot.x, spot.y, x, y, 'accent', [2, 2]);
    brush.context.setLineDash([]);
    brush.ring(x, y, 5, 'accent', 'canvas');
  };

  const paintCounters = (brush: Brush, view: View, step: StepRef): void => {
    for (const placed of lanes) {
      const { lane } = placed;
      if (lane.kind !== 'counter' || !isOnScreen(placed, view)) continue;
      const text = msg('timeline.counter', { rowsIn: countUpTo(lane.recordsIn, step), rowsOut: countUpTo(lane.recordsOut, step) });
      brush.text(text, 20, topOf(placed, view) + 36, { colour: 'text3', maxWidth: gutterWidth(view.width) - 26 });
    }
  };

  const paintOver = (brush: Brush, view: View, over: Over): void => {
    const time = timeOf(view);
    const plot = plotOf(view);
    const place = model.places.places[over.step] ?? 0;
    brush.clip(0, HEADER, view.width, view.height, () => paintCounters(brush, view, over.step));
    brush.clip(time.range.from - 24, 0, view.width, view.height, () => {
      paintVeil(brush, time, place, { ...plot, top: 20 });
      brush.clip(time.range.from - 8, HEADER, view.width, view.height, () => {
        for (const step of over.highlighted ?? []) {
          const spot = spotOf(view, step);
          if (spot) brush.ring(spot.x, spot.y, 7, 'accent');
        }
        const here = spotOf(view, over.step);
        if (here) brush.ring(here.x, here.y, over.isFocused ? 8 : 6.5, over.isFocused ? 'focus' : 'playhead');
        if (over.hover?.kind === 'event') brush.ring(over.hover.x, over.hover.y, 6.5, 'text2');
        paintGhost(brush, view, over);
      });
      paintPlayhead(brush, model, time, { step: over.step, plot: { ...plot, top: 18 }, withPill: true });
    });
  };

  return {
    time: timeOf,
    contentHeight: HEADER + height,
    paint,
    paintOver,
    hit: (view, x, y) => hitLanes(screenOf(view), x, y),
    eventTimeAt: (view, step, y) => {
      const spot = spotOf(view, step);
      const event = spot && eventOf(spot.placed, view);
      return event && toValue(event, y);
    },
  };
}
