import type { RunTrace } from '../../../trace/run-trace.ts';
import { runSentence } from '../../replay/sentence.ts';
import { selectZone } from '../../store/selectors/run-clock.ts';
import { usePlayhead } from '../../store/selectors/replay.ts';
import { useApp } from '../../store/store.ts';
import { laneModelOf } from '../../timeline/lanes.ts';
import { lateReason } from '../../timeline/late-reason.ts';

/** The step at the playhead in a sentence; of late rows with the reason. */
export function useRunSentence(run: RunTrace | undefined): string {
  const at = usePlayhead();
  const zone = useApp(selectZone);
  if (!run) return '';
  const isLate = run.steps[at]?.lateness !== undefined;
  return runSentence(run, at, isLate ? lateReason(laneModelOf(run, zone), at) : undefined);
}
