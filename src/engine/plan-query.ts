import type { RelNode } from '../rel/rel-node.ts';
import type { ExplainTexts, NodeRef, StageTrace, StreamGraphNode } from '../trace/plan-trace.ts';
import type { MiniBatchInterval } from '../rel/traits/changelog.ts';
import type { PlanSession } from './plan-session.ts';
import type { RelRule } from '../planner/rule.ts';
import type { RunProgress } from '../programs/run-program.ts';
import { validationError } from '../base/diagnostic.ts';
import { StepBudget } from '../planner/limits.ts';
import { explainTree } from '../rel/explain.ts';
import { NO_MINI_BATCH } from '../rel/traits/changelog.ts';
import { flinkStreamProgram } from '../programs/flink-stream-program.ts';
import { runStages } from '../programs/run-program.ts';

/** What planning of one statement gives, as far as it got. */
export interface PlannedQuery {
  readonly stages: StageTrace[];
  readonly explain: { -readonly [K in keyof ExplainTexts]: ExplainTexts[K] };
  readonly refs: { ast?: NodeRef; physical?: NodeRef; exec?: NodeRef };
  streamGraph?: readonly StreamGraphNode[];
  /** Rules of Flink's that are not built yet and would have been tried. */
  readonly notBuilt: Set<string>;
}

export function emptyPlan(): PlannedQuery {
  return { stages: [], explain: {}, refs: {}, notBuilt: new Set() };
}

/** The mini-batch interval that the root of a sink block starts with (`StreamCommonSubGraphBasedOptimizer.optimizeSinkBlocks`). */
function rootMiniBatchInterval(session: PlanSession): MiniBatchInterval {
  const { config } = session.cluster;
  if (!config.boolean('table.exec.mini-batch.enabled')) return NO_MINI_BATCH;
  const interval = config.duration('table.exec.mini-batch.allow-latency');
  if (!(interval > 0)) throw validationError('plan/mini-batch', 'MiniBatch Latency must be greater than 0 ms.');
  return { interval, mode: 'ProcTime' };
}

/**
 * Runs all stages over the tree of a query or a single INSERT. Fills `plan` as it goes, so that what was reached stays when a stage throws.
 */
export function* optimizeTree(root: RelNode, session: PlanSession, plan: PlannedQuery): Generator<RunProgress, RelNode> {
  plan.explain.ast = explainTree(root, { level: 'expplan' });
  plan.refs.ast = session.interner.intern(root);
  const notBuilt = (rule: RelRule): void => {
    plan.notBuilt.add(rule.description);
  };
  return yield* runStages(root, flinkStreamProgram(session.cluster.config), {
    context: {
      cluster: session.cluster,
      budget: new StepBudget(),
      isUpdateBeforeRequired: false,
      isAllowDuplicateChanges: false,
      miniBatchInterval: rootMiniBatchInterval(session),
      needFinalTimeIndicatorConversion: true,
    },
    volcano: session.volcano,
    interner: session.interner,
    table: session.table,
    notBuilt,
    onStage: (stage) => plan.stages.push(stage),
  });
}
