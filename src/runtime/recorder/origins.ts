import type { Origins, StepRef } from '../../trace/run-trace.ts';
import type { RunRecorder } from './run-recorder.ts';
import { countUpTo } from './columns.ts';

const MOST_STEPS = 10_000;
/** Events looked at for one answer. */
const MOST_VISITED = 400_000;

/**
 * Where the row of an event comes from: back over the records that it was made of, to the rows of the feed. For running results these are
 * all rows that went into the state behind it.
 */
export function originsOf(recorder: RunRecorder, event: number): Origins {
  const steps = new Set<StepRef>();
  const operators = new Set<number>();
  const visited = new Set<number>();
  const stack = [event];
  let isCut = false;
  while (stack.length > 0) {
    const next = stack.pop() ?? -1;
    if (next < 0 || visited.has(next)) continue;
    if (visited.size >= MOST_VISITED || steps.size >= MOST_STEPS) {
      isCut = true;
      break;
    }
    visited.add(next);
    operators.add(recorder.events.operator(next));
    const kind = recorder.events.kind(next);
    const parts = kind === 'record-out' ? recorder.originOf(next) : undefined;
    if (parts) {
      for (const { events, length } of parts) for (let i = 0; i < length; i++) stack.push(events[i] ?? -1);
      continue;
    }
    const cause = recorder.events.cause(next);
    if (kind === 'record-in' && cause < 0) steps.add(stepOfEvent(recorder, next));
    // A row that a timer or a watermark let out names what it was made of; the trigger is no origin.
    else if (kind === 'record-in' || recorder.events.kind(cause) === 'record-in') stack.push(cause);
  }
  return { event, steps: [...steps].sort((a, b) => a - b), operators: [...operators].sort((a, b) => a - b), isCut };
}

export function stepOfEvent(recorder: RunRecorder, event: number): StepRef {
  return countUpTo((i) => recorder.firstEvents.at(i), recorder.firstEvents.length, event) - 1;
}
