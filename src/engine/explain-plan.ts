import type { PlanSession } from './plan-session.ts';
import type { PlannedQuery } from './plan-query.ts';
import type { ExecGraph } from '../exec/exec-node.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { NodeRef } from '../trace/plan-trace.ts';
import { FlinkError } from '../base/diagnostic.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { internExec } from './exec-tree.ts';
import { checkCode } from './check-code.ts';
import { evalContext } from './new-session.ts';
import { underResultSink } from './plan-query.ts';
import { explainExec } from '../exec/explain-exec.ts';
import { finishPlan } from '../exec/finish-plan.ts';
import { jobGraphText } from '../exec/job-graph.ts';
import { streamGraphEntries, streamGraphJson } from '../exec/stream-graph.ts';
import { translateToExec } from '../exec/translate.ts';
import { explainTree } from '../rel/explain.ts';
import { adviceText } from '../rel/physical/advice.ts';

/** All EXPLAIN forms of an optimized statement. Throws what Flink throws while it translates. */
export function explainPlan(optimized: readonly RelNode[], session: PlanSession, plan: PlannedQuery): void {
  const roots = finishPlan(optimized);
  const [first] = roots;
  if (first) plan.refs.physical = session.interner.intern(first);
  addOutputs(
    plan,
    'physical',
    roots.map((root) => session.interner.intern(root)),
  );
  const context = evalContext(session.session.config);
  for (const root of roots) checkCode(root, context);
  const trees = (options: Parameters<typeof explainTree>[1]): string => roots.map((r) => explainTree(r, options)).join('\n\n');
  plan.explain.physical = trees({ level: 'digest' });
  plan.explain.changelogMode = trees({ level: 'digest', withChangelogMode: true });
  plan.explain.cost = trees({ level: 'expplan', withCost: true });
  plan.explain.advice = adviceText(roots);
  const graph = translateToExec(roots);
  plan.explain.exec = explainExec(graph);
  const [execRoot] = graph.roots;
  if (execRoot) plan.refs.exec = internExec(execRoot, session.interner);
  addOutputs(
    plan,
    'exec',
    graph.roots.map((root) => internExec(root, session.interner)),
  );
  plan.explain.streamGraph = streamGraphJson(graph);
  if (roots.length === 1) plan.explain.jobGraph = jobGraph(first, graph, session, plan);
  plan.streamGraph = streamGraphEntries(graph);
}

/** The trees of a statement set beside each other. */
function addOutputs(plan: PlannedQuery, stage: 'physical' | 'exec', refs: readonly NodeRef[]): void {
  plan.refs.outputs = plan.refs.outputs?.map((output, i) => ({ ...output, [stage]: refs[i] }));
}

/** The job of an INSERT, or the one that prints a SELECT. Undefined if such a job is refused although the plan could be explained. */
function jobGraph(root: RelNode | undefined, graph: ExecGraph, session: PlanSession, plan: PlannedQuery): string | undefined {
  if (root instanceof StreamPhysicalSink) return jobGraphText(graph);
  try {
    const tree = underResultSink(session, plan);
    return tree && jobGraphText(translateToExec(finishPlan([tree])));
  } catch (error) {
    if (error instanceof FlinkError) return undefined;
    throw error;
  }
}
