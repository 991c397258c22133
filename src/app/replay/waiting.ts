import type { OperatorRef, RunTrace, RunWindow, StepRef } from '../../trace/run-trace.ts';
import { isIdleAt, outputLine, upstreamOf, watermarkAt } from './moments.ts';

/** A source and how far its watermark has come. */
export interface SourceProgress {
  readonly operator: OperatorRef;
  readonly table: string;
  readonly watermark: number;
  readonly isIdle: boolean;
  /** Step of its last row so far. */
  readonly lastRow?: StepRef;
}

/** A window that has rows and has not given a result yet. */
export interface WaitingWindow {
  readonly window: RunWindow;
  /** Rows in it so far. */
  readonly rows: number;
  /** The source that is furthest behind; absent if the windows close by processing time. */
  readonly holder?: SourceProgress;
}

function lastRowOf(trace: RunTrace, table: string, step: StepRef): StepRef | undefined {
  for (let i = step; i >= 0; i--) {
    const { cause, table: name } = trace.steps[i]!;
    if (cause === 'row' && name === table) return i;
  }
  return undefined;
}

/** Sources with watermarks above an operator, the one that is furthest behind first; idle ones last. */
export function sourcesBefore(trace: RunTrace, operator: OperatorRef, step: StepRef): readonly SourceProgress[] {
  const operators = upstreamOf(trace, operator);
  // The line of the watermark assigner counts where the source itself has none.
  const out: SourceProgress[] = [];
  for (const source of operators) {
    const table = trace.operators[source]!.table;
    if (table === undefined) continue;
    const carrier = watermarkCarrier(trace, source, new Set(operators));
    if (carrier === undefined) continue;
    const line = outputLine(trace, carrier)!;
    out.push({
      operator: source,
      table,
      watermark: watermarkAt(line, step),
      isIdle: isIdleAt(line, step),
      lastRow: lastRowOf(trace, table, step),
    });
  }
  return out.sort((a, b) => Number(a.isIdle) - Number(b.isIdle) || a.watermark - b.watermark);
}

/** The operator that gives out a source's watermark: the source, or the first one behind it with a line while there is one input each. */
function watermarkCarrier(trace: RunTrace, source: OperatorRef, within: ReadonlySet<OperatorRef>): OperatorRef | undefined {
  let at = source;
  for (;;) {
    if (outputLine(trace, at)) return at;
    const next = trace.operators.findIndex((operator, i) => within.has(i) && operator.inputs.includes(at));
    if (next < 0 || trace.operators[next]!.inputs.length > 1) return undefined;
    at = next;
  }
}

/** Step of a window's first row, also where it waits in a local phase. */
function firstRow(window: RunWindow): StepRef {
  return window.rowSteps?.[0] ?? window.opened;
}

function rowsUpTo({ rows, rowSteps }: RunWindow, step: StepRef): number {
  return rowSteps ? rowSteps.filter((row) => row <= step).length : rows;
}

/** Windows that are open after a step, in order of their end. */
export function waitingWindows(trace: RunTrace, step: StepRef): readonly WaitingWindow[] {
  const holders = new Map<OperatorRef, SourceProgress | undefined>();
  return trace.windows
    .filter(
      (window) =>
        firstRow(window) <= step && !(window.purged !== undefined && window.purged <= step) && !window.fired.some((fired) => fired <= step),
    )
    .map((window) => {
      if (!holders.has(window.operator)) holders.set(window.operator, sourcesBefore(trace, window.operator, step)[0]);
      return { window, rows: rowsUpTo(window, step), holder: holders.get(window.operator) };
    })
    .sort((a, b) => a.window.end - b.window.end || a.window.start - b.window.start);
}
