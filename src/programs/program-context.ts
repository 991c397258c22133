import type { Cluster } from '../rel/cluster.ts';
import type { MiniBatchInterval } from '../rel/traits/changelog.ts';
import type { PlannerListener } from '../planner/planner-listener.ts';
import type { ProgramListener } from '../planner/program-listener.ts';
import type { StepBudget } from '../planner/limits.ts';

/** What a program knows besides the tree (Flink's `StreamOptimizeContext`). */
export interface ProgramContext {
  readonly cluster: Cluster;
  /** Watches the programs without rules. */
  readonly listener: ProgramListener;
  /** Watches the planners that a program starts inside (the decorrelator's). */
  readonly plannerListener: PlannerListener;
  readonly budget: StepBudget;
  /** The consumers of this block need UPDATE_BEFORE. */
  readonly isUpdateBeforeRequired: boolean;
  /** Whether the block's consumers tolerate duplicate changes. */
  readonly isAllowDuplicateChanges: boolean;
  readonly miniBatchInterval: MiniBatchInterval;
  /** Only sink blocks materialise left-over proctime attributes at their root. */
  readonly needFinalTimeIndicatorConversion: boolean;
}
