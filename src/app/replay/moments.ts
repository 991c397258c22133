import type { OperatorRef, RunTrace, StepRef, WatermarkLine } from '../../trace/run-trace.ts';
import { watermarkAt } from '../timeline/watermark-lines.ts';

/** The staircase of what an operator sends on; of several partitions none. */
export function outputLine(trace: RunTrace, operator: OperatorRef): WatermarkLine | undefined {
  return trace.watermarks.find((line) => line.operator === operator && line.input === -1 && line.partition === undefined);
}

/** What an operator has sent on as its watermark after a step; `-Infinity` if nothing. */
export function outputWatermark(trace: RunTrace, operator: OperatorRef, step: StepRef): number {
  const line = outputLine(trace, operator);
  return line ? watermarkAt(line, step) : -Infinity;
}

/** The operators that an operator reads from, directly or not, itself included. */
export function upstreamOf(trace: RunTrace, operator: OperatorRef): readonly OperatorRef[] {
  const seen = new Set<OperatorRef>();
  const visit = (ref: OperatorRef): void => {
    if (seen.has(ref)) return;
    seen.add(ref);
    trace.operators[ref]?.inputs.forEach(visit);
  };
  visit(operator);
  return [...seen].sort((a, b) => a - b);
}

/** The number that a row has on screen: its line in the feed; undefined for steps that are no rows. */
export function rowNumber(trace: RunTrace, step: StepRef): number | undefined {
  const found = trace.steps[step];
  return found?.cause === 'row' ? found.line : undefined;
}

/** The step in which the row of a line came. */
export function stepOfRow(trace: RunTrace, number: number): StepRef | undefined {
  const step = trace.steps.findIndex((candidate) => candidate.cause === 'row' && candidate.line === number);
  return step < 0 ? undefined : step;
}

/** Steps that something arrived in or fired in: all but the start and the ends of the sources. */
export function eventCount(trace: RunTrace): number {
  let count = eventCounts.get(trace);
  if (count === undefined) {
    count = trace.steps.reduce((n, step) => (step.cause === 'start' || step.cause === 'end' ? n : n + 1), 0);
    eventCounts.set(trace, count);
  }
  return count;
}

const eventCounts = new WeakMap<RunTrace, number>();

const defaults = new WeakMap<RunTrace, { readonly operator: OperatorRef | undefined }>();

/** The operator that is most worth a look: the last one that keeps windows, else the last with state, else the last before the sinks. */
export function defaultOperator(trace: RunTrace): OperatorRef | undefined {
  let known = defaults.get(trace);
  if (!known) defaults.set(trace, (known = { operator: mostWorth(trace) }));
  return known.operator;
}

function mostWorth(trace: RunTrace): OperatorRef | undefined {
  const last = (matches: (operator: OperatorRef) => boolean): OperatorRef | undefined => trace.operators.map((_, i) => i).findLast(matches);
  const windowed = new Set(trace.windows.map((window) => window.operator));
  return (
    last((i) => windowed.has(i)) ??
    last((i) => /Join|Aggregate|Rank|Match|Deduplicate|Normalize/.test(trace.operators[i]!.name)) ??
    last((i) => trace.operators[i]!.stateTtl !== undefined) ??
    last((i) => !/Sink/.test(trace.operators[i]!.name)) ??
    last(() => true)
  );
}
