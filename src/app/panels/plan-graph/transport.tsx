import { useEffect } from 'react';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { neighbour } from '../../graph/positions.ts';
import { goToEnd, step, stepStage, togglePlay } from '../../commands/navigation.ts';
import { stepRun } from '../../commands/run-navigation.ts';
import { msg } from '../../messages/messages.ts';
import { IconButton } from '../../shell/controls.tsx';
import { SpeedMenu } from '../../shell/speed-menu.tsx';
import { usePosition, useStage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';

const BASE_MILLIS = 1100;

/** Moves on while playing; stops at the end. */
export function usePlayer(): void {
  const isPlaying = useApp((state) => state.isPlaying);
  const speed = useApp((state) => state.speed);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => {
      const state = useApp.getState();
      if (!(state.playsRun ? stepRun(1) : step(1, state.changedOnly))) useApp.setState({ isPlaying: false });
    }, BASE_MILLIS / speed);
    return () => clearInterval(timer);
  }, [isPlaying, speed]);
}

/** First, previous, play, next, next stage, last; and where we are. */
export function Transport() {
  const stage = useStage();
  const position = usePosition();
  const isPlaying = useApp((state) => state.isPlaying && !state.playsRun);
  const total = stage?.places.totalSteps ?? 0;
  const at = position?.globalStep ?? 0;
  const atStart = !stage || !position || position.index === 0;
  const atEnd = !stage || !position || !neighbour(stage.places, position.index, 1, false);
  return (
    <div className="transport" role="group" aria-label={msg('transport.label')}>
      <IconButton label={msg('command.step.first')} disabled={atStart} onClick={() => goToEnd('first')}>
        <SkipBack size={14} />
      </IconButton>
      <IconButton label={msg('command.step.previousStage')} disabled={atStart} onClick={() => stepStage(-1)} className="is-wide-only">
        <ChevronsLeft size={14} />
      </IconButton>
      <IconButton label={msg('command.step.previous')} disabled={atStart} onClick={() => step(-1, false)}>
        <ChevronLeft size={14} />
      </IconButton>
      <span className="transport-place" data-testid="step-counter">
        {msg('transport.step')} <b>{position?.event || at > 0 ? at : 0}</b> {msg('transport.of', { total })}
      </span>
      <IconButton label={msg('command.step.next')} disabled={atEnd} onClick={() => step(1, false)}>
        <ChevronRight size={14} />
      </IconButton>
      <IconButton label={msg('command.step.nextStage')} disabled={atEnd} onClick={() => stepStage(1)} className="is-wide-only">
        <ChevronsRight size={14} />
      </IconButton>
      <IconButton label={msg('command.step.last')} disabled={atEnd} onClick={() => goToEnd('last')}>
        <SkipForward size={14} />
      </IconButton>
      <span className="vsep" />
      <IconButton
        label={isPlaying ? msg('transport.pause') : msg('transport.play')}
        isOn={isPlaying}
        disabled={total === 0}
        onClick={togglePlay}
      >
        {isPlaying ? <Pause size={14} /> : <Play size={14} />}
      </IconButton>
      <SpeedMenu />
    </div>
  );
}
