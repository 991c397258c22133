import { runToEnd, stepRun, stepsRun, stepToResult } from './run-navigation.ts';
import { neighbour, type PlanPosition } from '../graph/positions.ts';
import { selectFrame, selectPosition, selectStage } from '../store/selectors/stage.ts';
import { useApp } from '../store/store.ts';
import type { PlanTreeNode } from '../../trace/plan-diff.ts';

/** Puts the cursor on a position. */
export function goTo(position: PlanPosition | undefined, kind: 'step' | 'jump'): void {
  if (!position) return;
  const state = useApp.getState();
  state.moveTo({ stage: position.stage, step: position.step }, kind);
  if (position.stage === 'job' && state.view === 'plan') state.setViewState({ view: 'job' });
  if (position.stage !== 'job' && state.view === 'job') state.setViewState({ view: 'plan' });
}

/** To the neighbouring step of the plan or of the run, or to the neighbouring one that changed the plan or gave a result. Does not wrap around. */
export function step(direction: 1 | -1, changing: boolean): boolean {
  const state = useApp.getState();
  if (stepsRun(state) && (changing ? stepToResult(direction) : stepRun(direction))) return true;
  // From the run the way leads by the stages, not by a key that was pressed once too often.
  if (state.cursor.stage === 'run') return false;
  const stage = selectStage(state);
  const position = selectPosition(state);
  if (!stage || !position) return false;
  const next = neighbour(stage.places, position.index, direction, changing);
  goTo(next, 'step');
  return next !== undefined;
}

/** To the neighbouring stage: its first step, or its plan if it has none. */
export function stepStage(direction: 1 | -1): void {
  const state = useApp.getState();
  const stage = selectStage(state);
  if (!stage) return;
  const { stages } = stage.places;
  const at = stages.findIndex((place) => place.name === state.cursor.stage);
  const next = stages[at + direction];
  if (next?.isReached) goToStage(next.name);
}

/** To a stage's first step, or to the plan as it passed through if nothing happened there. */
export function goToStage(name: string): void {
  const stage = selectStage(useApp.getState());
  const place = stage?.places.stages.find((candidate) => candidate.name === name);
  if (!stage || !place) return;
  goTo(stage.places.positions[place.steps > 0 ? place.first + 1 : place.first], 'jump');
}

export function goToEnd(which: 'first' | 'last'): void {
  if (useApp.getState().cursor.stage === 'run') {
    runToEnd(which);
    return;
  }
  const stage = selectStage(useApp.getState());
  if (!stage) return;
  const { positions } = stage.places;
  const steps = positions.filter((position) => position.event);
  goTo(which === 'first' ? (steps[0] ?? positions[0]) : (steps.at(-1) ?? positions.at(-1)), 'jump');
}

/** Plays or pauses the steps of the plan; from the start if the end is reached. */
export function togglePlay(): void {
  const state = useApp.getState();
  const stage = selectStage(state);
  const position = selectPosition(state);
  const isPlaying = state.isPlaying && !state.playsRun;
  if (!isPlaying && stage && position && !neighbour(stage.places, position.index, 1, false)) goToEnd('first');
  useApp.setState({ isPlaying: !isPlaying, playsRun: false });
}

function allPlaces(tree: PlanTreeNode): PlanTreeNode[] {
  return [tree, ...tree.inputs.flatMap(allPlaces)];
}

/** Selects a place of the plan on screen. */
export function selectPlace(place: PlanTreeNode | undefined): void {
  const state = useApp.getState();
  const frame = selectFrame(state);
  const stage = selectStage(state);
  if (!place || !frame || !stage) return;
  const key = frame.keys.get(place);
  state.select(stage.trace.nodes[place.ref]?.digest.slice(0, 8), key);
  if (key) state.ports.graph?.centre(key);
}

/** The selected place of the plan on screen, by its key or else by its digest. */
export function selectedPlace(): PlanTreeNode | undefined {
  const state = useApp.getState();
  const frame = selectFrame(state);
  const stage = selectStage(state);
  if (!frame?.tree || !stage) return undefined;
  const places = allPlaces(frame.tree);
  return (
    places.find((place) => state.selKey !== undefined && frame.keys.get(place) === state.selKey) ??
    (state.sel === undefined ? undefined : places.find((place) => stage.trace.nodes[place.ref]?.digest.startsWith(state.sel!)))
  );
}

/** Walks the plan: to the first input, to the consumer, or to the next node in reading order. */
export function walk(way: 'producer' | 'consumer' | 'next' | 'previous'): void {
  const frame = selectFrame(useApp.getState());
  if (!frame?.tree) return;
  const places = allPlaces(frame.tree);
  const at = selectedPlace();
  if (!at) {
    selectPlace(places[0]);
    return;
  }
  const index = places.indexOf(at);
  switch (way) {
    case 'producer':
      selectPlace(at.inputs[0]);
      break;
    case 'consumer':
      selectPlace(places.find((place) => place.inputs.includes(at)));
      break;
    case 'next':
      selectPlace(places[index + 1]);
      break;
    case 'previous':
      selectPlace(places[index - 1]);
      break;
  }
}
