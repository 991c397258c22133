/** Relative window of an interval join in milliseconds (Flink's `IntervalJoinUtil.WindowBounds`). */
export interface WindowBounds {
  readonly isEventTime: boolean;
  readonly leftLowerBound: number;
  readonly leftUpperBound: number;
  readonly leftTimeIndex: number;
  readonly rightTimeIndex: number;
}

/** `isRowTime=true, leftLowerBound=-3600000, …`. */
export function windowBoundsText(b: WindowBounds): string {
  return [
    `isRowTime=${b.isEventTime}`,
    `leftLowerBound=${b.leftLowerBound}`,
    `leftUpperBound=${b.leftUpperBound}`,
    `leftTimeIndex=${b.leftTimeIndex}`,
    `rightTimeIndex=${b.rightTimeIndex}`,
  ].join(', ');
}
