import { useApp, type AppState } from '../store/store.ts';

/** Two plans side by side, and the lanes of a run, need the room of the left column; below this width it gives way. */
export const WIDE = 1700;

/** True if the left column is shown. At the run the reader's last word counts, else the width of the window. */
export function isLeftShown(state: Pick<AppState, 'cursor' | 'view' | 'hiddenPanels' | 'leftAtRun'>, isTight: boolean): boolean {
  const isHidden = state.hiddenPanels.has('left');
  if (state.cursor.stage === 'run') return state.leftAtRun ?? (!isHidden && !isTight);
  return !isHidden && !(state.view === 'compare' && isTight);
}

/** Below this size the plan needs the room that the run would take under it. */
const DOCK_WIDTH = 1200;
const DOCK_HEIGHT = 800;

/** True if the run is shown under the plan: the reader's last word counts, else the size of the window. */
export function isDockShown(
  state: Pick<AppState, 'cursor' | 'dock' | 'replay'>,
  size: { readonly width: number; readonly height: number },
): boolean {
  if (state.cursor.stage === 'run' || !hasDock(state)) return false;
  return state.dock ?? (size.width >= DOCK_WIDTH && size.height >= DOCK_HEIGHT);
}

/** True if there is a run of the statement on stage to show under its plan. */
export function hasDock({ cursor, replay }: Pick<AppState, 'cursor' | 'replay'>): boolean {
  return replay !== undefined && replay.trace.statement === cursor.q && replay.trace.steps.length > 1 && replay.request.feed.trim() !== '';
}

/** Shows the run under the plan or puts it away. */
export function toggleDock(): void {
  const state = useApp.getState();
  state.setReplay({ dock: !isDockShown(state, { width: window.innerWidth, height: window.innerHeight }) });
}

/** Shows the left column or puts it away. */
export function toggleLeft(): void {
  const state = useApp.getState();
  if (state.cursor.stage === 'run') state.setReplay({ leftAtRun: !isLeftShown(state, window.innerWidth < WIDE) });
  else state.togglePanel('left');
}
