import type { PlanSession } from './plan-session.ts';
import { Config } from '../catalog/config.ts';
import { functionCatalog } from '../catalog/functions/function-catalog.ts';
import { Session } from '../catalog/session.ts';
import { PlanInterner } from '../planner/plan-interner.ts';
import { VolcanoPlanner } from '../planner/volcano/volcano-planner.ts';
import { Cluster } from '../rel/cluster.ts';
import { ExpressionReducer } from '../rel/rex/expression-reducer.ts';
import { constantCompiler } from '../runtime/eval/constant-compiler.ts';
import { NodeTable } from '../trace/node-table.ts';

/** A fresh table environment with its options. */
export function newSession(options: Readonly<Record<string, string>>): PlanSession {
  const config = new Config(new Map(Object.entries(options)));
  const session = new Session(config);
  const cluster = new Cluster(functionCatalog(session.catalog), config);
  const notEvaluated: string[] = [];
  cluster.executor = new ExpressionReducer(
    constantCompiler(() => cluster.config),
    {
      onUnsupported: (operator) => {
        if (!notEvaluated.includes(operator)) notEvaluated.push(operator);
      },
    },
  );
  const table = new NodeTable();
  return { session, cluster, volcano: new VolcanoPlanner(cluster), table, interner: new PlanInterner(table), notEvaluated };
}
