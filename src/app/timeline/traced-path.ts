import type { OperatorRef, Origins, RunTrace, RunWindow, StepRef } from '../../trace/run-trace.ts';

/** The way of a traced row of the result: from its rows in the feed over operators and windows to its mark. */
export interface TracedPath {
  readonly operators: ReadonlySet<OperatorRef>;
  /** Step in which the row came out, its result, and its place among the rows that the result got in that step. */
  readonly step: StepRef;
  readonly result: number;
  readonly place: number;
  /** Windows that gave it. */
  readonly windows: readonly RunWindow[];
}

/** The way of a change, once it is known where it comes from. */
export function tracedPath(trace: RunTrace, change: number, origins: Origins): TracedPath | undefined {
  const found = trace.changes[change];
  if (!found) return undefined;
  const operators = new Set(origins.operators);
  const rows = new Set(origins.steps);
  const windows = trace.windows.filter(
    ({ operator, fired, rowSteps }) =>
      operators.has(operator) && fired.includes(found.step) && (rowSteps?.some((row) => rows.has(row)) ?? true),
  );
  let place = 0;
  for (let i = change - 1; trace.changes[i]?.step === found.step; i--) if (trace.changes[i]?.result === found.result) place++;
  return { operators, step: found.step, result: found.result, place, windows };
}
