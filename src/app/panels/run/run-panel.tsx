import { Panel, Separator } from 'react-resizable-panels';
import type { RunTrace } from '../../../trace/run-trace.ts';
import { msg } from '../../messages/messages.ts';
import { PanelBoundary } from '../../shell/panel-boundary.tsx';
import { RememberedGroup } from '../../shell/remembered-group.tsx';
import { useRun } from '../../store/selectors/replay.ts';
import { StageMessage, useStageMessage } from '../plan-graph/stage-message.tsx';
import { Results } from './results.tsx';
import { RunBands } from './run-bands.tsx';
import { RunHead, useRunMode } from './run-head.tsx';
import { RunMessage, useRunMessage } from './run-message.tsx';
import { RunTimeline } from './run-timeline.tsx';

function RunBody({ run }: { readonly run: RunTrace }) {
  const mode = useRunMode();
  return (
    <RememberedGroup name="run" orientation="vertical">
      <Panel id="lanes" defaultSize="54" minSize={120}>
        <PanelBoundary title={msg('run.timeline')} resetKey={run}>
          <RunTimeline run={run} mode={mode === 'clocks' ? 'clocks' : 'lanes'} />
        </PanelBoundary>
      </Panel>
      <Separator className="separator is-flat" aria-label={msg('run.resizeLanes')} />
      <Panel id="below" minSize={100}>
        {mode === 'both' ? (
          <RememberedGroup name="run-below" orientation="horizontal">
            <Panel id="clocks" defaultSize="51" minSize={220}>
              <PanelBoundary title={msg('run.clocks')} resetKey={run}>
                <section className="panel" aria-label={msg('run.clocks')}>
                  <div className="panel-head">
                    <h2>{msg('run.clocks')}</h2>
                    <span className="is-quiet run-clocks-hint">{msg('run.clocksHint')}</span>
                  </div>
                  <RunTimeline run={run} mode="clocks" />
                </section>
              </PanelBoundary>
            </Panel>
            <Separator className="separator" aria-label={msg('run.resizeResults')} />
            <Panel id="results" minSize={220}>
              <PanelBoundary title={msg('run.results')} resetKey={run}>
                <Results run={run} />
              </PanelBoundary>
            </Panel>
          </RememberedGroup>
        ) : (
          <PanelBoundary title={msg('run.results')} resetKey={run}>
            <Results run={run} />
          </PanelBoundary>
        )}
      </Panel>
    </RememberedGroup>
  );
}

/** The run of the statement on stage: timeline, results, and what stands in the way of either. */
export function RunPanel() {
  const run = useRun();
  const stageMessage = useStageMessage();
  const message = useRunMessage();
  return (
    <section className="panel run-panel" aria-label={msg('run.title')}>
      <RunHead />
      <RunBands />
      <div className="run-body">
        {stageMessage ? (
          <StageMessage message={stageMessage} />
        ) : message || !run ? (
          <RunMessage message={message ?? { kind: 'loading' }} />
        ) : (
          <RunBody run={run} />
        )}
      </div>
    </section>
  );
}
