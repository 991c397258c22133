import type { RunTrace, StepRef } from '../../trace/run-trace.ts';
import { changesUpTo } from '../replay/results.ts';
import { operatorKey, selectPlayhead, selectRun } from '../store/selectors/replay.ts';
import { useApp, type AppState } from '../store/store.ts';
import { lowerBound, upperBound } from '../timeline/scales.ts';

/** True if stepping means the steps of the run: at the run itself, and at the execution plan while there is a run to show on it. */
export function stepsRun(state: AppState): boolean {
  const { stage } = state.cursor;
  const isShown = stage === 'run' || (stage === 'exec' && state.view === 'plan');
  return isShown && (selectRun(state)?.steps.length ?? 0) > 1;
}

/** Stages whose plan has the operators of the run as its nodes. */
export function hasRows(stage: string): boolean {
  return stage === 'exec' || stage === 'physical' || stage === 'physical_rewrite';
}

/** True where the plan on stage shows what the run does at the playhead. */
export function showsRun(state: AppState): boolean {
  return hasRows(state.cursor.stage) && state.view === 'plan' && (selectRun(state)?.steps.length ?? 0) > 1;
}

/** Puts the playhead after a step; the last step is "the end", which stays the end of later runs. */
export function movePlayhead(step: StepRef, kind: 'step' | 'jump'): void {
  const state = useApp.getState();
  const last = (selectRun(state)?.steps.length ?? 1) - 1;
  state.movePlayhead(step >= last ? undefined : Math.max(0, step), kind);
}

/** To the neighbouring step of the run. Does not wrap around. */
export function stepRun(direction: 1 | -1): boolean {
  const state = useApp.getState();
  const run = selectRun(state);
  const next = selectPlayhead(state) + direction;
  if (!run || next < 0 || next >= run.steps.length) return false;
  movePlayhead(next, 'step');
  return true;
}

/** To the neighbouring step that gave a result. */
export function stepToResult(direction: 1 | -1): boolean {
  const state = useApp.getState();
  const run = selectRun(state);
  if (!run) return false;
  const at = selectPlayhead(state);
  const change = direction > 0 ? run.changes[changesUpTo(run, at)] : run.changes[changesUpTo(run, at - 1) - 1];
  if (!change) return false;
  movePlayhead(change.step, 'step');
  return true;
}

/** Kinds of steps that a reader looks for. */
export type StepMark = 'result' | 'firing' | 'late' | 'watermark';

function stepsOfKind(run: RunTrace, mark: StepMark): readonly StepRef[] {
  switch (mark) {
    case 'result':
      return run.changes.map(({ step }) => step);
    case 'firing':
      return run.windows.flatMap(({ fired }) => fired);
    case 'late':
      return run.steps.flatMap(({ lateness }, step) => (lateness === undefined ? [] : [step]));
    case 'watermark':
      return run.watermarks.flatMap(({ steps }) => Array.from(steps));
  }
}

const marked = new WeakMap<RunTrace, Map<StepMark, Int32Array>>();

/** Steps of a kind, ascending. */
function markedSteps(run: RunTrace, mark: StepMark): Int32Array {
  let byMark = marked.get(run);
  if (!byMark) marked.set(run, (byMark = new Map<StepMark, Int32Array>()));
  let steps = byMark.get(mark);
  if (!steps) byMark.set(mark, (steps = Int32Array.from(stepsOfKind(run, mark)).sort()));
  return steps;
}

/** The neighbouring step of a kind; undefined if there is none in that direction. */
export function nextMark(run: RunTrace, at: StepRef, mark: StepMark, direction: 1 | -1): StepRef | undefined {
  const steps = markedSteps(run, mark);
  return direction > 0 ? steps[upperBound(steps, at)] : steps[lowerBound(steps, at) - 1];
}

/** To the neighbouring step of a kind, if there is one. */
export function stepToMark(run: RunTrace, mark: StepMark, direction: 1 | -1): void {
  const step = nextMark(run, selectPlayhead(useApp.getState()), mark, direction);
  if (step !== undefined) movePlayhead(step, 'jump');
}

export function runToEnd(which: 'first' | 'last'): void {
  useApp.getState().movePlayhead(which === 'first' ? 0 : undefined, 'jump');
}

/** Plays or pauses; from the start if the end is reached. */
export function toggleReplay(): void {
  const state = useApp.getState();
  const last = (selectRun(state)?.steps.length ?? 1) - 1;
  const isPlaying = state.isPlaying && state.playsRun;
  if (!isPlaying && selectPlayhead(state) >= last) movePlayhead(0, 'step');
  useApp.setState({ isPlaying: !isPlaying, playsRun: true });
}

/** Selects an operator of the run for the inspector; its node of the execution plan is selected with it. */
export function selectOperator(operator: number | undefined): void {
  const state = useApp.getState();
  const found = operator === undefined ? undefined : selectRun(state)?.operators[operator];
  if (operator === undefined || !found) state.select(undefined);
  else state.select(found.digest.slice(0, 8), operatorKey(operator));
}

/** Shows the rows in the left column. */
export function showStreams(isShown = true): void {
  const state = useApp.getState();
  state.setReplay({ leftTab: isShown ? 'streams' : 'script', leftAtRun: true });
  if (state.hiddenPanels.has('left')) state.togglePanel('left');
}
