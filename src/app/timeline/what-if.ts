/**
 * Late-data what-if: which rows another delay of a source's watermark would have made late, dropped or counted. Rows arrive as they did;
 * the source's watermark is moved back by the added delay, and a row is dropped if the last window that it belongs to has ended by the
 * operator's watermark when it arrives (`SlicingWindowProcessor.isWindowFired`). Where that rule does not give what the run itself dropped
 * (sessions, several operators that drop), there is no answer instead of a wrong one.
 */
import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import type { LaneModel } from './lane-kinds.ts';
import { DROPPED } from './marks.ts';
import { hasDate } from './source-lanes.ts';
import { isIdleAt, watermarkAt, type Staircase } from './watermark-lines.ts';
import type { WindowBox } from './windows.ts';

/** Milliseconds by which the watermark of a source is held back further than in the run. */
export type Delays = ReadonlyMap<OperatorRef, number>;

export interface WhatIf {
  /** Rows that are dropped with these delays. */
  readonly dropped: readonly StepRef[];
  /** Rows behind the watermark of their own source. */
  readonly late: readonly StepRef[];
  /** Dropped in the run, counted with these delays; and the other way round. */
  readonly saved: readonly StepRef[];
  readonly lost: readonly StepRef[];
}

/** Sources whose watermark reaches an operator, with the line that their lane shows. */
export function sourcesOfOperator(
  model: LaneModel,
  operator: OperatorRef,
): readonly { readonly source: OperatorRef; readonly name: string }[] {
  const above = new Set<OperatorRef>();
  const walk = (ref: OperatorRef): void => {
    above.add(ref);
    model.trace.operators[ref]?.inputs.forEach(walk);
  };
  walk(operator);
  return model.lanes.flatMap((lane) =>
    lane.kind === 'source' && hasDate(lane.line) && lane.operator !== undefined && above.has(lane.operator)
      ? [{ source: lane.operator, name: lane.table }]
      : [],
  );
}

/** Windows of one size at equal distances. */
interface Grid {
  readonly size: number;
  readonly slide: number;
  readonly origin: number;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** The grid that an operator's windows lie on; undefined if they differ in size, as sessions and cumulating windows do. */
export function windowGrid(boxes: readonly WindowBox[]): Grid | undefined {
  const [first] = boxes;
  if (!first) return undefined;
  const size = first.endEpoch - first.startEpoch;
  if (boxes.some((box) => box.endEpoch - box.startEpoch !== size)) return undefined;
  const slide = boxes.reduce((step, box) => gcd(Math.abs(box.startEpoch - first.startEpoch), step), size);
  return { size, slide, origin: first.startEpoch };
}

/** End of the last window that a time belongs to. */
function lastEnd(grid: Grid, time: number): number {
  return grid.origin + Math.floor((time - grid.origin) / grid.slide) * grid.slide + grid.size;
}

function lineOf(model: LaneModel, source: OperatorRef): Staircase | undefined {
  const lane = model.lanes.find((candidate) => candidate.kind === 'source' && candidate.operator === source);
  return lane?.kind === 'source' ? (model.lines.output(source) ?? lane.line) : undefined;
}

interface Delayed {
  readonly watermark: number;
  readonly isIdle: boolean;
}

/** An operator's watermark after a step, its sources held back. */
function delayedWatermark(model: LaneModel, operator: OperatorRef, step: StepRef, delays: Delays): Delayed {
  const inputs = model.trace.operators[operator]?.inputs ?? [];
  if (inputs.length === 0) {
    const line = lineOf(model, operator);
    if (!line) return { watermark: -Infinity, isIdle: false };
    return { watermark: watermarkAt(line, step) - (delays.get(operator) ?? 0), isIdle: isIdleAt(line, step) };
  }
  const all = inputs.map((input) => delayedWatermark(model, input, step, delays));
  const active = all.filter((input) => !input.isIdle);
  const watermark = Math.min(...(active.length > 0 ? active : all).map((input) => input.watermark));
  return { watermark, isIdle: active.length === 0 };
}

interface Verdicts {
  readonly dropped: readonly StepRef[];
  readonly late: readonly StepRef[];
}

function judge(model: LaneModel, operator: OperatorRef, grid: Grid, delays: Delays): Verdicts {
  const dropped: StepRef[] = [];
  const late: StepRef[] = [];
  const sources = new Map(sourcesOfOperator(model, operator).map(({ source, name }) => [name, source]));
  model.trace.steps.forEach((row, step) => {
    if (row.cause !== 'row' || row.eventTime === undefined || row.table === undefined) return;
    const source = sources.get(row.table);
    if (source === undefined) return;
    if (row.eventTime <= delayedWatermark(model, source, step - 1, delays).watermark) late.push(step);
    if (lastEnd(grid, row.eventTime) - 1 <= delayedWatermark(model, operator, step - 1, delays).watermark) dropped.push(step);
  });
  return { dropped, late };
}

/** What these delays would have changed at an operator with windows; undefined where the rule above does not hold. */
export function whatIf(model: LaneModel, operator: OperatorRef, delays: Delays): WhatIf | undefined {
  const grid = windowGrid(model.windows.get(operator) ?? []);
  if (!grid) return undefined;
  const inRun = [...model.marks.values()]
    .flatMap((events) => [...events.steps].filter((_, i) => events.marks[i] === DROPPED))
    .sort((a, b) => a - b);
  const asItWas = judge(model, operator, grid, new Map());
  if (asItWas.dropped.join() !== inRun.join()) return undefined;
  const { dropped, late } = judge(model, operator, grid, delays);
  const [before, after] = [new Set(inRun), new Set(dropped)];
  return { dropped, late, saved: inRun.filter((step) => !after.has(step)), lost: dropped.filter((step) => !before.has(step)) };
}
