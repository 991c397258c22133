import { Panel, Separator } from 'react-resizable-panels';
import { PanelBottomClose } from 'lucide-react';
import type { RunTrace } from '../../../trace/run-trace.ts';
import { toggleDock } from '../../commands/panels.ts';
import { goToStage } from '../../commands/navigation.ts';
import { msg } from '../../messages/messages.ts';
import { IconButton, Segments } from '../../shell/controls.tsx';
import { PanelBoundary } from '../../shell/panel-boundary.tsx';
import { RememberedGroup } from '../../shell/remembered-group.tsx';
import { useApp } from '../../store/store.ts';
import { Results } from './results.tsx';
import { RunMessage, useRunMessage } from './run-message.tsx';
import { RunTransport } from './run-head.tsx';
import { RunTimeline } from './run-timeline.tsx';

/** The run below the plan: its timeline and its results, so that rows and the nodes that they travel through are seen together. */
export function RunDock({ run }: { readonly run: RunTrace }) {
  const mode = useApp((state) => (state.runMode === 'clocks' ? 'clocks' : 'lanes'));
  const isEmpty = useRunMessage()?.kind === 'empty';
  return (
    <RememberedGroup name="dock" orientation="horizontal">
      <Panel id="dock-timeline" defaultSize="60" minSize={300}>
        <PanelBoundary title={msg('run.timeline')} resetKey={run}>
          <section className="panel run-dock" aria-label={msg('run.timeline')}>
            <div className="panel-head">
              <Segments
                label={msg('run.mode')}
                value={mode}
                onChange={(runMode) => useApp.getState().setReplay({ runMode })}
                choices={(['lanes', 'clocks'] as const).map((id) => ({ id, label: msg(`run.mode.${id}`) }))}
              />
              <span className="spacer" />
              <RunTransport run={run} isBeside />
              <button type="button" className="link run-dock-open" onClick={() => goToStage('run')}>
                {msg('command.run.open')}
              </button>
              <IconButton label={msg('command.view.dock')} onClick={toggleDock}>
                <PanelBottomClose size={14} />
              </IconButton>
            </div>
            {isEmpty ? <RunMessage message={{ kind: 'empty' }} /> : <RunTimeline run={run} mode={mode} />}
          </section>
        </PanelBoundary>
      </Panel>
      <Separator className="separator" aria-label={msg('run.resizeResults')} />
      <Panel id="dock-results" minSize={220}>
        <PanelBoundary title={msg('run.results')} resetKey={run}>
          <Results run={run} />
        </PanelBoundary>
      </Panel>
    </RememberedGroup>
  );
}
