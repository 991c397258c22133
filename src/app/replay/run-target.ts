import type { OperatorRef, RunTrace, StepRef } from '../../trace/run-trace.ts';
import { watermarkAt } from '../timeline/watermark-lines.ts';
import { outputLine, stepOfRow } from './moments.ts';
import { windowText, type RunClock } from './time-text.ts';

/** Suggestions are for picking; a long run has more windows than anyone reads. */
const MOST_WINDOWS = 40;

/** Names that `runTarget` knows, for a list to pick from. */
export function runTargets(trace: RunTrace, clock: RunClock): readonly string[] {
  const windows = new Set(trace.windows.slice(0, MOST_WINDOWS * 4).map((window) => windowText(clock, window.start, window.end)));
  const last = trace.steps.at(-1)?.at ?? 0;
  return [...[...windows].slice(0, MOST_WINDOWS), ...(last > 0 ? [`${(last / 2000).toFixed(1)} s`] : [])];
}

function firstWhere(trace: RunTrace, matches: (step: StepRef) => boolean): StepRef | undefined {
  for (let step = 0; step < trace.steps.length; step++) if (matches(step)) return step;
  return undefined;
}

/** Milliseconds of `10:20`, `10:20:30.5` on the day of the run's first event time, or of a whole timestamp. */
function eventTimeOf(trace: RunTrace, text: string): number | undefined {
  const match = /^(?:(\d{4}-\d{2}-\d{2})[ T])?(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)?$/.exec(text);
  if (!match) return undefined;
  const first = trace.steps.find((step) => step.eventTime !== undefined)?.eventTime ?? 0;
  const day = match[1] === undefined ? Math.floor(first / 86_400_000) * 86_400_000 : Date.parse(`${match[1]}T00:00:00Z`);
  const seconds = Number(match[4] ?? 0) + Number(match[5] ?? 0);
  return day + (Number(match[2]) * 60 + Number(match[3])) * 60_000 + seconds * 1000;
}

/**
 * The step that a text names: `7` or `row 7` (when the row comes), `web 7`, `9.4 s` (the clock), `10:20` (when the watermark of the
 * operator in view has reached it), `[10:10, 10:20)` (when the window fires).
 */
export function runTarget(trace: RunTrace, clock: RunClock, operator: OperatorRef | undefined, input: string): StepRef | undefined {
  const text = input.trim();
  const window = trace.windows.find((candidate) => windowText(clock, candidate.start, candidate.end) === text);
  if (window) return window.fired[0] ?? window.purged ?? window.opened;
  const elapsed = /^(\d+(?:\.\d+)?)\s*(ms|s|min)$/.exec(text);
  if (elapsed) {
    const millis = Number(elapsed[1]) * (elapsed[2] === 'ms' ? 1 : elapsed[2] === 's' ? 1000 : 60_000);
    const after = firstWhere(trace, (step) => trace.steps[step]!.at > millis);
    return after === undefined ? trace.steps.length - 1 : Math.max(0, after - 1);
  }
  const row = /^(?:(\S+)\s+)?(\d+)$/.exec(text);
  if (row) {
    const step = stepOfRow(trace, Number(row[2]));
    const names = ['row', step === undefined ? undefined : trace.steps[step]?.table];
    return step !== undefined && (row[1] === undefined || names.includes(row[1])) ? step : undefined;
  }
  const time = eventTimeOf(trace, text);
  if (time === undefined) return undefined;
  const line = watermarkLine(trace, operator);
  const reached = time - clock.clock.offsetAt(time);
  return line && firstWhere(trace, (step) => watermarkAt(line, step) >= reached);
}

/** What the operator sends on as its watermark; of the last operator that has one if it has none. */
function watermarkLine(trace: RunTrace, operator: OperatorRef | undefined) {
  const own = operator === undefined ? undefined : outputLine(trace, operator);
  return own ?? trace.watermarks.findLast((line) => line.input === -1 && line.partition === undefined);
}
