/** The picture of the two clocks: processing time to the right, event time upwards. Pure; the picture itself is `clocks-picture.ts`. */
import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import { inputName, operatorTitle, type LaneModel } from './lane-kinds.ts';
import { eventExtent } from './lanes.ts';
import { DROPPED, mergeMarks, sourcesOf, withEventTimes, type EventMarks } from './marks.ts';
import { lowerBound, niceDomain, upperBound, type Span } from './scales.ts';
import type { Staircase } from './watermark-lines.ts';
import { closeOf, isWaiting, type WindowBox } from './windows.ts';

export interface ClocksModel {
  readonly model: LaneModel;
  /** The operator whose windows and watermark are shown. */
  readonly operator: OperatorRef | undefined;
  /** Name of what its watermark comes from. */
  readonly ownName: string;
  readonly own: Staircase | undefined;
  /** Watermarks of the sources, unless there is only one, whose line is the operator's own. */
  readonly sources: readonly { readonly name: string; readonly line: Staircase }[];
  readonly windows: readonly WindowBox[];
  readonly firings: readonly { readonly step: StepRef; readonly box: WindowBox }[];
  readonly events: EventMarks;
}

/** The operator that the picture is about: the selected one if it has a watermark, else the last one with windows or several inputs. */
export function clocksOperator(model: LaneModel, selected: OperatorRef | undefined): OperatorRef | undefined {
  if (selected !== undefined && model.lines.own(selected)) return selected;
  const last = Math.max(-1, ...model.windows.keys());
  if (last >= 0) return last;
  const merge = model.lanes.findLast((lane) => lane.kind === 'merge');
  return merge?.operator ?? sourcesOf(model.trace).find((source) => model.lines.output(source));
}

/** Nearest operator on the way up that has several inputs, or the source. */
function decider(model: LaneModel, operator: OperatorRef): OperatorRef {
  const inputs = model.trace.operators[operator]?.inputs ?? [];
  return inputs.length === 1 && inputs[0] !== undefined ? decider(model, inputs[0]) : operator;
}

/** Event time is never taken to be shorter than this when windows are measured against it. */
const LEAST_EXTENT = 60_000;

/** Event time that is visible while processing time is within `domain`, grown to whole marks. */
export function clocksSpan(clocks: Pick<ClocksModel, 'model' | 'windows'>, domain: Span): Span | undefined {
  const { model, windows } = clocks;
  const { places } = model.places;
  const rows = eventExtent(model, domain) ?? model.eventSpan;
  if (!rows) return undefined;
  // With all of the run in sight whole windows matter, near by the rows do.
  const isWhole = domain.to - domain.from >= 0.9 * (model.places.whole.to - model.places.whole.from);
  const longest = (isWhole ? 30 : 2) * Math.max(LEAST_EXTENT, rows.to - rows.from);
  let { from, to } = rows;
  // A window whose rows are all out of sight must not make the visible ones small.
  for (const box of windows) {
    const isNear = box.startEpoch <= rows.to && box.endEpoch >= rows.from && box.endEpoch - box.startEpoch <= longest;
    if (!isNear || (places[box.opened] ?? 0) > domain.to || (places[closeOf(box, places.length)] ?? 0) < domain.from) continue;
    from = Math.min(from, box.startEpoch);
    to = Math.max(to, box.endEpoch);
  }
  return niceDomain({ from, to }, 5, model.clock.offsetAt(from));
}

/** True for the second of two phases, at which a window's first row arrives long after it came in. */
function isGlobal(model: LaneModel, operator: OperatorRef | undefined): boolean {
  return operator !== undefined && (model.trace.operators[operator]?.name.startsWith('Global') ?? false);
}

/** Windows that open with the first row of their time that was not dropped, wherever it waits before it reaches the operator. */
export function fromFirstRow(boxes: readonly WindowBox[], events: EventMarks): readonly WindowBox[] {
  // Bounds cut event time into stretches; a window is opened by the earliest of the first rows of its stretches.
  const bounds = new Float64Array(new Set(boxes.flatMap((box) => [box.startEpoch, box.endEpoch]))).sort();
  const first = new Float64Array(bounds.length).fill(Infinity);
  let stretch = -1;
  for (let i = 0; i < events.steps.length; i++) {
    const time = events.times[i]!;
    if (events.marks[i] === DROPPED || !Number.isFinite(time)) continue;
    // Rows near each other are mostly of one stretch.
    if (!(time >= (bounds[stretch] ?? Infinity) && time < (bounds[stretch + 1] ?? Infinity))) stretch = upperBound(bounds, time) - 1;
    if (stretch >= 0 && first[stretch] === Infinity) first[stretch] = events.steps[i]!;
  }
  return boxes.map((box) => {
    const end = lowerBound(bounds, box.endEpoch);
    let opened = box.opened;
    for (let i = lowerBound(bounds, box.startEpoch); i < end; i++) opened = Math.min(opened, first[i]!);
    return { ...box, opened };
  });
}

export function clocksModel(model: LaneModel, selected: OperatorRef | undefined): ClocksModel {
  const { trace } = model;
  const operator = clocksOperator(model, selected);
  const own = operator === undefined ? undefined : model.lines.own(operator);
  const lanes = model.lanes.filter((lane) => lane.kind === 'source');
  const sources = lanes.flatMap((lane) => (lane.line && lane.line !== own ? [{ name: lane.title, line: lane.line }] : []));
  const events = withEventTimes(mergeMarks(lanes.map((lane) => lane.events)));
  const boxes = (operator === undefined ? undefined : model.windows.get(operator)) ?? [];
  const windows = isGlobal(model, operator) ? fromFirstRow(boxes, events) : boxes;
  const source = operator === undefined ? undefined : decider(model, operator);
  return {
    model,
    operator,
    ownName:
      source === undefined
        ? ''
        : (trace.operators[source]?.inputs.length ?? 0) > 0
          ? operatorTitle(trace.operators[source])
          : inputName(trace, source),
    own,
    sources: sources.length > 1 || !own ? sources : [],
    windows,
    firings: windows.flatMap((box) => box.fired.map((step) => ({ step, box }))).sort((a, b) => a.step - b.step),
    events,
  };
}

const known = new WeakMap<LaneModel, Map<OperatorRef | undefined, ClocksModel>>();

/** `clocksModel`, remembered. */
export function clocksModelOf(model: LaneModel, selected: OperatorRef | undefined): ClocksModel {
  let byOperator = known.get(model);
  if (!byOperator) known.set(model, (byOperator = new Map<OperatorRef | undefined, ClocksModel>()));
  let clocks = byOperator.get(selected);
  if (!clocks) byOperator.set(selected, (clocks = clocksModel(model, selected)));
  return clocks;
}

/** Windows with content after a step that have not given a result yet. */
export function openWindows(windows: readonly WindowBox[], step: StepRef): readonly WindowBox[] {
  return windows.filter((box) => isWaiting(box, step));
}
