import type { RunTrace } from '../../trace/run-trace.ts';
import { defaultOperator, eventCount } from '../replay/moments.ts';
import { tableSizeAt } from '../replay/results.ts';
import { runClock } from '../replay/time-text.ts';
import { clocksModelOf } from '../timeline/clocks.ts';
import { laneModelSteps } from '../timeline/lanes.ts';
import { verdictsAsItWas } from '../timeline/what-if.ts';

/** A shorter run is shown at once. */
export const LONG_RUN = 5_000;

/**
 * What the screen remembers of a run, worked out part by part before the run is shown: all of it at once would hold the page up for longer
 * than a blink. Whatever is left out here is worked out when it is drawn.
 */
export function* prepareRun(trace: RunTrace, zone: string): Generator<void, void> {
  eventCount(trace);
  runClock(trace, zone);
  yield;
  for (let result = 0; result < trace.results.length; result++) {
    tableSizeAt(trace, result, trace.steps.length - 1);
    yield;
  }
  const model = yield* laneModelSteps(trace, zone);
  yield;
  const operator = defaultOperator(trace);
  clocksModelOf(model, operator);
  yield;
  if (operator !== undefined) verdictsAsItWas(model, operator);
}

/** Goes through the parts of a preparation, each in a task of its own, then calls back; the answer ends it before. */
export function inSlices(steps: Generator<void, void>, onDone: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const slice = (): void => {
    if (steps.next().done) onDone();
    else timer = setTimeout(slice);
  };
  timer = setTimeout(slice);
  return () => clearTimeout(timer);
}
