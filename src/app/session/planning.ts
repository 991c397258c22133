import type { PlanTrace } from '../../trace/plan-trace.ts';
import { PlannerClient, type PlannerListener, type PlannerPort, type PlanResult } from '../../worker/client.ts';
import { useApp } from '../store/store.ts';
import { TraceShelf } from '../store/trace-shelf.ts';
import { hasPlan } from '../store/selectors/statements.ts';
import { findPosition, placesOf } from '../graph/positions.ts';

const CHECK_DELAY = 25;
const PLAN_DELAY = 220;

/** Where the cursor should stand once the plan of a newly opened script is there. */
export interface WantedCursor {
  readonly q?: number;
  readonly stage?: string;
  readonly step?: number;
  /** Instead of a place: the first firing of this rule. */
  readonly rule?: string;
}

/** Connects the store to the planner thread: edits are checked at once and planned when the typing pauses. */
export class PlanningSession {
  /** The way to the planner thread; replays go the same way. */
  readonly client: PlannerClient;
  private checkTimer: ReturnType<typeof setTimeout> | undefined;
  private planTimer: ReturnType<typeof setTimeout> | undefined;
  private wanted: WantedCursor | undefined;
  private readonly unsubscribe: () => void;

  constructor(spawn: () => PlannerPort, runs: Pick<PlannerListener, 'onRunProgress' | 'onRun' | 'onRunFailure'> = {}) {
    this.client = new PlannerClient(spawn, {
      ...runs,
      onProgress: ({ stage, tries, statement }) => useApp.getState().setRun({ progress: { stage, tries, statement } }),
      onPlan: (result) => this.accept(result),
      onCheck: (result) => {
        useApp.getState().setRun({ checked: { sql: this.checkedSql, statements: result.statements, diagnostics: result.diagnostics } });
      },
      onCancelled: () => useApp.getState().setRun({ status: 'cancelled', progress: undefined }),
      onFailure: ({ kind, message }) =>
        useApp.getState().setRun({ status: 'failed', progress: undefined, failure: kind === 'restart' ? `restart:${message}` : message }),
    });
    this.unsubscribe = useApp.subscribe((state, before) => {
      if (state.documentNumber !== before.documentNumber) this.planNow();
      else if (state.sql !== before.sql || state.options !== before.options) this.edited();
    });
  }

  private checkedSql = '';

  /** Says where the reader should stand when the next plan arrives. */
  want(cursor: WantedCursor): void {
    this.wanted = cursor;
  }

  planNow(): void {
    clearTimeout(this.planTimer);
    this.check();
    const { sql, options } = useApp.getState();
    this.plannedSql = sql;
    useApp.getState().setRun({ status: 'planning', progress: undefined, startedAt: performance.now(), failure: undefined });
    this.client.plan(sql, Object.keys(options).length > 0 ? options : undefined);
  }

  cancel(): void {
    clearTimeout(this.planTimer);
    this.client.cancel();
  }

  dispose(): void {
    clearTimeout(this.checkTimer);
    clearTimeout(this.planTimer);
    this.unsubscribe();
    this.client.dispose();
  }

  private plannedSql = '';

  private check(): void {
    clearTimeout(this.checkTimer);
    this.checkedSql = useApp.getState().sql;
    this.client.check(this.checkedSql);
  }

  /** Typing ends a running plan at once; the new one starts when the typing pauses. */
  private edited(): void {
    this.client.cancel();
    clearTimeout(this.checkTimer);
    clearTimeout(this.planTimer);
    this.checkTimer = setTimeout(() => this.check(), CHECK_DELAY);
    this.planTimer = setTimeout(() => this.planNow(), PLAN_DELAY);
  }

  private accept({ trace, ruleSummaries, millis }: PlanResult): void {
    const state = useApp.getState();
    const isNewDocument = state.plannedDocument !== state.documentNumber;
    const shelf = new TraceShelf(trace, ruleSummaries, isNewDocument ? undefined : state.shelf);
    state.setRun({
      shelf,
      status: 'ready',
      progress: undefined,
      millis,
      plannedSql: this.plannedSql,
      plannedDocument: state.documentNumber,
    });
    const wanted = this.wanted?.rule === undefined ? this.wanted : firstFiring(trace, this.wanted.rule);
    this.wanted = undefined;
    // A script without a query has a declaration on stage; the first query that is typed takes its place.
    const query = trace.statements.find((candidate) => hasPlan(candidate.kind));
    const isFirstQuery = query !== undefined && !state.shelf.trace?.statements.some((candidate) => hasPlan(candidate.kind));
    const current = trace.statements.find((candidate) => candidate.number === state.cursor.q);
    const givesWay = isFirstQuery && !(current && hasPlan(current.kind));
    const kept = isNewDocument || givesWay ? undefined : followed(state.shelf.trace, trace, state.cursor.q);
    const known = trace.statements.find((statement) => statement.number === (wanted?.q ?? kept));
    const statement = known ?? query ?? trace.statements[0];
    if (!statement) return;
    if (!isNewDocument && !wanted && statement.number === state.cursor.q) return;
    const position = findPosition(
      placesOf(statement),
      wanted?.stage ?? (isNewDocument ? 'ast' : state.cursor.stage),
      wanted?.step ?? (isNewDocument ? 0 : state.cursor.step),
    );
    state.moveTo({ q: statement.number, stage: position.stage, step: position.step }, 'history');
  }
}

/**
 * Number of the statement on stage after an edit: a query whose number a declaration has now has moved with what was written above it,
 * or gave way to another script.
 */
export function followed(before: PlanTrace | undefined, after: PlanTrace, q: number): number {
  const was = before?.statements.find((statement) => statement.number === q);
  const is = after.statements.find((statement) => statement.number === q);
  if (!was || !hasPlan(was.kind) || is?.kind !== 'ddl') return q;
  const queries = after.statements.filter((statement) => hasPlan(statement.kind));
  return (queries.find((statement) => statement.text === was.text) ?? queries[0])?.number ?? q;
}

/** Where a rule fires first; undefined if it does not. */
function firstFiring(trace: PlanTrace, rule: string): WantedCursor | undefined {
  for (const statement of trace.statements) {
    for (const stage of statement.stages) {
      for (const program of stage.programs) {
        const step = program.steps.find((candidate) => candidate.kind === 'firing' && candidate.rule === rule);
        if (step) return { q: statement.number, stage: stage.name, step: step.ordinal };
      }
    }
  }
  return undefined;
}
