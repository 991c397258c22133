import type { MiniBatchInterval } from '../rel/traits/changelog.ts';
import type { PlanSession } from './plan-session.ts';
import type { PlannedQuery } from './plan-query.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RunOptions, RunProgress } from '../programs/run-program.ts';
import { StepBudget } from '../planner/limits.ts';
import { flinkStreamProgram } from '../programs/flink-stream-program.ts';
import { runStages } from '../programs/run-program.ts';

/** What the readers of a tree want of it. */
export interface TreeRequirements {
  readonly isUpdateBeforeRequired: boolean;
  readonly isAllowDuplicateChanges: boolean;
  readonly miniBatchInterval: MiniBatchInterval;
  /** The tree ends in a sink, or is all of the statement. */
  readonly isSinkBlock: boolean;
}

/** Runs the optimizer program over the trees of one statement, with one budget of steps. */
export class TreeOptimizer {
  readonly session: PlanSession;
  private readonly plan: PlannedQuery;
  private readonly budget = new StepBudget();

  constructor(session: PlanSession, plan: PlannedQuery) {
    this.session = session;
    this.plan = plan;
  }

  *optimize(root: RelNode, requirements: TreeRequirements): Generator<RunProgress, RelNode> {
    const { session, plan } = this;
    return yield* runStages(root, flinkStreamProgram(session.cluster.config), {
      context: blockContext(session, this.budget, requirements),
      volcano: session.volcano,
      interner: session.interner,
      table: session.table,
      notBuilt: (rule) => plan.notBuilt.add(rule.description),
      onStage: (stage) => plan.stages.push(stage),
      ...(plan.watch && { watch: plan.watch }),
      beforeStage: (stage, tree) => {
        if (stage === 'physical_rewrite') plan.beforeRewrite = { tree, config: session.cluster.config };
      },
    });
  }
}

export function blockContext(session: PlanSession, budget: StepBudget, requirements: TreeRequirements): RunOptions['context'] {
  const { isSinkBlock, ...wanted } = requirements;
  return { cluster: session.cluster, budget, ...wanted, needFinalTimeIndicatorConversion: isSinkBlock };
}
