import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';
import type { Brush } from './brush.ts';
import { hitLanes, type LanesOnScreen } from './hit.ts';
import { LabelRoom } from './label-room.ts';
import type { LaneFrame } from './lane-frame.ts';
import { eventScale, eventY, gutterWidth, hasEventAxis, HEADER, placeLanes, TRACK_TOP, type PlacedLane } from './lane-layout.ts';
import type { LaneModel } from './lane-kinds.ts';
import { eventSpan } from './lanes.ts';
import { markOf } from './marks.ts';
import { paintBufferLane } from './paint-buffers.ts';
import { paintCounterLane, paintResultLane, paintResultStep } from './paint-changes.ts';
import { HEAD_TEXT, isNamedByOperator, paintHead, SUBTITLE_Y } from './paint-head.ts';
import { paintMergeLane, paintSourceLane } from './paint-source.ts';
import { paintLookupLane } from './paint-waiting.ts';
import { paintWindowLane, paintWindowStep } from './paint-windows.ts';
import type { Over, Picture, View } from './picture.ts';
import { paintPath, paintPathHead } from './paint-path.ts';
import type { TracedPath } from './traced-path.ts';
import { paintEnd, paintPlayhead, paintTimeAxis, paintVeil, type Plot } from './playhead.ts';
import { rememberLast } from './remember-last.ts';
import { toPixel, toValue, upperBound, type Scale } from './scales.ts';
import { paintMarksOver, type RowSpot } from './paint-over.ts';
import { paintStepNote } from './step-note.ts';

/** Room above the lanes for the axis, where the grid begins. */
const GRID_TOP = 22;

/** Source lane of each step; -1 for steps without a row. */
function lanesOfSteps(lanes: readonly PlacedLane[], steps: number): Int16Array {
  const result = new Int16Array(steps).fill(-1);
  lanes.forEach(({ lane }, index) => {
    if (lane.kind === 'source') for (const step of lane.events.steps) result[step] = index;
  });
  return result;
}

/** Shows that there are more lanes than fit. */
function paintScrollBar(brush: Brush, view: View, content: number): void {
  if (content <= view.height) return;
  const length = view.height - HEADER - 4;
  const part = (view.height - HEADER) / (content - HEADER);
  const top = HEADER + 2 + (view.scroll / (content - HEADER)) * length;
  brush.box(view.width - 6, top, 4, Math.max(24, part * length), { fill: 'borderStrong', radius: 2 });
}

/** The lane view of a run. */
export function lanesPicture(model: LaneModel): Picture {
  const { lanes, height } = placeLanes(model);
  const { places } = model.places;
  const laneOf = lanesOfSteps(lanes, model.trace.steps.length);
  const spanOf = rememberLast((domain) => eventSpan(model, domain) ?? model.eventSpan);
  const noteBottom = HEADER + (lanes.find(({ lane }) => lane.kind === 'results')?.top ?? height);

  const timeOf = (view: View): Scale => ({ domain: view.domain, range: { from: gutterWidth(view.width), to: view.width } });
  const topOf = (placed: PlacedLane, view: View): number => HEADER + placed.top - view.scroll;
  const plotOf = (view: View): Plot => ({ top: GRID_TOP, bottom: Math.min(view.height, HEADER + height - view.scroll) });
  const eventOf = (placed: PlacedLane, view: View): Scale | undefined => {
    const span = hasEventAxis(placed.lane) ? spanOf(view.domain) : undefined;
    return span && eventScale(span, topOf(placed, view), placed.height);
  };
  const screenOf = (view: View): LanesOnScreen => ({
    model,
    lanes,
    time: timeOf(view),
    scroll: view.scroll,
    gutter: gutterWidth(view.width),
    eventSpan: spanOf(view.domain),
  });
  const onScreen = (view: View): readonly PlacedLane[] =>
    lanes.filter((placed) => topOf(placed, view) < view.height && topOf(placed, view) + placed.height > HEADER);

  const frameOf = (placed: PlacedLane, view: View): LaneFrame => {
    const time = timeOf(view);
    const y = topOf(placed, view);
    const room = new LabelRoom({ x: time.range.from + 4, y: y + 1, width: time.range.to - time.range.from - 4, height: placed.height - 1 });
    return { model, time, y, height: placed.height, event: eventOf(placed, view), room };
  };

  const paintLane = (brush: Brush, { lane }: PlacedLane, frame: LaneFrame): void => {
    switch (lane.kind) {
      case 'source':
        return paintSourceLane(brush, frame, lane);
      case 'merge':
        return paintMergeLane(brush, frame, lane);
      case 'windows':
        return paintWindowLane(brush, frame, lane);
      case 'lookups':
        return paintLookupLane(brush, frame, lane);
      case 'buffers':
        return paintBufferLane(brush, frame, lane, frame.y + frame.height + TRACK_TOP - 1);
      case 'counter':
        return paintCounterLane(brush, frame, lane);
      case 'results':
        return paintResultLane(brush, frame, lane);
    }
  };

  const operatorSize = (brush: Brush, gutter: number): number => {
    const named = lanes.filter(({ lane }) => isNamedByOperator(lane));
    return named.some(({ lane }) => brush.measure(lane.title, { size: 12, weight: 600 }) > gutter - 24) ? 11 : 12;
  };

  const paint = (brush: Brush, view: View, selected: OperatorRef | undefined): void => {
    const time = timeOf(view);
    const plot = plotOf(view);
    const gutter = time.range.from;
    brush.clip(gutter - 24, 0, view.width - gutter + 24, view.height, () => paintTimeAxis(brush, model, time, plot));
    const frames = onScreen(view).map((placed) => ({ placed, frame: frameOf(placed, view) }));
    brush.clip(0, HEADER - 2, view.width, view.height, () => {
      brush.clip(gutter, 0, view.width - gutter, view.height, () => {
        for (const { placed, frame } of frames) paintLane(brush, placed, frame);
        paintEnd(brush, model, time, plot);
      });
      const size = operatorSize(brush, gutter);
      for (const { placed, frame } of frames) {
        const isSelected = selected !== undefined && selected === placed.lane.operator;
        paintHead(brush, placed.lane, frame, { isSelected, operatorSize: size });
      }
    });
  };

  const rowSpot = (view: View, step: StepRef): RowSpot | undefined => {
    const placed = lanes[laneOf[step] ?? -1];
    const row = model.trace.steps[step];
    if (!placed || !row) return undefined;
    const y = (time: number): number => eventY(eventOf(placed, view), time, topOf(placed, view), placed.height);
    return { x: toPixel(timeOf(view), places[step] ?? 0), y: y(row.eventTime ?? NaN), mark: markOf(row), yOf: y };
  };

  /** Counts at the playhead stand in the gutter. */
  const paintCounters = (brush: Brush, view: View, step: StepRef): void => {
    for (const placed of onScreen(view)) {
      const { lane } = placed;
      if (lane.kind !== 'counter') continue;
      const text = msg('timeline.counter', { rowsIn: upperBound(lane.recordsIn, step), rowsOut: upperBound(lane.recordsOut, step) });
      brush.text(text, HEAD_TEXT, topOf(placed, view) + SUBTITLE_Y, { colour: 'text3', maxWidth: gutterWidth(view.width) - 24 });
    }
  };

  /** What belongs to the step itself stands above the veil. */
  const paintStep = (brush: Brush, view: View, step: StepRef): void => {
    for (const placed of onScreen(view)) {
      if (placed.lane.kind === 'windows') paintWindowStep(brush, frameOf(placed, view), placed.lane, step);
      if (placed.lane.kind === 'results') paintResultStep(brush, frameOf(placed, view), placed.lane, step);
    }
  };

  /** A note stands by the lane that it speaks of: that of the row itself, or of what fires and drops. */
  const isNoteInPlace = (view: View, step: StepRef): boolean => {
    const visible = onScreen(view);
    const own = lanes[laneOf[step] ?? -1];
    if (own && model.trace.steps[step]?.lateness !== undefined && visible.includes(own)) return true;
    return visible.some(({ lane }) => lane.kind === 'windows' || (lane.kind === 'counter' && lane.dropped.length > 0));
  };

  const paintPathOf = (brush: Brush, view: View, path: TracedPath): void => {
    for (const placed of onScreen(view)) paintPath(brush, { placed, frame: frameOf(placed, view) }, path);
  };

  const paintOver = (brush: Brush, view: View, over: Over): void => {
    const time = timeOf(view);
    const plot = plotOf(view);
    const place = places[over.step] ?? 0;
    brush.clip(0, HEADER, view.width, view.height, () => paintCounters(brush, view, over.step));
    const { path } = over;
    if (path)
      brush.clip(0, HEADER, view.width, view.height, () =>
        onScreen(view).forEach((placed) => paintPathHead(brush, placed, topOf(placed, view), path)),
      );
    brush.clip(time.range.from - 24, 0, view.width, view.height, () => {
      paintVeil(brush, time, place, { ...plot, top: 20 });
      brush.clip(time.range.from, HEADER, view.width, view.height, () => paintStep(brush, view, over.step));
      paintPlayhead(brush, model, time, { step: over.step, plot: { ...plot, top: 18 }, withPill: true });
      if (path) brush.clip(time.range.from, HEADER, view.width, view.height, () => paintPathOf(brush, view, path));
      paintScrollBar(brush, view, HEADER + height);
      brush.clip(time.range.from - 8, HEADER, view.width, view.height, () => {
        paintMarksOver(brush, over, { time, clock: model.clock, spot: (step) => rowSpot(view, step) });
        const x = toPixel(time, place);
        if (x >= time.range.from && x <= time.range.to && isNoteInPlace(view, over.step))
          paintStepNote(brush, model, over.step, { x, bottom: Math.min(plot.bottom, noteBottom - view.scroll), time });
      });
    });
  };

  return {
    time: timeOf,
    contentHeight: HEADER + height,
    paint,
    paintOver,
    hit: (view, x, y) => hitLanes(screenOf(view), x, y),
    eventTimeAt: (view, step, y) => {
      const placed = lanes[laneOf[step] ?? -1];
      const event = placed && eventOf(placed, view);
      return event && toValue(event, y);
    },
  };
}
