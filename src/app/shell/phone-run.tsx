import { useState } from 'react';
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack } from 'lucide-react';
import { runToEnd, selectOperator, stepRun, toggleReplay } from '../commands/run-navigation.ts';
import { msg } from '../messages/messages.ts';
import { Inspector } from '../panels/inspector/inspector.tsx';
import { Results } from '../panels/run/results.tsx';
import { RunBands } from '../panels/run/run-bands.tsx';
import { RunMessage, useRunMessage } from '../panels/run/run-message.tsx';
import { RunTimeline } from '../panels/run/run-timeline.tsx';
import { StageMessage, useStageMessage } from '../panels/plan-graph/stage-message.tsx';
import { useRunSentence } from '../panels/run/use-run-sentence.ts';
import { usePlayer } from '../panels/plan-graph/transport.tsx';
import { selectChosenOperator, usePlayhead, useRun } from '../store/selectors/replay.ts';
import { useApp } from '../store/store.ts';
import { IconButton, Segments } from './controls.tsx';
import { SpeedMenu } from './speed-menu.tsx';
import { PanelBoundary } from './panel-boundary.tsx';

function RunSheet() {
  const run = useRun();
  const at = usePlayhead();
  const sentence = useRunSentence(run);
  const isPlaying = useApp((state) => state.isPlaying && state.playsRun);
  if (!run) return null;
  const last = Math.max(0, run.steps.length - 1);
  return (
    <section className="phone-sheet is-run" aria-label={msg('run.transport')}>
      <p className="phone-run-sentence" role="status" aria-live="polite" data-testid="run-counter">
        {sentence}
      </p>
      <div className="phone-buttons">
        <IconButton label={msg('command.step.first')} disabled={at <= 0} onClick={() => runToEnd('first')} className="is-outlined">
          <SkipBack size={16} />
        </IconButton>
        <IconButton label={msg(isPlaying ? 'transport.pause' : 'transport.play')} onClick={toggleReplay} className="is-outlined">
          {isPlaying ? <Pause size={16} /> : <Play size={16} />}
        </IconButton>
        <button type="button" className="btn" disabled={at <= 0} onClick={() => stepRun(-1)}>
          <ChevronLeft size={16} aria-hidden />
          {msg('phone.previous')}
        </button>
        <button type="button" className="btn primary" disabled={at >= last} onClick={() => stepRun(1)}>
          {msg('phone.next')}
          <ChevronRight size={16} aria-hidden />
        </button>
      </div>
    </section>
  );
}

/** The run on a small screen: one picture, the results below it, the playhead at the thumb. */
export function PhoneRun() {
  const run = useRun();
  const stageMessage = useStageMessage();
  const message = useRunMessage();
  const mode = useApp((state) => (state.runMode === 'clocks' ? 'clocks' : 'lanes'));
  const [below, setBelow] = useState<'results' | 'operator'>('results');
  // Who taps on the name of a lane wants to see its operator.
  const isChosen = useApp((state) => selectChosenOperator(state) !== undefined);
  const shown = isChosen ? 'operator' : below;
  usePlayer();
  if (stageMessage) return <StageMessage message={stageMessage} />;
  return (
    <div className="phone-run">
      <RunBands />
      {message || !run ? (
        <RunMessage message={message ?? { kind: 'loading' }} />
      ) : (
        <>
          <div className="phone-run-mode">
            <Segments
              label={msg('run.mode')}
              value={mode}
              onChange={(runMode) => useApp.getState().setReplay({ runMode })}
              choices={(['lanes', 'clocks'] as const).map((id) => ({ id, label: msg(`run.mode.${id}`) }))}
            />
          </div>
          <div className="phone-run-picture">
            <PanelBoundary title={msg('run.timeline')} resetKey={run}>
              <RunTimeline run={run} mode={mode} />
            </PanelBoundary>
          </div>
          <div className="phone-run-mode">
            <Segments<'results' | 'operator'>
              label={msg('phone.below')}
              value={shown}
              onChange={(next) => {
                setBelow(next);
                if (next === 'results') selectOperator(undefined);
              }}
              choices={[
                { id: 'results', label: msg('run.results') },
                { id: 'operator', label: msg('inspector.title') },
              ]}
            />
            <SpeedMenu />
          </div>
          <PanelBoundary title={msg(shown === 'results' ? 'run.results' : 'inspector.title')} resetKey={run}>
            {shown === 'results' ? <Results run={run} /> : <Inspector />}
          </PanelBoundary>
          <RunSheet />
        </>
      )}
    </div>
  );
}
