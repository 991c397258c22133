import { useMemo } from 'react';
import type { Frame } from '../../graph/frames.ts';
import { runOverlay, type RunOverlay } from '../../graph/run-overlay.ts';
import type { RunEvent } from '../../../trace/run-trace.ts';
import { cellsText } from '../../replay/event-lines.ts';
import { runClock } from '../../replay/time-text.ts';
import { hasRows, showsRun } from '../../commands/run-navigation.ts';
import { selectRunIsOld, selectTracedPath, usePlayhead, useRun } from '../../store/selectors/replay.ts';
import { selectZone } from '../../store/selectors/run-clock.ts';
import type { Stage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';

const NO_EVENTS = [] as const;

/** What the run shows on the execution plan and the physical one; nothing at other stages, and while there is no run of this plan. */
export function useRunOverlay(stage: Stage | undefined, frame: Frame | undefined): RunOverlay | undefined {
  const run = useRun();
  const step = usePlayhead();
  const zone = useApp(selectZone);
  const moment = useApp((state) => state.moment);
  const path = useApp(selectTracedPath);
  const isShown = useApp((state) => showsRun(state) && !selectRunIsOld(state) && state.replay?.trace.statement === state.cursor.q);
  return useMemo(() => {
    if (!isShown || !run || !stage || stage.isOld || !frame?.tree || !hasRows(frame.position.stage)) return undefined;
    const isPhysical = frame.position.stage !== 'exec';
    const events = moment?.step.step === step ? moment.step.events : NO_EVENTS;
    const clock = runClock(run, zone);
    const textOf = ({ operator, input = 0, cells }: RunEvent): string =>
      cellsText(clock, cells, run.operators[run.operators[operator]?.inputs[input] ?? -1]?.columns);
    const input = {
      run,
      step,
      events,
      nodes: stage.trace.nodes,
      tree: frame.tree,
      keys: frame.keys,
      textOf,
      isPhysical,
      traced: path?.operators,
    };
    const overlay = runOverlay(input);
    return isPhysical && overlay.flows.size === 0 ? undefined : overlay;
  }, [isShown, run, stage, frame, moment, step, zone, path]);
}
