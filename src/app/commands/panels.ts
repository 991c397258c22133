import { useApp, type AppState } from '../store/store.ts';

/** Two plans side by side, and the lanes of a run, need the room of the left column; below this width it gives way. */
export const WIDE = 1700;

/** True if the left column is shown. At the run the reader's last word counts, else the width of the window. */
export function isLeftShown(state: Pick<AppState, 'cursor' | 'view' | 'hiddenPanels' | 'leftAtRun'>, isTight: boolean): boolean {
  const isHidden = state.hiddenPanels.has('left');
  if (state.cursor.stage === 'run') return state.leftAtRun ?? (!isHidden && !isTight);
  return !isHidden && !(state.view === 'compare' && isTight);
}

/** Shows the left column or puts it away. */
export function toggleLeft(): void {
  const state = useApp.getState();
  if (state.cursor.stage === 'run') state.setReplay({ leftAtRun: !isLeftShown(state, window.innerWidth < WIDE) });
  else state.togglePanel('left');
}
