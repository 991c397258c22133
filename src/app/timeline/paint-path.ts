import type { Brush } from './brush.ts';
import type { LaneFrame } from './lane-frame.ts';
import { trackSize, type PlacedLane } from './lane-layout.ts';
import type { ResultLane, WindowLane } from './lane-kinds.ts';
import { resultSpot } from './paint-changes.ts';
import { windowSpot } from './paint-windows.ts';
import type { TracedPath } from './traced-path.ts';

function paintWindows(brush: Brush, frame: LaneFrame, lane: WindowLane, path: TracedPath): void {
  const { places } = frame.model.places;
  const size = trackSize(lane.tracks?.length ?? 0);
  lane.tracks?.forEach((boxes, track) =>
    boxes.forEach((box, i) => {
      if (!box.fired.includes(path.step)) return;
      const { operator, start, end } = box;
      if (!path.windows.some((window) => window.operator === operator && window.start === start && window.end === end)) return;
      const spot = windowSpot({ places, time: frame.time, y: frame.y, size }, box, track, boxes[i + 1]);
      brush.box(spot.x - 1.5, spot.y - 1.5, spot.right - spot.x + 3, spot.height + 3, { stroke: 'accent', radius: 4 });
    }),
  );
}

function paintResult(brush: Brush, frame: LaneFrame, lane: ResultLane, path: TracedPath): void {
  if (lane.result !== path.result) return;
  const { x, y, width, height } = resultSpot(frame, lane, path.step, path.place);
  brush.box(x - 2, y - 2, width + 4, height + 4, { stroke: 'accent', radius: 4 });
}

function isOn({ lane }: PlacedLane, path: TracedPath): boolean {
  return lane.kind === 'results' ? lane.result === path.result : lane.operator !== undefined && path.operators.has(lane.operator);
}

/** A bar at the left of a lane that the row came through. */
export function paintPathHead(brush: Brush, placed: PlacedLane, y: number, path: TracedPath): void {
  if (isOn(placed, path)) brush.box(3, y + 8, 4, 32, { fill: 'accent', radius: 2 });
}

/** The windows that the row came out of, and its mark, outlined. */
export function paintPath(brush: Brush, on: { readonly placed: PlacedLane; readonly frame: LaneFrame }, path: TracedPath): void {
  const { lane } = on.placed;
  if (!isOn(on.placed, path)) return;
  if (lane.kind === 'windows') paintWindows(brush, on.frame, lane, path);
  if (lane.kind === 'results') paintResult(brush, on.frame, lane, path);
}
