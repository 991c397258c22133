import { useState, type FormEvent } from 'react';
import {
  ChevronLeft,
  ChevronRight,
  PanelLeftOpen,
  PanelRightClose,
  PanelRightOpen,
  Pause,
  Play,
  SkipBack,
  SkipForward,
} from 'lucide-react';
import { findCommand } from '../../commands/command-list.ts';
import { isLeftShown, WIDE } from '../../commands/panels.ts';
import { movePlayhead, runToEnd, stepRun, toggleReplay } from '../../commands/run-navigation.ts';
import { msg } from '../../messages/messages.ts';
import { runTarget, runTargets } from '../../replay/run-target.ts';
import { useSession } from '../../session/session-context.ts';
import { IconButton, Segments } from '../../shell/controls.tsx';
import { SpeedMenu } from '../../shell/speed-menu.tsx';
import { useRunClock } from '../../store/selectors/run-clock.ts';
import { selectRun, usePlayhead, useRun, useRunOperator } from '../../store/selectors/replay.ts';
import { RUN_MODES, type RunMode } from '../../store/replay.ts';
import { useApp } from '../../store/store.ts';
import { useNarrow } from '../../theme/theme.ts';
import type { RunTrace } from '../../../trace/run-trace.ts';

/** The picture that is shown: the reader's choice, else both where there is room and something to see. */
export function useRunMode(): RunMode {
  const isSmall = useNarrow(1200);
  const hasTimes = useApp((state) => selectRun(state)?.steps.some((step) => step.eventTime !== undefined) ?? false);
  return useApp((state) => state.runMode) ?? (isSmall || !hasTimes ? 'lanes' : 'both');
}

/** First, back, play, on, last. */
export function RunTransport({ run, isCompact = false }: { readonly run: RunTrace | undefined; readonly isCompact?: boolean }) {
  const at = usePlayhead();
  const isPlaying = useApp((state) => state.isPlaying && state.playsRun);
  const last = Math.max(0, (run?.steps.length ?? 0) - 1);
  const size = isCompact ? 16 : 14;
  return (
    <div className="transport run-transport" role="group" aria-label={msg('run.transport')}>
      <IconButton label={msg('command.step.first')} disabled={at <= 0} onClick={() => runToEnd('first')}>
        <SkipBack size={size} />
      </IconButton>
      <IconButton label={msg('command.step.previous')} disabled={at <= 0} onClick={() => stepRun(-1)}>
        <ChevronLeft size={size} />
      </IconButton>
      <button
        type="button"
        className="btn icon primary"
        aria-label={msg(isPlaying ? 'transport.pause' : 'transport.play')}
        title={msg(isPlaying ? 'transport.pause' : 'transport.play')}
        disabled={last < 1}
        onClick={toggleReplay}
      >
        {isPlaying ? <Pause size={size} aria-hidden /> : <Play size={size} aria-hidden />}
      </button>
      <IconButton label={msg('command.step.next')} disabled={at >= last} onClick={() => stepRun(1)}>
        <ChevronRight size={size} />
      </IconButton>
      <IconButton label={msg('command.step.last')} disabled={at >= last} onClick={() => runToEnd('last')}>
        <SkipForward size={size} />
      </IconButton>
      <SpeedMenu />
      <span className="run-place" data-testid="run-counter">
        {msg('transport.step')} <b>{at}</b> {msg('transport.of', { total: last })}
      </span>
    </div>
  );
}

/** Goes to a row, a time or a window by name. */
function RunTo({ run }: { readonly run: RunTrace }) {
  const clock = useRunClock(run);
  const operator = useRunOperator();
  const [text, setText] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const go = (event: FormEvent): void => {
    event.preventDefault();
    const step = runTarget(run, clock, operator, text);
    setUnknown(step === undefined);
    if (step !== undefined) movePlayhead(step, 'jump');
  };
  return (
    <form className="run-to" onSubmit={go}>
      <input
        className="field"
        list="run-targets"
        value={text}
        aria-label={msg('run.to')}
        aria-invalid={isUnknown}
        placeholder={msg('run.toHint')}
        title={isUnknown ? msg('run.toUnknown') : msg('run.toTitle')}
        onChange={(event) => {
          setText(event.target.value);
          setUnknown(false);
        }}
      />
      <datalist id="run-targets">
        {runTargets(run, clock).map((target) => (
          <option key={target} value={target} />
        ))}
      </datalist>
      {isUnknown && (
        <span className="sr-only" role="alert">
          {msg('run.toUnknown')}
        </span>
      )}
    </form>
  );
}

/** What the marks of the timeline mean. */
function RunLegend() {
  return (
    <div className="run-legend" role="note" aria-label={msg('legend.label')}>
      <span>
        <i className="mark is-ontime" />
        {msg('run.legend.onTime')}
      </span>
      <span>
        <i className="mark is-late" />
        {msg('run.legend.late')}
      </span>
      <span>
        <svg width="10" height="10" aria-hidden>
          <path d="M1.5 1.5l7 7m0 -7l-7 7" className="mark-cross" />
        </svg>
        {msg('run.legend.dropped')}
      </span>
      <span>
        <svg width="16" height="10" aria-hidden>
          <path d="M0 8.5H8V1.5H16" className="mark-watermark" />
        </svg>
        {msg('run.legend.watermark')}
      </span>
      <span>
        <i className="mark is-window" />
        {msg('run.legend.open')}
      </span>
      <span>
        <i className="mark is-fired" />
        {msg('run.legend.fired')}
      </span>
    </div>
  );
}

/** Pictures, transport, run to, legend. */
export function RunHead() {
  const session = useSession();
  const run = useRun();
  const mode = useRunMode();
  const isTight = useNarrow(WIDE);
  const isLeftOpen = useApp((state) => isLeftShown(state, isTight));
  const isRightHidden = useApp((state) => state.hiddenPanels.has('right'));
  return (
    <div className="panel-head run-head">
      {!isLeftOpen && (
        <button
          type="button"
          className="btn ghost"
          aria-label={msg('streams.show')}
          title={msg('command.run.streams')}
          onClick={() => findCommand('run.streams').run(session)}
        >
          <PanelLeftOpen size={14} aria-hidden />
          <span className="run-head-word">{msg('streams.title')}</span>
        </button>
      )}
      <Segments
        label={msg('run.mode')}
        value={mode}
        onChange={(runMode) => useApp.getState().setReplay({ runMode })}
        choices={RUN_MODES.map((id) => ({ id, label: msg(`run.mode.${id}`) }))}
      />
      <span className="vsep" />
      <RunTransport run={run} />
      {run && <RunTo run={run} />}
      <span className="spacer" />
      <RunLegend />
      <IconButton label={msg('command.view.right')} onClick={() => useApp.getState().togglePanel('right')}>
        {isRightHidden ? <PanelRightOpen size={14} /> : <PanelRightClose size={14} />}
      </IconButton>
    </div>
  );
}
