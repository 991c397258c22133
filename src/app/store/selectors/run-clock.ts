import { runClock, sessionZone, type RunClock } from '../../replay/time-text.ts';
import type { RunTrace } from '../../../trace/run-trace.ts';
import { useApp, type AppState } from '../store.ts';

let last: { sql: string; options: AppState['options']; zone: string } | undefined;

/** The zone in which the session prints TIMESTAMP_LTZ. */
export function selectZone(state: AppState): string {
  if (last?.sql !== state.sql || last.options !== state.options)
    last = { sql: state.sql, options: state.options, zone: sessionZone(state.sql, state.options) };
  return last.zone;
}

/** How event times of a run are written in this session. */
export function useRunClock(trace: RunTrace): RunClock {
  return runClock(trace, useApp(selectZone));
}
