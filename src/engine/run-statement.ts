import type { DdlContext } from '../validate/ddl/ddl-context.ts';
import type { PlanSession } from './plan-session.ts';
import type { PlannedQuery } from './plan-query.ts';
import type { RunProgress } from '../programs/run-program.ts';
import type { ScriptNode } from '../sql/ast-statement.ts';
import { applyStatement, changesCatalog } from '../validate/ddl/apply-statement.ts';
import { convertStatement } from '../convert/convert-statement.ts';
import { changeConfig } from './new-session.ts';
import { ddlContext } from './ddl-context.ts';
import { explainPlan } from './explain-plan.ts';
import { optimizeRoots } from './plan-query.ts';
import { isQuery, statementKind } from './statement-kind.ts';

export interface RunStatementOptions {
  readonly session: PlanSession;
  /** Filled as far as the statement gets. */
  readonly plan: PlannedQuery;
  /** True: a query is neither converted nor planned. Statements that change the catalog are applied in any case. */
  readonly skipPlan: boolean;
}

/** Applies a statement to the catalog, or plans it. Throws `FlinkError`, `UnsupportedError`, `PlannerLimitError`. */
export function* runStatement(node: ScriptNode, o: RunStatementOptions): Generator<RunProgress, void> {
  const { session, plan } = o;
  const kind = statementKind(node);
  if (kind === 'ddl' || kind === 'command') {
    if (!isQuery(node) && changesCatalog(node)) applyToCatalog(node, session);
    return;
  }
  if (o.skipPlan) return;
  const roots = convertStatement(node, session.planning);
  const optimized = yield* optimizeRoots(roots, session, plan);
  explainPlan(optimized, session, plan);
}

function applyToCatalog(node: Parameters<typeof applyStatement>[0], session: PlanSession): void {
  const context: DdlContext = ddlContext(session);
  const outcome = applyStatement(node, context, session.session.config);
  if (outcome.kind === 'config') changeConfig(session, outcome.config);
}
