import { useMemo } from 'react';
import type { Frame } from '../../graph/frames.ts';
import { runOverlay, type RunOverlay } from '../../graph/run-overlay.ts';
import { stepsRun } from '../../commands/run-navigation.ts';
import { selectRunIsOld, usePlayhead, useRun } from '../../store/selectors/replay.ts';
import type { Stage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';

const NO_EVENTS = [] as const;

/** What the run shows on the execution plan; nothing at other stages, and while there is no run of this plan. */
export function useRunOverlay(stage: Stage | undefined, frame: Frame | undefined): RunOverlay | undefined {
  const run = useRun();
  const step = usePlayhead();
  const moment = useApp((state) => state.moment);
  const isShown = useApp((state) => stepsRun(state) && !selectRunIsOld(state) && state.replay?.trace.statement === state.cursor.q);
  return useMemo(() => {
    if (!isShown || !run || !stage || stage.isOld || !frame?.tree || frame.position.stage !== 'exec') return undefined;
    const events = moment?.step.step === step ? moment.step.events : NO_EVENTS;
    return runOverlay({ run, step, events, nodes: stage.trace.nodes, tree: frame.tree, keys: frame.keys });
  }, [isShown, run, stage, frame, moment, step]);
}
