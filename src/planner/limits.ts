import { PlannerLimitError } from '../base/planner-limit-error.ts';

export { PlannerLimitError };

export interface PlannerLimits {
  /** Rule attempts over all programs that share the budget. */
  readonly maxSteps: number;
  /** Nodes that the engines take in over all programs that share the budget. */
  readonly maxNodes: number;
  /** The drivers give way (`yield`) after this many attempts. */
  readonly sliceSteps: number;
}

export const DEFAULT_LIMITS: PlannerLimits = { maxSteps: 100_000, maxNodes: 200_000, sliceSteps: 64 };

/**
 * Counts the work of one statement against the limits. The engines share one budget, so that a plan that grows through several programs
 * ends for a named reason, too.
 */
export class StepBudget {
  readonly limits: PlannerLimits;
  private steps = 0;
  private nodes = 0;
  private sinceSlice = 0;

  constructor(limits: PlannerLimits = DEFAULT_LIMITS) {
    this.limits = limits;
  }

  get stepsUsed(): number {
    return this.steps;
  }

  /** One attempt of the named rule. */
  countStep(rule: string): void {
    this.steps++;
    this.sinceSlice++;
    if (this.steps > this.limits.maxSteps) {
      throw new PlannerLimitError(
        'step-limit',
        `stopped after ${this.limits.maxSteps} rule attempts, at ${rule}: the rules do not come to an end`,
      );
    }
  }

  /** One node taken in by an engine. */
  countNode(): void {
    this.nodes++;
    if (this.nodes > this.limits.maxNodes) {
      throw new PlannerLimitError('size-limit', `stopped after ${this.limits.maxNodes} nodes: the plan has grown too large`);
    }
  }

  /** True every `sliceSteps` attempts: the driver should yield now. */
  isSliceOver(): boolean {
    if (this.sinceSlice < this.limits.sliceSteps) return false;
    this.sinceSlice = 0;
    return true;
  }
}

/** Runs a driver to its end without a pause. */
export function drain<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
  }
}
