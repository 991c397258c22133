import { useDeferredValue, useMemo } from 'react';
import type { StepRef } from '../../trace/run-trace.ts';
import { count, msg } from '../messages/messages.ts';
import { dayPrecision, elapsedText, eventTimeText } from './clock-text.ts';
import { upperBound } from './scales.ts';
import type { Lane, LaneModel } from './lane-kinds.ts';
import { lookupsAt } from './lookups.ts';
import { stepNotes, stepSentence } from './step-text.ts';
import { watermarkAt } from './watermark-lines.ts';

/** Steps before and after the playhead that the text names. */
const AROUND = 5;

function laneSentence(model: LaneModel, lane: Lane, step: StepRef): string {
  const parts: string[] = [];
  if (lane.kind === 'source') {
    const n = upperBound(lane.events.steps, step);
    parts.push(count('timeline.twin.rows', n));
    const late = upperBound(lane.events.late, step);
    if (late > 0) parts.push(msg('timeline.twin.late', { n: late }));
  }
  if ((lane.kind === 'source' || lane.kind === 'merge') && lane.line) {
    const time = eventTimeText(model.clock, watermarkAt(lane.line, step), { unit: 'milli', ...dayPrecision(model.eventSpan) });
    parts.push(msg('timeline.watermarkAt', { time }));
  }
  if (lane.kind === 'source' && lane.pauses.some((pause) => pause.from <= step && (pause.to ?? Infinity) > step))
    parts.push(msg('timeline.paused'));
  if (lane.kind === 'lookups') parts.push(msg('timeline.lookup.open', { n: lookupsAt(lane.rows, step) }));
  if (lane.kind === 'windows') {
    const open = lane.boxes.filter((box) => box.opened <= step && (box.fired[0] ?? box.purged ?? Infinity) > step).length;
    parts.push(count('timeline.twin.open', open));
  }
  if (lane.kind === 'counter')
    parts.push(msg('timeline.counter', { rowsIn: upperBound(lane.recordsIn, step), rowsOut: upperBound(lane.recordsOut, step) }));
  if (lane.kind === 'results') parts.push(count('timeline.lane.changes', upperBound(lane.steps, step)));
  return `${lane.title}: ${parts.length > 0 ? parts.join(', ') : lane.subtitle}`;
}

/** The picture in words: each lane at the playhead, and the steps around it. Not seen, but read. */
export function TimelineTwin({ model, step }: { readonly model: LaneModel; readonly step: StepRef }) {
  const shown = useDeferredValue(step);
  const lanes = useMemo(() => model.lanes.map((lane) => laneSentence(model, lane, shown)), [model, shown]);
  const first = Math.max(0, shown - AROUND);
  const steps = model.trace.steps.slice(first, shown + AROUND + 1);
  return (
    <>
      <ul aria-label={msg('timeline.twin.lanes')}>
        {lanes.map((text, index) => (
          <li key={model.lanes[index]?.key}>{text}</li>
        ))}
      </ul>
      <ol aria-label={msg('timeline.twin.steps')}>
        {steps.map((row, index) => (
          <li key={first + index} aria-current={first + index === shown ? 'step' : undefined}>
            {[elapsedText(row.at), stepSentence(model, first + index), ...stepNotes(model, first + index).map((note) => note.text)].join(
              ', ',
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
