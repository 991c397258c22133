/** From the trace of a run to the list of lanes that the timeline draws. Pure; nothing here knows pixels. */
import type { OperatorRef, RunTrace, StepRef } from '../../trace/run-trace.ts';
import { roleOf } from '../graph/roles.ts';
import { resultTitle } from '../replay/results.ts';
import { count, msg } from '../messages/messages.ts';
import { clockOf, type EventClock } from './clock-text.ts';
import { inputName, LAST_DATE, ROW_KINDS, type Lane, type LaneModel, type ResultLane } from './lane-kinds.ts';
import { lookupRows } from './lookups.ts';
import { eventMarks } from './marks.ts';
import { niceDomain, visibleRange, type Span } from './scales.ts';
import { hasDate, mergeLane, sourceLanes } from './source-lanes.ts';
import { stepPlaces } from './step-places.ts';
import { minimumLine, watermarkLines } from './watermark-lines.ts';
import { buffersOf, firingsByStep, packTracks, windowBoxes } from './windows.ts';

/** More rows of windows than this are drawn as a count of open windows. */
export const MOST_TRACKS = 16;

function operatorLane(model: Pick<LaneModel, 'trace' | 'lines' | 'windows'>, ref: OperatorRef): Lane | undefined {
  const { trace, lines, windows } = model;
  const operator = trace.operators[ref];
  if (!operator || operator.inputs.length === 0) return undefined;
  const head = { key: `operator ${ref}`, operator: ref, title: operator.name, role: roleOf(operator.name) };
  if (/^Local|^MiniBatch.*Local/.test(operator.name)) {
    const subtitle = msg('timeline.lane.buffers');
    const buffers = buffersOf(operator.recordsIn, operator.recordsOut);
    return { ...head, kind: 'buffers', subtitle, buffers, isSliced: /Window/.test(operator.name) };
  }
  const rows = lookupRows(trace, ref);
  if (rows.length > 0) return { ...head, kind: 'lookups', subtitle: msg('timeline.lane.lookups'), rows };
  const boxes = windows.get(ref);
  if (boxes) {
    const tracks = packTracks(boxes, trace.steps.length, MOST_TRACKS);
    const subtitle = operator.lateDropped.length > 0 ? msg('timeline.lane.firesDrops') : msg('timeline.lane.fires');
    return { ...head, kind: 'windows', subtitle, boxes, tracks, dropped: operator.lateDropped };
  }
  if (operator.inputs.length > 1) {
    const inputs = operator.inputs.map((from, index) => ({ name: inputName(trace, from), line: lines.input(ref, index) }));
    if (inputs.some((input) => hasDate(input.line)))
      return mergeLane(trace, { ...head, line: lines.output(ref) ?? minimumLine(inputs.map((i) => i.line)), inputs });
  }
  if (operator.stateTtl === undefined && operator.lateDropped.length === 0) return undefined;
  const { recordsIn, recordsOut, lateDropped: dropped } = operator;
  return { ...head, kind: 'counter', subtitle: '', recordsIn, recordsOut, dropped };
}

function resultLanes(trace: RunTrace): readonly ResultLane[] {
  const lists = trace.results.map(() => ({ steps: [] as StepRef[], kinds: [] as number[] }));
  for (const change of trace.changes) {
    const list = lists[change.result];
    list?.steps.push(change.step);
    list?.kinds.push(Math.max(0, ROW_KINDS.indexOf(change.kind as (typeof ROW_KINDS)[number])));
  }
  return trace.results.map((result, index) => ({
    kind: 'results',
    key: `result ${index}`,
    operator: undefined,
    title: trace.results.length > 1 ? resultTitle(result.name) : msg('timeline.lane.result'),
    subtitle: count('timeline.lane.changes', lists[index]?.steps.length ?? 0),
    role: 'sink',
    result: index,
    steps: Int32Array.from(lists[index]?.steps ?? []),
    kinds: Uint8Array.from(lists[index]?.kinds ?? []),
  }));
}

/** The stretch of event time that rows and watermarks cover while processing time is within `domain`. */
export function eventExtent(model: Pick<LaneModel, 'lanes' | 'places'>, domain: Span): Span | undefined {
  const { lanes } = model;
  let [from, to] = [Infinity, -Infinity];
  const see = (steps: Int32Array, list: Float64Array): void => {
    const [first, end] = visibleRange(steps, model.places.places, domain);
    for (let i = first; i < end; i++) {
      const value = list[i] ?? NaN;
      if (!(Math.abs(value) <= LAST_DATE)) continue;
      if (value < from) from = value;
      if (value > to) to = value;
    }
  };
  for (const lane of lanes) {
    if (lane.kind === 'source') see(lane.events.steps, lane.events.times);
    if ((lane.kind === 'source' || lane.kind === 'merge') && lane.line) see(lane.line.steps, lane.line.values);
  }
  return from <= to ? { from, to } : undefined;
}

/** The same, grown to whole marks for the axes of lanes. */
export function eventSpan(model: Pick<LaneModel, 'lanes' | 'clock' | 'places'>, domain: Span): Span | undefined {
  const extent = eventExtent(model, domain);
  return extent && niceDomain(extent, 4, model.clock.offsetAt(extent.from));
}

/** Everything that the pictures of a run are drawn from. Computed once a trace. */
export function laneModel(trace: RunTrace, clock: EventClock): LaneModel {
  const steps = modelSteps(trace, clock);
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

/** `laneModel` in parts, for callers that must not be held up. */
function* modelSteps(trace: RunTrace, clock: EventClock): Generator<void, LaneModel> {
  const lines = watermarkLines(trace);
  const marks = eventMarks(trace);
  yield;
  const windows = windowBoxes(trace, clock);
  yield;
  const lanes: Lane[] = [...sourceLanes(trace, lines, marks)];
  for (const ref of trace.operators.keys()) {
    const lane = operatorLane({ trace, lines, windows }, ref);
    if (lane) lanes.push(lane);
    yield;
  }
  lanes.push(...resultLanes(trace));
  yield;
  const places = stepPlaces(trace);
  const span = eventSpan({ lanes, clock, places }, places.whole);
  const fired = firingsByStep([...windows.values()].flat());
  return { trace, clock, lines, marks, windows, fired, places, lanes, eventSpan: span };
}

const models = new WeakMap<RunTrace, Map<string, LaneModel>>();

function modelsOf(trace: RunTrace): Map<string, LaneModel> {
  let byZone = models.get(trace);
  if (!byZone) models.set(trace, (byZone = new Map<string, LaneModel>()));
  return byZone;
}

/** The model of a run in a time zone; the same object for the same run and zone. */
export function laneModelOf(trace: RunTrace, zone: string): LaneModel {
  const byZone = modelsOf(trace);
  let model = byZone.get(zone);
  if (!model) byZone.set(zone, (model = laneModel(trace, clockOf(trace, zone))));
  return model;
}

/** `laneModelOf` in parts: what it gives is there afterwards. */
export function* laneModelSteps(trace: RunTrace, zone: string): Generator<void, LaneModel> {
  const byZone = modelsOf(trace);
  const known = byZone.get(zone);
  if (known) return known;
  const made = yield* modelSteps(trace, clockOf(trace, zone));
  const model = byZone.get(zone) ?? made;
  byZone.set(zone, model);
  return model;
}
