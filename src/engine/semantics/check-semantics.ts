import type { RunProgress } from '../../programs/run-program.ts';
import type { ScriptNode } from '../../sql/ast-statement.ts';
import type { SemanticsReport } from '../../trace/semantics-report.ts';
import type { PlanSession } from '../plan-session.ts';
import { readFeed } from '../../feed/read-feed.ts';
import { drain } from '../../planner/limits.ts';
import { parseScript } from '../../sql/parse.ts';
import { evalContext, newSession } from '../new-session.ts';
import { emptyPlan } from '../plan-query.ts';
import { runFailure } from '../run-failure.ts';
import { runStatement } from '../run-statement.ts';
import { statementKind } from '../statement-kind.ts';
import { StepChecker } from './step-checker.ts';
import { TableContents } from './table-contents.ts';

export interface SemanticsRequest {
  readonly sql: string;
  /** Options set before the first statement, as if by SET. */
  readonly options?: Readonly<Record<string, string>>;
  /** Text of the sample streams; what the tables hold at its end is what plans are evaluated over. */
  readonly feed: string;
  /** Number of the statement to check, from 1; the ones before it are applied to the catalog. */
  readonly statement: number;
}

const PLANNED: ReadonlySet<string> = new Set(['query', 'insert', 'statement-set']);

/**
 * Plans a statement and evaluates the plan after every step (each firing of a rule where the planner has a whole plan, each search, each
 * program without rules) over what the tables hold after the feed: a step must not change the result. Gives way while it plans.
 */
export function* checkSemanticsSteps(request: SemanticsRequest): Generator<RunProgress, SemanticsReport> {
  const session = newSession({ 'pipeline.auto-watermark-interval': '0 ms', ...request.options });
  const feed = readFeed(request.feed);
  let checker: StepChecker | undefined;
  let failure: SemanticsReport['failure'];
  try {
    const node = statementAt(request, session);
    const tables = new TableContents(session, feed.entries);
    checker = new StepChecker(tables, evalContext(session.session.config));
    yield* runStatement(node, { session, plan: emptyPlan(checker), skipPlan: false });
  } catch (error) {
    const f = runFailure(error);
    if (f.kind === 'defect') throw error;
    failure = f.kind === 'error' ? { code: 'plan', message: f.chain.at(-1) ?? '' } : { code: f.code, message: f.message };
  }
  const steps = checker?.steps ?? [];
  const compared = steps.filter((s) => s.verdict.kind !== 'not-runnable').length;
  const result = failure ? undefined : checker?.result;
  return { statement: request.statement, steps, compared, ...(result && { result }), ...(failure && { failure }) };
}

/** `checkSemanticsSteps` without a pause. */
export function checkSemantics(request: SemanticsRequest): SemanticsReport {
  return drain(checkSemanticsSteps(request));
}

/** Checks every query, INSERT and statement set of a script. */
export function checkScriptSemantics(request: Omit<SemanticsRequest, 'statement'>): readonly SemanticsReport[] {
  const planned = parseScript(request.sql).statements.filter(({ node }) => node && PLANNED.has(statementKind(node)));
  return planned.map(({ index }) => checkSemantics({ ...request, statement: index }));
}

/** The statement, after those before it have changed the catalog. */
function statementAt(request: SemanticsRequest, session: PlanSession): ScriptNode {
  for (const parsed of parseScript(request.sql).statements) {
    const { node } = parsed;
    if (parsed.index === request.statement && node) return node;
    if (!node || parsed.index > request.statement) continue;
    try {
      drain(runStatement(node, { session, plan: emptyPlan(), skipPlan: true }));
    } catch (error) {
      // A statement that failed changed nothing; planning the script says so.
      if (runFailure(error).kind === 'defect') throw error;
    }
  }
  throw new RangeError(`There is no statement ${request.statement} that could be checked.`);
}
