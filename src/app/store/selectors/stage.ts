import type { PlanTrace, StatementTrace, TraceDiagnostic } from '../../../trace/plan-trace.ts';
import { filmOf, type Frame } from '../../graph/frames.ts';
import { findPosition, placesOf, type PlanPosition, type StatementPlaces } from '../../graph/positions.ts';
import { isGood, type TraceShelf } from '../trace-shelf.ts';
import { useApp, type AppState } from '../store.ts';

/** The statement on stage with everything the panels need of it. */
export interface Stage {
  readonly trace: PlanTrace;
  readonly statement: StatementTrace;
  readonly places: StatementPlaces;
  /** The plan is from before the last edit, since the statement does not plan now. */
  readonly isOld: boolean;
  /** The newest answer for the statement; differs from `statement` if that is old. */
  readonly newest: StatementTrace | undefined;
}

/** Keeps the last result while its inputs are the same ones. */
function memoise<A extends readonly unknown[], R>(compute: (...args: A) => R): (...args: A) => R {
  let last: { args: A; result: R } | undefined;
  return (...args) => {
    if (!last || last.args.length !== args.length || args.some((arg, i) => !Object.is(arg, last?.args[i])))
      last = { args, result: compute(...args) };
    return last.result;
  };
}

function hasAnything(statement: StatementTrace): boolean {
  return statement.ast !== undefined;
}

const stageOf = memoise((shelf: TraceShelf, q: number, showFailed: boolean): Stage | undefined => {
  const latest = shelf.latest(q);
  const good = shelf.lastGood(q);
  const useGood = good && (!latest || (!isGood(latest.statement) && !(showFailed && hasAnything(latest.statement))));
  const shown = useGood ? good : latest;
  if (!shown) return undefined;
  return {
    ...shown,
    places: placesOf(shown.statement),
    isOld: shown !== latest && shown.statement !== latest?.statement,
    newest: latest?.statement,
  };
});

export const selectStage = (state: AppState): Stage | undefined => stageOf(state.shelf, state.cursor.q, state.showFailed);

const positionOf = memoise(
  (stage: Stage | undefined, name: string, step: number): PlanPosition | undefined => stage && findPosition(stage.places, name, step),
);

export const selectPosition = (state: AppState): PlanPosition | undefined =>
  positionOf(selectStage(state), state.cursor.stage, state.cursor.step);

const frameOf = memoise((stage: Stage | undefined, position: PlanPosition | undefined, output: number): Frame | undefined =>
  stage && position ? filmOf(stage.trace, stage.statement).frameAt(position.index, output) : undefined,
);

export const selectFrame = (state: AppState): Frame | undefined => frameOf(selectStage(state), selectPosition(state), state.output);

/** A problem with the statement that it belongs to. */
export interface Problem extends TraceDiagnostic {
  readonly statement?: number;
}

const problemsOf = memoise(
  (shelf: TraceShelf, plannedSql: string | undefined, sql: string, checked: AppState['checked']): readonly Problem[] => {
    const fromPlan =
      plannedSql === sql ? (shelf.trace?.statements ?? []).flatMap((s) => s.diagnostics.map((d) => ({ ...d, statement: s.number }))) : [];
    if (plannedSql === sql) return fromPlan;
    return checked?.sql === sql ? checked.diagnostics : [];
  },
);

/** The problems of the text as it stands: those of the plan if it is up to date, else those of the fast check. */
export const selectProblems = (state: AppState): readonly Problem[] => problemsOf(state.shelf, state.plannedSql, state.sql, state.checked);

export const useStage = (): Stage | undefined => useApp(selectStage);
export const usePosition = (): PlanPosition | undefined => useApp(selectPosition);
export const useFrame = (): Frame | undefined => useApp(selectFrame);
export const useProblems = (): readonly Problem[] => useApp(selectProblems);
