import type { EvalContext } from '../runtime/eval/contract.ts';
import type { PlanSession } from './plan-session.ts';
import type { PlanningSession } from '../convert/session.ts';
import type { RexExecutor } from '../rel/rex/rex-simplify/contract.ts';
import { Config } from '../catalog/config.ts';
import { functionCatalog } from '../catalog/functions/function-catalog.ts';
import { Session } from '../catalog/session.ts';
import { PlanInterner } from '../planner/plan-interner.ts';
import { VolcanoPlanner } from '../planner/volcano/volcano-planner.ts';
import { Cluster } from '../rel/cluster.ts';
import { ExpressionReducer } from '../rel/rex/expression-reducer.ts';
import { constantCompiler } from '../runtime/eval/constant-compiler.ts';
import { UTC, timeZoneOf } from '../runtime/eval/time-zone.ts';
import { NodeTable } from '../trace/node-table.ts';

/** What values of expressions depend on besides the row, under the options in force. */
export function evalContext(config: Config): EvalContext {
  return {
    timeZone: timeZoneOf(config.get('table.local-time-zone') ?? 'UTC') ?? UTC,
    legacyCasts: config.enumeration('table.exec.legacy-cast-behaviour') === 'ENABLED',
  };
}

/** Evaluates constants under the options in force; tells of operators that it cannot evaluate. */
function executorFor(config: Config, notEvaluated: string[]): RexExecutor {
  return new ExpressionReducer(constantCompiler(evalContext(config)), {
    onUnsupported: (operator) => {
      if (!notEvaluated.includes(operator)) notEvaluated.push(operator);
    },
  });
}

/** A fresh table environment with its options. */
export function newSession(options: Readonly<Record<string, string>>): PlanSession {
  const config = new Config(new Map(Object.entries(options)));
  const session = new Session(config);
  const operators = functionCatalog(session.catalog);
  const cluster = new Cluster(operators, config);
  const notEvaluated: string[] = [];
  cluster.executor = executorFor(config, notEvaluated);
  const table = new NodeTable();
  const planning: PlanningSession = {
    catalog: session.catalog,
    operators,
    cluster,
    get config() {
      return session.config;
    },
  };
  return { session, planning, cluster, volcano: new VolcanoPlanner(cluster), table, interner: new PlanInterner(table), notEvaluated };
}

/** SET or RESET: everything that depends on options sees the new ones. */
export function changeConfig(session: PlanSession, config: Config): void {
  session.session.config = config;
  session.cluster.config = config;
  session.cluster.executor = executorFor(config, session.notEvaluated);
}
