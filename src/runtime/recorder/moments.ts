import type { OperatorMoment, OperatorRef, RunEvent, StepMoment, StepRef, TimerEntry } from '../../trace/run-trace.ts';
import type { Row } from '../record.ts';
import type { RunRecorder } from './run-recorder.ts';
import { rowKeyText } from '../state/row-key.ts';
import { OF_PARTITION, ROW_KINDS } from './run-recorder.ts';
import { splitStateKey, type StateLog } from './state-log.ts';

const MOST_LISTED = 200;
const MOST_EVENTS = 2_000;

/** Values of a row as the client prints them. `operator` gives it out, or (for `input` from 0) takes it in. */
export type RowCells = (operator: OperatorRef, row: Row, input: number) => readonly (string | null)[];

/** Everything of a step, in order. */
export function stepMoment(recorder: RunRecorder, step: StepRef, cells: RowCells): StepMoment {
  const [first, end] = eventRange(recorder, step);
  const events: RunEvent[] = [];
  for (let e = first; e < Math.min(end, first + MOST_EVENTS); e++) events.push(runEvent(recorder, e, { step, cells }));
  return { step, events, total: end - first };
}

/** An operator after a step. */
export function operatorMoment(recorder: RunRecorder, operator: OperatorRef, o: { step: StepRef; cells: RowCells }): OperatorMoment {
  const { step, cells } = o;
  const [first, end] = eventRange(recorder, step);
  const events: RunEvent[] = [];
  for (let e = first; e < end && events.length < MOST_LISTED; e++) {
    if (recorder.events.operator(e) === operator) events.push(runEvent(recorder, e, { step, cells }));
  }
  const recorded = recorder.operators[operator];
  const inputCount = Math.max(1, recorded?.node.inputs.length ?? 1);
  const inputs = Array.from({ length: inputCount }, (_, i) => ({
    watermark: recorder.watermarks.valueAt(operator, i, step),
    idle: recorder.watermarks.isIdleAt(operator, i, step),
  }));
  const timers = timersAt(recorder, operator, end);
  return {
    operator,
    step,
    watermark: combined(inputs),
    inputs,
    ...statesAt(recorded?.states ?? [], { step, at: (s) => recorder.steps[s]?.at ?? 0 }),
    timers: timers.slice(0, MOST_LISTED),
    timersTotal: timers.length,
    events,
  };
}

/** First event of a step and the one after its last. */
export function eventRange(recorder: RunRecorder, step: StepRef): readonly [number, number] {
  const { firstEvents, events } = recorder;
  const end = step + 1 < firstEvents.length ? firstEvents.at(step + 1) : events.length;
  return step < firstEvents.length ? [firstEvents.at(step), end] : [end, end];
}

function combined(inputs: readonly { readonly watermark: number; readonly idle: boolean }[]): number {
  const active = inputs.filter((i) => !i.idle);
  return active.length > 0 ? Math.min(...active.map((i) => i.watermark)) : Math.max(...inputs.map((i) => i.watermark));
}

function statesAt(
  states: readonly StateLog[],
  { step, at }: { readonly step: StepRef; readonly at: (step: StepRef) => number },
): Pick<OperatorMoment, 'state' | 'stateTotal'> {
  const total = { entries: 0, elements: 0, bytes: 0 };
  const state = states.flatMap((log) => {
    const part = log.entriesAt(step, { at, most: MOST_LISTED });
    total.entries += part.total.entries;
    total.elements += part.total.elements;
    total.bytes += part.total.bytes;
    return part.entries;
  });
  return { state: state.slice(0, MOST_LISTED), stateTotal: total };
}

/** Timers that are set before an event, earliest first. */
function timersAt(recorder: RunRecorder, operator: OperatorRef, end: number): readonly TimerEntry[] {
  const { notes } = recorder;
  const timers = recorder.operators[operator]?.timers.before(end) ?? [];
  return timers.map(({ time, ref }) => {
    const note = notes[ref];
    const namespace = note?.namespace ?? '';
    return {
      service: note?.name ?? '',
      domain: note?.domain ?? 'event',
      time,
      key: rowKeyText(note?.key ?? ''),
      ...(namespace !== '' && { namespace }),
    };
  });
}

function runEvent(recorder: RunRecorder, event: number, o: { readonly step: StepRef; readonly cells: RowCells }): RunEvent {
  const { events } = recorder;
  const kind = events.kind(event);
  const operator = events.operator(event);
  const cause = events.cause(event);
  const ref = events.ref(event);
  const time = events.time(event);
  const base = { index: event, kind, operator, ...(cause >= 0 && { cause }), ...(!Number.isNaN(time) && { time }) };
  switch (kind) {
    case 'record-in':
    case 'record-out':
    case 'late-dropped':
    case 'lookup': {
      const row = recorder.rows[ref];
      const input = kind === 'record-out' ? -1 : kind === 'record-in' ? events.sub(event) : 0;
      const rowKind = rowKindOf(recorder, event);
      return {
        ...base,
        ...(kind === 'record-in' && { input }),
        ...(rowKind !== undefined && { rowKind }),
        ...(row && { cells: o.cells(operator, row, kind === 'lookup' ? 1 : input) }),
      };
    }
    case 'watermark-in':
      return { ...base, input: events.sub(event) };
    case 'onEvent':
    case 'onPeriodicEmit':
    case 'paused':
    case 'resumed':
      return { ...base, ...(ref >= 0 && { partition: ref }) };
    case 'idle':
    case 'active':
      if (events.sub(event) === OF_PARTITION) return { ...base, partition: ref };
      return { ...base, ...(events.sub(event) !== 255 && { input: events.sub(event) }) };
    case 'end':
      return { ...base, input: events.sub(event) };
    case 'watermark-out':
      return base;
    default: {
      const note = recorder.notes[ref];
      if (!note) return base;
      const isState = kind.startsWith('state-');
      const split = isState ? splitStateKey(note.key) : { key: rowKeyText(note.key), namespace: note.namespace };
      const key = split.namespace ? `${split.namespace} ${split.key}`.trim() : split.key;
      const log = isState ? recorder.operators[operator]?.states.find((s) => s.name === note.name) : undefined;
      const value = log?.valueAt(note.key, o.step);
      return { ...base, name: note.name, key, ...(value !== undefined && { value }) };
    }
  }
}

/** The kind that a record came or went with. */
function rowKindOf(recorder: RunRecorder, event: number): string | undefined {
  const { events } = recorder;
  switch (events.kind(event)) {
    case 'record-out':
      return ROW_KINDS[events.sub(event)];
    case 'record-in': {
      const cause = events.cause(event);
      return cause >= 0 ? ROW_KINDS[events.sub(cause)] : undefined;
    }
    default:
      return undefined;
  }
}
