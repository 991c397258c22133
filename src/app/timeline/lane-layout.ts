import type { Lane, LaneModel, WindowLane } from './lane-kinds.ts';
import type { Scale, Span } from './scales.ts';

/** Height of the axis of processing time above the lanes. */
export const HEADER = 28;

const SOURCE = 76;
const PLAIN = 44;
const COUNTED = 66;

/** Inner edges of a lane against which event time is drawn. */
const AXIS_TOP = 10;
const AXIS_BOTTOM = 8;

/** Distance from the lane's top to its first row of windows. */
export const TRACK_TOP = 15;

export interface TrackSize {
  /** Height of a window, and distance of two rows. */
  readonly height: number;
  readonly pitch: number;
}

/** Up to so many rows of windows are high enough for text in them. */
const ROOMY_TRACKS = 4;

/** How high rows of windows are: lower where many are open at a time. */
export function trackSize(tracks: number): TrackSize {
  return tracks <= ROOMY_TRACKS ? { height: 18, pitch: 24 } : { height: 8, pitch: 11 };
}

/** Width of the column with the names of the lanes. */
export function gutterWidth(width: number): number {
  return width < 560 ? 104 : 166;
}

export interface PlacedLane {
  readonly lane: Lane;
  /** From the top of all lanes. */
  readonly top: number;
  readonly height: number;
}

function windowsHeight(lane: WindowLane): number {
  if (!lane.tracks) return COUNTED;
  return tracksHeight(lane.tracks.length);
}

function tracksHeight(tracks: number): number {
  const { height, pitch } = trackSize(tracks);
  return Math.max(PLAIN, TRACK_TOP + (tracks - 1) * pitch + height + 9);
}

export function laneHeight(lane: Lane): number {
  switch (lane.kind) {
    case 'source':
      return lane.hasTimes ? SOURCE : PLAIN;
    case 'merge':
      return SOURCE;
    case 'windows':
      return windowsHeight(lane);
    case 'lookups':
      return tracksHeight(lane.rows.length);
    case 'buffers':
    case 'counter':
    case 'results':
      return PLAIN;
  }
}

/** Lanes below each other. */
export function placeLanes(model: LaneModel): { readonly lanes: readonly PlacedLane[]; readonly height: number } {
  let top = 0;
  const lanes = model.lanes.map((lane) => {
    const placed = { lane, top, height: laneHeight(lane) };
    top += placed.height;
    return placed;
  });
  return { lanes, height: top };
}

/** True if the lane has an axis of event time. */
export function hasEventAxis(lane: Lane): boolean {
  return lane.kind === 'merge' || (lane.kind === 'source' && lane.hasTimes);
}

/** Event time to pixels of the picture, for a lane whose top stands at `y`. */
export function eventScale(domain: Span, y: number, height: number): Scale {
  return { domain, range: { from: y + height - AXIS_BOTTOM, to: y + AXIS_TOP } };
}

/** Where a row of a source lane stands: on the axis of event time, or in the middle. */
export function eventY(scale: Scale | undefined, time: number, y: number, height: number): number {
  if (!scale || !Number.isFinite(time)) return y + height / 2;
  const { domain, range } = scale;
  const part = (time - domain.from) / (domain.to - domain.from);
  return range.from + Math.min(1.06, Math.max(-0.06, part)) * (range.to - range.from);
}
