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
import { runToEnd, stepRun, toggleReplay } from '../../commands/run-navigation.ts';
import { msg } from '../../messages/messages.ts';
import { useSession } from '../../session/session-context.ts';
import { IconButton, Segments } from '../../shell/controls.tsx';
import { SpeedMenu } from '../../shell/speed-menu.tsx';
import { selectRun, usePlayhead, useRun } from '../../store/selectors/replay.ts';
import { RunTo } from './run-to.tsx';
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

/** Names of the buttons; beside the transport of the plan they say what they move. */
const OWN_NAMES = {
  first: 'command.step.first',
  previous: 'command.step.previous',
  next: 'command.step.next',
  last: 'command.step.last',
  play: 'transport.play',
  pause: 'transport.pause',
} as const;
const NAMES_BESIDE = {
  first: 'run.step.first',
  previous: 'run.step.previous',
  next: 'run.step.next',
  last: 'run.step.last',
  play: 'run.step.play',
  pause: 'run.step.pause',
} as const;

interface TransportProps {
  readonly run: RunTrace | undefined;
  /** The transport of the plan is on screen as well; it has the speed of both. */
  readonly isBeside?: boolean;
}

/** First, back, play, on, last. */
export function RunTransport({ run, isBeside = false }: TransportProps) {
  const at = usePlayhead();
  const isPlaying = useApp((state) => state.isPlaying && state.playsRun);
  const last = Math.max(0, (run?.steps.length ?? 0) - 1);
  const names = isBeside ? NAMES_BESIDE : OWN_NAMES;
  const play = msg(isPlaying ? names.pause : names.play);
  return (
    <div className="transport run-transport" role="group" aria-label={msg('run.transport')}>
      <IconButton label={msg(names.first)} disabled={at <= 0} onClick={() => runToEnd('first')}>
        <SkipBack size={14} />
      </IconButton>
      <IconButton label={msg(names.previous)} disabled={at <= 0} onClick={() => stepRun(-1)}>
        <ChevronLeft size={14} />
      </IconButton>
      <button type="button" className="btn icon primary" aria-label={play} title={play} disabled={last < 1} onClick={toggleReplay}>
        {isPlaying ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
      </button>
      <IconButton label={msg(names.next)} disabled={at >= last} onClick={() => stepRun(1)}>
        <ChevronRight size={14} />
      </IconButton>
      <IconButton label={msg(names.last)} disabled={at >= last} onClick={() => runToEnd('last')}>
        <SkipForward size={14} />
      </IconButton>
      {!isBeside && <SpeedMenu />}
      <span className="run-place" data-testid="run-counter">
        {msg('transport.step')} <b>{at}</b> {msg('transport.of', { total: last })}
      </span>
    </div>
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
