import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { restoreView } from './app/persist/remembered-view.ts';
import { Session } from './app/session/session.ts';
import { useApp } from './app/store/store.ts';
import { applyTheme } from './app/theme/theme.ts';
import type { PlannerPort } from './worker/client.ts';
import './app/theme/tokens.css';
import './app/theme/base.css';
import './app/theme/shell.css';
import './app/theme/graph.css';
import './app/theme/panels.css';
import './app/theme/views.css';
import './app/theme/timeline.css';
import './app/theme/run.css';
import './app/theme/streams.css';
import './app/theme/dialogs.css';
import './app/theme/tour.css';
import './app/theme/phone.css';

function spawnPlanner(): PlannerPort {
  return new Worker(new URL('./worker/worker-main.ts', import.meta.url), { type: 'module', name: 'planner' });
}

/** A handle for scripts and tests in the page: the text in the editor, or of the document while there is no editor. */
Object.defineProperty(window, 'planscope', {
  value: { sql: () => useApp.getState().ports.editor?.getValue() ?? useApp.getState().sql },
});

restoreView();
applyTheme(useApp.getState().theme);
const session = new Session(spawnPlanner);
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(<App session={session} />);
