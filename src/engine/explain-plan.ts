import type { PlanSession } from './plan-session.ts';
import type { PlannedQuery } from './plan-query.ts';
import type { RelNode } from '../rel/rel-node.ts';
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
  const trees = (options: Parameters<typeof explainTree>[1]): string => roots.map((r) => explainTree(r, options)).join('\n');
  plan.explain.physical = trees({ level: 'digest' });
  plan.explain.changelogMode = trees({ level: 'digest', withChangelogMode: true });
  plan.explain.cost = trees({ level: 'expplan', withCost: true });
  plan.explain.advice = adviceText(roots);
  const graph = translateToExec(roots);
  plan.explain.exec = explainExec(graph);
  plan.explain.streamGraph = streamGraphJson(graph);
  plan.explain.jobGraph = jobGraphText(graph);
  plan.streamGraph = streamGraphEntries(graph);
}
