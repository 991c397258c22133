import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import { eventScale, eventY, hasEventAxis, HEADER, TRACK_TOP, trackSize, type PlacedLane } from './lane-layout.ts';
import type { LaneModel, WindowLane } from './lane-kinds.ts';
import type { EventMarks } from './marks.ts';
import { lowerBound, toPixel, toValue, visibleRange, type Scale, type Span } from './scales.ts';
import { nearestStep, stepAt } from './step-places.ts';
import { windowSpot } from './paint-windows.ts';
import type { WindowBox } from './windows.ts';

/** What is under the pointer. */
export type Hit =
  | { readonly kind: 'event'; readonly step: StepRef; readonly x: number; readonly y: number }
  | { readonly kind: 'window'; readonly box: WindowBox; readonly step: StepRef; readonly x: number; readonly y: number }
  | { readonly kind: 'change'; readonly step: StepRef; readonly x: number; readonly y: number }
  | { readonly kind: 'head'; readonly operator: OperatorRef | undefined; readonly lane: string }
  /** The axis of processing time: pressing here moves the playhead. */
  | { readonly kind: 'axis'; readonly step: StepRef }
  | { readonly kind: 'plot'; readonly step: StepRef; readonly operator: OperatorRef | undefined };

/** How far from a mark a pointer may be, so that targets are 24 pixels. */
export const REACH = 12;

export interface LanesOnScreen {
  readonly model: LaneModel;
  readonly lanes: readonly PlacedLane[];
  readonly time: Scale;
  readonly scroll: number;
  readonly gutter: number;
  /** Event time that the lanes show. */
  readonly eventSpan: Span | undefined;
}

/** The row nearest to a point, if one is within reach. */
export function nearestEvent(
  events: EventMarks,
  at: { readonly x: number; readonly y: number },
  spot: { readonly time: Scale; readonly places: Float64Array; readonly y: (time: number) => number },
): { readonly step: StepRef; readonly x: number; readonly y: number } | undefined {
  const around = { from: toValue(spot.time, at.x - REACH), to: toValue(spot.time, at.x + REACH) };
  const [from, to] = visibleRange(events.steps, spot.places, around);
  let best: { step: StepRef; x: number; y: number } | undefined;
  let least = REACH * REACH;
  for (let i = from; i < to; i++) {
    const step = events.steps[i] ?? 0;
    const x = toPixel(spot.time, spot.places[step] ?? 0);
    const y = spot.y(events.times[i] ?? NaN);
    const distance = (x - at.x) ** 2 + (y - at.y) ** 2;
    if (distance > least) continue;
    least = distance;
    best = { step, x, y };
  }
  return best;
}

function hitLane(screen: LanesOnScreen, placed: PlacedLane, x: number, y: number): Hit | undefined {
  const { model, time } = screen;
  const { lane } = placed;
  const { places } = model.places;
  const top = HEADER + placed.top - screen.scroll;
  if (lane.kind === 'source') {
    const event = hasEventAxis(lane) && screen.eventSpan ? eventScale(screen.eventSpan, top, placed.height) : undefined;
    const found = nearestEvent(lane.events, { x, y }, { time, places, y: (value) => eventY(event, value, top, placed.height) });
    return found && { kind: 'event', ...found };
  }
  if (lane.kind === 'windows') return hitWindow(screen, lane, top, { x, y });
  if (lane.kind === 'results') {
    const at = lowerBound(lane.steps, nearestStep(places, toValue(time, x)));
    const near = [lane.steps[at - 1], lane.steps[at]].find(
      (step) => step !== undefined && Math.abs(toPixel(time, places[step] ?? 0) + 6 - x) <= 16,
    );
    return near === undefined ? undefined : { kind: 'change', step: near, x: toPixel(time, places[near] ?? 0), y: top + placed.height / 2 };
  }
  return undefined;
}

function hitWindow(screen: LanesOnScreen, lane: WindowLane, top: number, at: { readonly x: number; readonly y: number }): Hit | undefined {
  const { places } = screen.model.places;
  const size = trackSize(lane.tracks?.length ?? 0);
  const track = Math.floor((at.y - top - TRACK_TOP) / size.pitch);
  const boxes = lane.tracks?.[track];
  if (!boxes || at.y > top + TRACK_TOP + track * size.pitch + size.height) return undefined;
  // Boxes of a row do not overlap: the last one that opened is the only one that can be meant.
  const index = boxes.findLastIndex((box) => toPixel(screen.time, places[box.opened] ?? 0) <= at.x + 2);
  const box = boxes[index];
  if (!box) return undefined;
  const spot = windowSpot({ places, time: screen.time, y: top, size }, box, track, boxes[index + 1]);
  if (at.x > spot.right + 2) return undefined;
  const fire = spot.fires.find((candidate) => at.x >= candidate.x - 2 && at.x <= candidate.x + candidate.width + 2);
  return { kind: 'window', box, step: fire?.step ?? stepAt(places, toValue(screen.time, at.x)), ...at };
}

/** What is under a pixel of the lanes. */
export function hitLanes(screen: LanesOnScreen, x: number, y: number): Hit | undefined {
  const { places } = screen.model.places;
  const placed = screen.lanes.find(({ top, height }) => {
    const own = HEADER + top - screen.scroll;
    return y >= own && y < own + height;
  });
  if (x < screen.gutter) return placed && y >= HEADER ? { kind: 'head', operator: placed.lane.operator, lane: placed.lane.key } : undefined;
  const step = stepAt(places, toValue(screen.time, x));
  if (y < HEADER) return { kind: 'axis', step: nearestStep(places, toValue(screen.time, x)) };
  return (placed && hitLane(screen, placed, x, y)) ?? { kind: 'plot', step, operator: placed?.lane.operator };
}
