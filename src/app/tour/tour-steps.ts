import { findExample } from '../../examples/example-catalog.ts';
import type { MessageKey } from '../messages/messages.ts';
import type { Session } from '../session/session.ts';
import { selectRun } from '../store/selectors/replay.ts';
import { useApp } from '../store/store.ts';

/** The example that the tour walks through. */
export const TOUR_EXAMPLE = 'smaller-watermark-of-a-union';

/** One stop of the tour: a place on the screen, the moment of the run, and what to see there. */
export interface TourStop {
  readonly title: MessageKey;
  readonly text: MessageKey;
  /** What is framed: a CSS selector; the first that is on screen. */
  readonly targets: readonly string[];
  /** The playhead stands after this step. */
  readonly step: number;
  /** Shows where this result comes from: index of the change. */
  readonly traced?: number;
  /** Operator in the inspector, by name. */
  readonly operator?: string;
  readonly leftTab?: 'script' | 'streams';
}

/** "Why does my window not fire?", in two minutes. The rows of the example are numbered as its steps are. */
export const TOUR: readonly TourStop[] = [
  { title: 'tour.question.title', text: 'tour.question.text', targets: ['#results', '.run-results', '#below'], step: 5 },
  { title: 'tour.rows.title', text: 'tour.rows.text', targets: ['#lanes', '.run-body'], step: 5 },
  { title: 'tour.union.title', text: 'tour.union.text', targets: ['#right', '#lanes'], step: 5, operator: 'Union' },
  { title: 'tour.waits.title', text: 'tour.waits.text', targets: ['#results', '.run-results', '#below'], step: 5 },
  { title: 'tour.fires.title', text: 'tour.fires.text', targets: ['#lanes', '.run-body'], step: 6, operator: 'GlobalWindowAggregate' },
  { title: 'tour.dropped.title', text: 'tour.dropped.text', targets: ['#clocks', '#lanes'], step: 9, operator: 'GlobalWindowAggregate' },
  { title: 'tour.origin.title', text: 'tour.origin.text', targets: ['#results', '.run-results'], step: 9, traced: 1 },
  { title: 'tour.yours.title', text: 'tour.yours.text', targets: ['#left', '.run-head'], step: 9, leftTab: 'streams' },
];

/** Opens the example, if it is not there as it was, and begins at the first stop. */
export function startTour(session: Session): void {
  const example = findExample(TOUR_EXAMPLE);
  if (!example) throw new Error(`no example ${TOUR_EXAMPLE}`);
  session.openExample(example, { stage: 'run' });
  useApp.getState().setViewState({ dialog: undefined, tour: 0, phoneTab: 'run' });
}

export function endTour(): void {
  useApp.getState().setViewState({ tour: undefined });
}

/** Brings the screen to a stop; does nothing while the run is not there yet. */
export function showStop(session: Session, stop: TourStop): void {
  const state = useApp.getState();
  const run = selectRun(state);
  if (!run) return;
  state.movePlayhead(Math.min(stop.step, run.steps.length - 1), 'step');
  state.setReplay({ resultTab: 'changelog', ...(stop.leftTab && { leftTab: stop.leftTab, leftAtRun: true }) });
  const operator = run.operators.findIndex((candidate) => candidate.name === stop.operator);
  if (operator >= 0) state.select(run.operators[operator]?.digest, `op${operator}`);
  void session.replaying.trace(stop.traced);
}
