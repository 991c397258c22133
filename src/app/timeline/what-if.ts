/**
 * Late-data what-if: which rows another delay of a source's watermark, or an idle timeout, would have made late, dropped or counted. Rows
 * arrive as they did; the source's watermark is moved back by the added delay, a silent source is left out of the minimum, and a row is dropped if the last window that it belongs to has ended by the
 * operator's watermark when it arrives (`SlicingWindowProcessor.isWindowFired`). Where that rule does not give what the run itself dropped
 * (sessions, several operators that drop), there is no answer instead of a wrong one.
 */
import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import type { LaneModel } from './lane-kinds.ts';
import { DROPPED } from './marks.ts';
import { hasDate } from './source-lanes.ts';
import type { Staircase } from './watermark-lines.ts';
import type { WindowBox } from './windows.ts';

/** Milliseconds by source. */
export type BySource = ReadonlyMap<OperatorRef, number>;

/** What is asked for. */
export interface Change {
  /** How much further than in the run the watermark of a source is held back. */
  readonly delays: BySource;
  /** Idle timeouts (`table.exec.source.idle-timeout`): a source without a row for so long does not hold others back. */
  readonly timeouts: BySource;
}

export const NO_CHANGE: Change = { delays: new Map(), timeouts: new Map() };

export interface WhatIf {
  /** Rows that are dropped with these delays. */
  readonly dropped: readonly StepRef[];
  /** Rows behind the watermark of their own source. */
  readonly late: readonly StepRef[];
  /** Dropped in the run, counted with these delays; and the other way round. */
  readonly saved: readonly StepRef[];
  readonly lost: readonly StepRef[];
  /** Windows that would close at an earlier, and at a later step. */
  readonly earlier: number;
  readonly later: number;
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

interface Verdicts {
  readonly dropped: readonly StepRef[];
  readonly late: readonly StepRef[];
  /** For each window the first step that finds it closed; Infinity if none does. */
  readonly closed: readonly number[];
}

/** What an operator has just before a step. */
interface Reached {
  readonly inputs: readonly Reached[];
  readonly line: Staircase | undefined;
  readonly delay: number;
  readonly timeout: number;
  watermark: number;
  isIdle: boolean;
  /** Entries of the line up to the step before; the steps are asked for one after the other. */
  stairs: number;
  turns: number;
  /** Processing time of a source's last row so far. */
  lastRow: number;
}

/** Watermarks of a run under other delays and timeouts, one step after the other. */
class Replay {
  private readonly model: LaneModel;
  private readonly change: Change;
  private readonly known = new Map<OperatorRef, Reached>();
  /** Inputs stand before the operators that read them. */
  private readonly order: Reached[] = [];

  constructor(model: LaneModel, change: Change) {
    this.model = model;
    this.change = change;
  }

  /** An operator that is asked about; its entry changes with `goTo`. */
  follow(operator: OperatorRef): Reached {
    let reached = this.known.get(operator);
    if (reached) return reached;
    const inputs = (this.model.trace.operators[operator]?.inputs ?? []).map((input) => this.follow(input));
    const { delays, timeouts } = this.change;
    reached = {
      inputs,
      line: inputs.length === 0 ? lineOf(this.model, operator) : undefined,
      delay: delays.get(operator) ?? 0,
      timeout: timeouts.get(operator) ?? Infinity,
      watermark: -Infinity,
      isIdle: false,
      stairs: 0,
      turns: 0,
      lastRow: 0,
    };
    this.known.set(operator, reached);
    this.order.push(reached);
    return reached;
  }

  /** To just before a step: all that the step before it brought, and the timeouts that have run out since. */
  goTo(step: StepRef): void {
    const now = this.model.trace.steps[step]?.at ?? 0;
    for (const reached of this.order) {
      if (reached.inputs.length > 0) follow(reached);
      else if (reached.line) followLine(reached, reached.line, step - 1, now);
    }
  }
}

/** The minimum of the active inputs, of all if none is active. A watermark never goes back when an input wakes up. */
function follow(reached: Reached): void {
  let [active, least] = [Infinity, Infinity];
  let isIdle = true;
  for (const input of reached.inputs) {
    least = Math.min(least, input.watermark);
    if (input.isIdle) continue;
    isIdle = false;
    active = Math.min(active, input.watermark);
  }
  reached.watermark = Math.max(isIdle ? least : active, reached.watermark);
  reached.isIdle = isIdle;
}

function followLine(reached: Reached, line: Staircase, last: StepRef, now: number): void {
  while (reached.stairs < line.steps.length && line.steps[reached.stairs]! <= last) reached.stairs++;
  while (reached.turns < line.idle.length && line.idle[reached.turns]! <= last) reached.turns++;
  reached.watermark = (line.values[reached.stairs - 1] ?? -Infinity) - reached.delay;
  reached.isIdle = reached.turns % 2 === 1 || now - reached.lastRow >= reached.timeout;
}

function judge(model: LaneModel, operator: OperatorRef, grid: Grid, change: Change): Verdicts {
  const dropped: StepRef[] = [];
  const late: StepRef[] = [];
  const boxes = model.windows.get(operator) ?? [];
  const closed = boxes.map(() => Infinity);
  const byEnd = boxes.map((_, i) => i).sort((a, b) => (boxes[a]?.endEpoch ?? 0) - (boxes[b]?.endEpoch ?? 0));
  let next = 0;
  const replay = new Replay(model, change);
  const own = replay.follow(operator);
  const sources = new Map(sourcesOfOperator(model, operator).map(({ source, name }) => [name, replay.follow(source)]));
  model.trace.steps.forEach((row, step) => {
    replay.goTo(step);
    const { watermark } = own;
    for (; next < byEnd.length && watermark >= (boxes[byEnd[next] ?? 0]?.endEpoch ?? 0) - 1; next++) closed[byEnd[next] ?? 0] = step;
    if (row.cause !== 'row' || row.eventTime === undefined || row.table === undefined) return;
    const source = sources.get(row.table);
    if (source === undefined) return;
    if (row.eventTime <= source.watermark) late.push(step);
    if (lastEnd(grid, row.eventTime) - 1 <= watermark) dropped.push(step);
    source.lastRow = row.at;
  });
  return { dropped, late, closed };
}

const unchanged = new WeakMap<LaneModel, Map<OperatorRef, Verdicts | undefined>>();

/** What the rule says of the run as it was; undefined where that is not what happened, or there is no grid. */
export function verdictsAsItWas(model: LaneModel, operator: OperatorRef): Verdicts | undefined {
  let byOperator = unchanged.get(model);
  if (!byOperator) unchanged.set(model, (byOperator = new Map<OperatorRef, Verdicts | undefined>()));
  if (!byOperator.has(operator)) byOperator.set(operator, checkedVerdicts(model, operator));
  return byOperator.get(operator);
}

function checkedVerdicts(model: LaneModel, operator: OperatorRef): Verdicts | undefined {
  const grid = windowGrid(model.windows.get(operator) ?? []);
  if (!grid) return undefined;
  const inRun = [...model.marks.values()]
    .flatMap((events) => Array.from(events.steps.filter((_, i) => events.marks[i] === DROPPED)))
    .sort((a, b) => a - b);
  const verdicts = judge(model, operator, grid, NO_CHANGE);
  return verdicts.dropped.join() === inRun.join() ? verdicts : undefined;
}

/** What these delays and timeouts would have changed at an operator with windows; undefined where the rule above does not hold. */
export function whatIf(model: LaneModel, operator: OperatorRef, change: Change): WhatIf | undefined {
  const grid = windowGrid(model.windows.get(operator) ?? []);
  if (!grid) return undefined;
  const asItWas = verdictsAsItWas(model, operator);
  if (!asItWas) return undefined;
  const inRun = asItWas.dropped;
  const { dropped, late, closed } = change === NO_CHANGE ? asItWas : judge(model, operator, grid, change);
  const [before, after] = [new Set(inRun), new Set(dropped)];
  return {
    dropped,
    late,
    saved: inRun.filter((step) => !after.has(step)),
    lost: dropped.filter((step) => !before.has(step)),
    earlier: closed.filter((step, i) => step < (asItWas.closed[i] ?? Infinity)).length,
    later: closed.filter((step, i) => step > (asItWas.closed[i] ?? Infinity)).length,
  };
}
