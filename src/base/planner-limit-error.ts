/** Why planning stopped before it was done; the names are those of the trace's `StopReason`. */
export type LimitReason = 'step-limit' | 'size-limit' | 'cancelled';

/** Thrown where a limit of ours is reached. The facade turns it into the statement's stop reason; the trace so far stays valid. */
export class PlannerLimitError extends Error {
  readonly reason: LimitReason;

  constructor(reason: LimitReason, message: string) {
    super(message);
    this.name = 'PlannerLimitError';
    this.reason = reason;
  }
}
