import type { LabelRoom } from './label-room.ts';
import type { LaneModel } from './lane-kinds.ts';
import type { Scale } from './scales.ts';

/** A lane on screen, with its scales. */
export interface LaneFrame {
  readonly model: LaneModel;
  readonly time: Scale;
  /** Top of the lane in the picture. */
  readonly y: number;
  readonly height: number;
  readonly event: Scale | undefined;
  readonly room: LabelRoom;
}

/** More marks than this in one picture are drawn as columns. */
export const DENSE = 2000;

/** More marks than this have no labels. */
export const MOST_LABELS = 500;
