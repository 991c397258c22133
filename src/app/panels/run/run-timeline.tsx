import type { RunTrace } from '../../../trace/run-trace.ts';
import { movePlayhead, selectOperator, toggleReplay } from '../../commands/run-navigation.ts';
import { moveFeedRow } from '../../session/feed-edits.ts';
import { selectZone } from '../../store/selectors/run-clock.ts';
import { selectTracedPath, useHighlighted, usePlayhead, useRunOperator } from '../../store/selectors/replay.ts';
import { useApp } from '../../store/store.ts';
import type { RunMode } from '../../store/replay.ts';
import { TimelineView } from '../../timeline/timeline-view.tsx';

/** The timeline of the run, tied to the playhead, the selected operator and the feed. */
export function RunTimeline({ run, mode }: { readonly run: RunTrace; readonly mode: RunMode }) {
  const step = usePlayhead();
  const operator = useRunOperator();
  const highlighted = useHighlighted();
  const path = useApp(selectTracedPath);
  const timeZone = useApp(selectZone);
  return (
    <TimelineView
      trace={run}
      step={step}
      mode={mode}
      selectedOperator={operator}
      highlighted={highlighted}
      path={path}
      timeZone={timeZone}
      onStep={(to) => movePlayhead(to, 'step')}
      onSelectOperator={selectOperator}
      onPlay={toggleReplay}
      onMoveRow={moveFeedRow}
    />
  );
}
