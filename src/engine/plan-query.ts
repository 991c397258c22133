import type { RelNode } from '../rel/rel-node.ts';
import type { ExplainTexts, NodeRef, StageTrace, StreamGraphNode } from '../trace/plan-trace.ts';
import type { MiniBatchInterval } from '../rel/traits/changelog.ts';
import type { PlanSession } from './plan-session.ts';
import type { RelRule } from '../planner/rule.ts';
import type { RunOptions, RunProgress } from '../programs/run-program.ts';
import { validationError } from '../base/diagnostic.ts';
import { StepBudget } from '../planner/limits.ts';
import { explainTree } from '../rel/explain.ts';
import { resultSinkOn } from '../rel/physical/result-sink.ts';
import { NO_MINI_BATCH } from '../rel/traits/changelog.ts';
import { flinkStreamProgram } from '../programs/flink-stream-program.ts';
import { resolveQueryHints } from '../programs/query-hints.ts';
import { rewritePhysical } from '../programs/result-plan.ts';
import { runStages } from '../programs/run-program.ts';

/** What planning of one statement gives, as far as it got. */
export interface PlannedQuery {
  readonly stages: StageTrace[];
  readonly explain: { -readonly [K in keyof ExplainTexts]: ExplainTexts[K] };
  readonly refs: { ast?: NodeRef; physical?: NodeRef; exec?: NodeRef };
  streamGraph?: readonly StreamGraphNode[];
  /** The physical tree before its last stage. */
  beforeRewrite?: RelNode;
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
 * Optimizes the trees of a statement. One root is optimized once. Several (a statement set) are blocks of their own; Flink optimizes all of
 * them three times: to learn their kinds of change, to hand requirements on, and with those requirements. Fills `plan` as it goes, so that
 * what was reached stays when a stage throws.
 */
export function* optimizeRoots(
  roots: readonly RelNode[],
  session: PlanSession,
  plan: PlannedQuery,
): Generator<RunProgress, readonly RelNode[]> {
  plan.explain.ast = roots.map((r) => explainTree(r, { level: 'expplan' })).join('\n\n');
  const [first] = roots;
  if (first) plan.refs.ast = session.interner.intern(first);
  const budget = new StepBudget();
  const rounds = roots.length === 1 ? 1 : 3;
  const resolved = resolveQueryHints(roots);
  let optimized: readonly RelNode[] = resolved;
  for (let round = 0; round < rounds; round++) {
    const results: RelNode[] = [];
    for (const root of resolved) results.push(yield* optimizeTree(root, session, plan, budget));
    optimized = results;
  }
  return optimized;
}

function* optimizeTree(root: RelNode, session: PlanSession, plan: PlannedQuery, budget: StepBudget): Generator<RunProgress, RelNode> {
  return yield* runStages(root, flinkStreamProgram(session.cluster.config), {
    context: blockContext(session, budget),
    volcano: session.volcano,
    interner: session.interner,
    table: session.table,
    notBuilt: (rule: RelRule) => plan.notBuilt.add(rule.description),
    onStage: (stage) => plan.stages.push(stage),
    beforeStage: (stage, tree) => {
      if (stage === 'physical_rewrite') plan.beforeRewrite = tree;
    },
  });
}

function blockContext(session: PlanSession, budget: StepBudget): RunOptions['context'] {
  return {
    cluster: session.cluster,
    budget,
    isUpdateBeforeRequired: false,
    isAllowDuplicateChanges: false,
    miniBatchInterval: rootMiniBatchInterval(session),
    needFinalTimeIndicatorConversion: true,
  };
}

/**
 * The physical tree of a SELECT as it runs when a program reads its changelog (`toChangelogStream`): under a sink that takes every kind
 * of change. Undefined while the statement has not reached the last stage.
 */
export function underResultSink(session: PlanSession, plan: PlannedQuery): RelNode | undefined {
  if (!plan.beforeRewrite) return undefined;
  return rewritePhysical(resultSinkOn(plan.beforeRewrite), session.cluster.config, blockContext(session, new StepBudget()));
}
