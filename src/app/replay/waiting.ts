import type { OperatorRef, RunTrace, RunWindow, StepRef } from '../../trace/run-trace.ts';

/** A window that has rows and has not given a result yet. */
export interface WaitingWindow {
  readonly window: RunWindow;
  /** Rows in it so far. */
  readonly rows: number;
}

/** Step of a window's first row, also where it waits in a local phase. */
function firstRow(window: RunWindow): StepRef {
  return window.rowSteps?.[0] ?? window.opened;
}

function rowsUpTo({ rows, rowSteps }: RunWindow, step: StepRef): number {
  return rowSteps ? rowSteps.filter((row) => row <= step).length : rows;
}

/** Windows that have rows and have not given a result after a step, in order of their end. */
export function waitingWindows(trace: RunTrace, step: StepRef): readonly WaitingWindow[] {
  return trace.windows
    .filter(
      (window) =>
        firstRow(window) <= step && !(window.purged !== undefined && window.purged <= step) && !window.fired.some((fired) => fired <= step),
    )
    .map((window) => ({ window, rows: rowsUpTo(window, step) }))
    .sort((a, b) => a.window.end - b.window.end || a.window.start - b.window.start);
}

/** True if the windows of an operator close by the clock: their time column, as EXPLAIN names it, is a processing time. */
export function closesByClock(trace: RunTrace, operator: OperatorRef): boolean {
  const { description, inputs } = trace.operators[operator] ?? { description: '', inputs: [] };
  const column = /time_col=\[([^\]]*)\]|GroupWindow\('[^,]*, ([^,)]*)/.exec(description)?.slice(1).find(Boolean);
  const columns = trace.operators[inputs[0] ?? -1]?.columns ?? [];
  return columns.some(({ name, time }) => name === column && time === 'PROCTIME');
}
