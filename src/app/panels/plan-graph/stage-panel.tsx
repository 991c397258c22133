import { PanelBottomOpen, PanelLeftOpen, PanelRightClose, PanelRightOpen } from 'lucide-react';
import { hasDock, isDockShown, toggleDock } from '../../commands/panels.ts';
import type { ShareView } from '../../../share/state.ts';
import { msg } from '../../messages/messages.ts';
import { PanelBoundary } from '../../shell/panel-boundary.tsx';
import { IconButton, Segments } from '../../shell/controls.tsx';
import { useApp } from '../../store/store.ts';
import { Compare } from '../compare/compare.tsx';
import { ExplainText } from '../explain-text/explain-text.tsx';
import { JobGraph } from '../job-graph/job-graph.tsx';
import { Memo } from '../memo/memo.tsx';
import { RunPanel } from '../run/run-panel.tsx';
import { PlanGraph } from './plan-graph.tsx';
import { Transport, usePlayer } from './transport.tsx';

const VIEWS: readonly ShareView[] = ['plan', 'compare', 'memo', 'text', 'job'];

/** The view that is chosen. */
export function StageView({ isCompact = false }: { readonly isCompact?: boolean }) {
  const view = useApp((state) => state.view);
  const cursor = useApp((state) => state.cursor);
  return (
    <PanelBoundary title={msg(`view.${view}`)} resetKey={`${view} ${cursor.q} ${cursor.stage} ${cursor.step}`}>
      {view === 'plan' && <PlanGraph isCompact={isCompact} />}
      {view === 'compare' && <Compare />}
      {view === 'memo' && <Memo />}
      {view === 'text' && <ExplainText />}
      {view === 'job' && <JobGraph />}
    </PanelBoundary>
  );
}

/** The middle of the screen: the run, or a view of the plan with its switch and transport. */
export function StagePanel() {
  const isRun = useApp((state) => state.cursor.stage === 'run');
  usePlayer();
  return isRun ? (
    <PanelBoundary title={msg('run.title')}>
      <RunPanel />
    </PanelBoundary>
  ) : (
    <PlanPanel />
  );
}

/** Brings the run back under the plan where it was put away. */
function DockButton() {
  const isOffered = useApp((state) => hasDock(state) && !isDockShown(state, { width: window.innerWidth, height: window.innerHeight }));
  if (!isOffered) return null;
  return (
    <IconButton label={msg('command.view.dock')} onClick={toggleDock}>
      <PanelBottomOpen size={14} />
    </IconButton>
  );
}

function PlanPanel() {
  const view = useApp((state) => state.view);
  const hidden = useApp((state) => state.hiddenPanels);
  return (
    <section className="panel stage-panel" aria-label={msg('stage.title')}>
      <div className="panel-head">
        {hidden.has('left') && (
          <IconButton label={msg('command.view.left')} onClick={() => useApp.getState().togglePanel('left')}>
            <PanelLeftOpen size={14} />
          </IconButton>
        )}
        <Segments
          label={msg('view.label')}
          value={view}
          onChange={(next) => useApp.getState().setView(next)}
          choices={VIEWS.map((id, i) => ({ id, label: msg(`view.${id}`), title: `${msg(`view.${id}`)} (${i + 1})` }))}
        />
        <span className="spacer" />
        <Transport />
        <DockButton />
        <IconButton label={msg('command.view.right')} onClick={() => useApp.getState().togglePanel('right')}>
          {hidden.has('right') ? <PanelRightOpen size={14} /> : <PanelRightClose size={14} />}
        </IconButton>
      </div>
      <StageView />
    </section>
  );
}
