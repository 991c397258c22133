import type { Diagnostic } from '../base/diagnostic.ts';
import type { ParsedStatement } from '../sql/parse.ts';
import type { PlanTrace, StatementKind, StatementTrace, StopReason, TraceDiagnostic } from '../trace/plan-trace.ts';
import type { PlannedQuery } from './plan-query.ts';
import type { PlanSession } from './plan-session.ts';
import type { RunProgress } from '../programs/run-program.ts';
import { FlinkError, UnsupportedError, toDiagnostic } from '../base/diagnostic.ts';
import { PlannerLimitError, drain } from '../planner/limits.ts';
import { parseScript } from '../sql/parse.ts';
import { stableHash } from '../trace/node-table.ts';
import { catalogEntries } from './catalog-entries.ts';
import { emptyPlan } from './plan-query.ts';
import { runStatement } from './run-statement.ts';
import { newSession } from './new-session.ts';
import { traceDiagnostic } from './trace-diagnostic.ts';
import { kindOfText, statementKind } from './statement-kind.ts';

export { checkScript } from './check-script.ts';
export { ruleSummary } from './rule-summary.ts';

export const FLINK_VERSION = '2.3.0';

/** Longest script that is planned, in UTF-16 code units. */
export const MAX_SCRIPT_LENGTH = 1_000_000;

export interface PlanRequest {
  readonly sql: string;
  /** Options set before the first statement, as if by SET. */
  readonly options?: Readonly<Record<string, string>>;
  /** Plan only this statement (from 1); the ones before it are applied to the catalog but not planned. */
  readonly statement?: number;
}

export interface PlanProgress extends RunProgress {
  /** Number of the statement at work. */
  readonly statement: number;
}

/** Plans a script in slices: gives way between rule attempts, so that the caller can stop it. The value is the whole trace. */
export function* planScriptSteps(request: PlanRequest): Generator<PlanProgress, PlanTrace> {
  const session = newSession(request.options ?? {});
  const statements: StatementTrace[] = [];
  if (request.sql.length > MAX_SCRIPT_LENGTH) return tooLong(request.sql, session);
  for (const parsed of parseScript(request.sql).statements) {
    const skipPlan = request.statement !== undefined && request.statement !== parsed.index;
    statements.push(yield* traceStatement(parsed, session, skipPlan));
  }
  return {
    version: 1,
    flinkVersion: FLINK_VERSION,
    nodes: session.table.nodes,
    statements,
    catalog: catalogEntries(session.session.catalog),
  };
}

/** `planScriptSteps` without a pause. */
export function planScript(request: PlanRequest): PlanTrace {
  return drain(planScriptSteps(request));
}

function tooLong(sql: string, session: PlanSession): PlanTrace {
  const diagnostic: TraceDiagnostic = {
    code: 'limit/script-length',
    severity: 'error',
    message: `The script has ${sql.length} characters; at most ${MAX_SCRIPT_LENGTH} are planned.`,
  };
  const statement = assemble({ index: 1, text: '', span: { start: 0, end: 0 } }, 'command', emptyPlan(), [diagnostic], 'size-limit');
  return { version: 1, flinkVersion: FLINK_VERSION, nodes: session.table.nodes, statements: [statement], catalog: [] };
}

function* traceStatement(parsed: ParsedStatement, session: PlanSession, skipPlan: boolean): Generator<PlanProgress, StatementTrace> {
  const { node } = parsed;
  if (!node)
    return assemble(parsed, kindOfText(parsed.text), emptyPlan(), parsed.diagnostic ? [traceDiagnostic(parsed.diagnostic)] : [], 'error');
  const kind = statementKind(node);
  const plan = emptyPlan();
  const diagnostics: TraceDiagnostic[] = [];
  let stop: StopReason = 'done';
  try {
    const steps = runStatement(node, { session, plan, skipPlan });
    for (let step = steps.next(); !step.done; step = steps.next()) yield { ...step.value, statement: parsed.index };
  } catch (error) {
    stop = stopReason(error);
    diagnostics.push(traceDiagnostic(errorDiagnostic(error), parsed));
  }
  for (const rule of plan.notBuilt) {
    diagnostics.push({
      code: 'unsupported/rule',
      severity: 'warning',
      message: `Flink would try the rule ${rule} here; it is not built yet, so the plan may differ.`,
      span: [parsed.span.start, parsed.span.end],
    });
  }
  for (const operator of session.notEvaluated.splice(0)) {
    diagnostics.push({
      code: 'unsupported/constant-folding',
      severity: 'warning',
      message: `Flink would compute the constant call of ${operator} while planning; Planscope cannot evaluate it yet, so the plan may differ.`,
      span: [parsed.span.start, parsed.span.end],
    });
  }
  return assemble(parsed, kind, plan, diagnostics, stop);
}

function stopReason(error: unknown): StopReason {
  if (error instanceof UnsupportedError) return 'unsupported';
  return error instanceof PlannerLimitError ? (error.reason as StopReason) : 'error';
}

/** Every failure as a diagnostic: Flink's errors, what we do not support, limits, and defects of ours, which must never leave the facade. */
function errorDiagnostic(error: unknown): Diagnostic {
  if (error instanceof FlinkError || error instanceof UnsupportedError) return toDiagnostic(error);
  if (error instanceof PlannerLimitError) return { code: `limit/${error.reason}`, severity: 'error', message: error.message };
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return { code: 'limit/nesting', severity: 'error', message: 'The statement is nested too deeply to be planned.' };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal/defect',
    severity: 'error',
    message: `Planscope failed: ${message}`,
    hint: 'This is a defect of Planscope, not of your statement.',
  };
}

function assemble(
  parsed: Pick<ParsedStatement, 'index' | 'text' | 'span'>,
  kind: StatementKind,
  plan: PlannedQuery,
  diagnostics: readonly TraceDiagnostic[],
  stop: StopReason,
): StatementTrace {
  const digestOf = plan.explain.exec ?? plan.explain.physical ?? diagnostics.map((d) => d.message).join('\n');
  return {
    number: parsed.index,
    text: parsed.text,
    span: [parsed.span.start, parsed.span.end],
    kind,
    stages: plan.stages,
    ...plan.refs,
    explain: plan.explain,
    ...(plan.streamGraph && { streamGraph: plan.streamGraph }),
    diagnostics,
    stop,
    planDigest: stableHash(digestOf),
  };
}
