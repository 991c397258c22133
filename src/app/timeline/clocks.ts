/** The picture of the two clocks: processing time to the right, event time upwards. Pure; the picture itself is `clocks-picture.ts`. */
import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import { inputName, operatorTitle, type LaneModel } from './lanes.ts';
import { mergeMarks, sourcesOf, type EventMarks } from './marks.ts';
import { niceDomain, type Span } from './scales.ts';
import type { Staircase } from './watermark-lines.ts';
import type { WindowBox } from './windows.ts';

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
  /** Event time, grown to whole marks; undefined if no row has one. */
  readonly span: Span | undefined;
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

function spanOf(model: LaneModel, windows: readonly WindowBox[]): Span | undefined {
  const { eventSpan, clock } = model;
  if (!eventSpan) return undefined;
  let { from, to } = eventSpan;
  for (const box of windows) {
    from = Math.min(from, box.startEpoch);
    to = Math.max(to, box.endEpoch);
  }
  return niceDomain({ from, to }, 5, clock.offsetAt(from));
}

export function clocksModel(model: LaneModel, selected: OperatorRef | undefined): ClocksModel {
  const { trace } = model;
  const operator = clocksOperator(model, selected);
  const own = operator === undefined ? undefined : model.lines.own(operator);
  const lanes = model.lanes.filter((lane) => lane.kind === 'source');
  const sources = lanes.flatMap((lane) => (lane.line && lane.line !== own ? [{ name: lane.title, line: lane.line }] : []));
  const windows = (operator === undefined ? undefined : model.windows.get(operator)) ?? [];
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
    events: mergeMarks(lanes.map((lane) => lane.events)),
    span: spanOf(model, windows),
  };
}

/** Windows with content after a step that have not given a result yet. */
export function openWindows(windows: readonly WindowBox[], step: StepRef): readonly WindowBox[] {
  return windows.filter((box) => box.opened <= step && (box.fired[0] ?? Infinity) > step && (box.purged ?? Infinity) > step);
}
