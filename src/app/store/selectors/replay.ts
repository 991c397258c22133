import type { OperatorRef, RunTrace, StepRef } from '../../../trace/run-trace.ts';
import { useApp, type AppState } from '../store.ts';
import { defaultOperator } from '../../replay/moments.ts';
import { tracedPath, type TracedPath } from '../../timeline/traced-path.ts';

/** The run on screen, if there is one. */
export const selectRun = (state: AppState): RunTrace | undefined => state.replay?.trace;

/** The step after which the playhead stands. */
export function selectPlayhead(state: AppState): StepRef {
  const last = (state.replay?.trace.steps.length ?? 1) - 1;
  return Math.max(0, Math.min(state.playhead ?? last, last));
}

/** The key under which an operator of the run is selected; tells equal ones apart. */
export function operatorKey(operator: OperatorRef): string {
  return `op${operator}`;
}

/** The operator that the reader has selected, in the run or as a node of the execution plan. */
export function selectChosenOperator(state: AppState): OperatorRef | undefined {
  const operators = state.replay?.trace.operators;
  const { sel, selKey } = state;
  if (!operators || sel === undefined) return undefined;
  const byKey = selKey?.startsWith('op') ? Number(selKey.slice(2)) : -1;
  if (operators[byKey]?.digest.startsWith(sel)) return byKey;
  const found = operators.findIndex((operator) => operator.digest.startsWith(sel));
  return found < 0 ? undefined : found;
}

/** The operator in the inspector: the chosen one, else the one where most is kept. */
export function selectRunOperator(state: AppState): OperatorRef | undefined {
  return selectChosenOperator(state) ?? (state.replay ? defaultOperator(state.replay.trace) : undefined);
}

const NO_STEPS: ReadonlySet<StepRef> = new Set();
let lastPath: { traced: AppState['traced']; path: TracedPath | undefined } | undefined;

/** The way of the traced result row, once it is known where it comes from. */
export function selectTracedPath({ traced, replay }: AppState): TracedPath | undefined {
  if (!traced?.origins || !replay) return undefined;
  if (lastPath?.traced !== traced) lastPath = { traced, path: tracedPath(replay.trace, traced.change, traced.origins) };
  return lastPath.path;
}

let lastTraced: { traced: AppState['traced']; steps: ReadonlySet<StepRef> } | undefined;

/** Steps of the rows that the traced result row was made from. */
export function selectHighlighted(state: AppState): ReadonlySet<StepRef> {
  const { traced } = state;
  if (!traced?.origins) return NO_STEPS;
  if (lastTraced?.traced !== traced) lastTraced = { traced, steps: new Set(traced.origins.steps) };
  return lastTraced.steps;
}

const NO_OPTIONS = {};

/** True while the run on screen is of an older text, or of other options. */
export const selectRunIsOld = (state: AppState): boolean =>
  state.replay !== undefined &&
  (state.replay.request.sql !== state.sql ||
    state.replay.request.feed !== state.feed ||
    (state.replay.request.options ?? NO_OPTIONS) !== (Object.keys(state.options).length > 0 ? state.options : NO_OPTIONS));

export const useRun = (): RunTrace | undefined => useApp(selectRun);
export const usePlayhead = (): StepRef => useApp(selectPlayhead);
export const useRunOperator = (): OperatorRef | undefined => useApp(selectRunOperator);
export const useHighlighted = (): ReadonlySet<StepRef> => useApp(selectHighlighted);
