import type { Config } from '../catalog/config.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { ExplainTexts, NodeRef, StageTrace, StatementOutput, StreamGraphNode } from '../trace/plan-trace.ts';
import type { PlanSession } from './plan-session.ts';
import type { PlanWatch, RunProgress } from '../programs/run-program.ts';
import { StepBudget } from '../planner/limits.ts';
import { explainTree } from '../rel/explain.ts';
import { resultSinkOn } from '../rel/physical/result-sink.ts';
import { resolveQueryHints } from '../programs/query-hints.ts';
import { rewritePhysical } from '../programs/result-plan.ts';
import { optimizeInBlocks, sinkRequirements } from './optimize-blocks.ts';
import { TreeOptimizer, blockContext } from './optimize-tree.ts';

/** What planning of one statement gives, as far as it got. */
export interface PlannedQuery {
  readonly stages: StageTrace[];
  readonly explain: { -readonly [K in keyof ExplainTexts]: ExplainTexts[K] };
  readonly refs: { ast?: NodeRef; physical?: NodeRef; exec?: NodeRef; outputs?: readonly StatementOutput[] };
  streamGraph?: readonly StreamGraphNode[];
  /** The physical tree before its last stage, and the options that it was planned with. */
  beforeRewrite?: { readonly tree: RelNode; readonly config: Config };
  /** Rules of Flink's that are not built yet and would have been tried. */
  readonly notBuilt: Set<string>;
  /** Sees whole plans while they are optimized; absent where nobody asks. */
  readonly watch?: PlanWatch;
}

export function emptyPlan(watch?: PlanWatch): PlannedQuery {
  return { stages: [], explain: {}, refs: {}, notBuilt: new Set(), ...(watch && { watch }) };
}

/** Optimizes the trees of a statement. Fills `plan` as it goes, so that what was reached stays when a stage throws. */
export function* optimizeRoots(
  roots: readonly RelNode[],
  session: PlanSession,
  plan: PlannedQuery,
): Generator<RunProgress, readonly RelNode[]> {
  plan.explain.ast = roots.map((r) => explainTree(r, { level: 'expplan' })).join('\n\n');
  const [first] = roots;
  if (first) plan.refs.ast = session.interner.intern(first);
  if (roots.length > 1) plan.refs.outputs = roots.map((root) => ({ name: sinkName(root), ast: session.interner.intern(root) }));
  return yield* optimizeInBlocks(resolveQueryHints(roots), new TreeOptimizer(session, plan));
}

/** The table that a tree writes, as its sink names it. */
function sinkName(root: RelNode): string {
  return root.describe('digest').find((term) => term.name === 'table')?.text ?? root.typeName;
}

/**
 * The physical tree of a SELECT as it runs when a program reads its changelog (`toChangelogStream`): under a sink that takes every kind
 * of change. Undefined while the statement has not reached the last stage.
 */
export function underResultSink(session: PlanSession, plan: PlannedQuery): RelNode | undefined {
  if (!plan.beforeRewrite) return undefined;
  const { tree, config } = plan.beforeRewrite;
  const { cluster } = session;
  const original = cluster.config;
  cluster.config = config;
  try {
    return rewritePhysical(resultSinkOn(tree), config, blockContext(session, new StepBudget(), sinkRequirements(config)));
  } finally {
    cluster.config = original;
  }
}
