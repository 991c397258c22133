import type { OperatorRef, ReadingPause, RunLookup, RunOperator, RunTrace, StepRef } from '../../trace/run-trace.ts';
import type { Role } from '../graph/roles.ts';
import type { EventClock } from './clock-text.ts';
import type { EventMarks } from './marks.ts';
import type { Span } from './scales.ts';
import type { StepPlaces } from './step-places.ts';
import type { Holder, Staircase, WatermarkLines } from './watermark-lines.ts';
import type { Buffer, WindowBox } from './windows.ts';

interface LaneHead {
  readonly key: string;
  readonly operator: OperatorRef | undefined;
  readonly title: string;
  readonly subtitle: string;
  readonly role: Role;
}

/** Rows of a source (or of one partition) against event time, with its watermark. */
export interface SourceLane extends LaneHead {
  readonly kind: 'source';
  readonly table: string;
  readonly events: EventMarks;
  readonly line: Staircase | undefined;
  /** False if neither a row nor the watermark has a time: then there is no axis. */
  readonly hasTimes: boolean;
  /** When watermark alignment kept it from reading. */
  readonly pauses: readonly ReadingPause[];
}

/** An operator that follows the smallest of several watermarks. */
export interface MergeLane extends LaneHead {
  readonly kind: 'merge';
  readonly line: Staircase | undefined;
  readonly inputs: readonly { readonly name: string; readonly line: Staircase | undefined }[];
  readonly holders: readonly Holder[];
}

/** Windows from their first row to the purge. */
export interface WindowLane extends LaneHead {
  readonly kind: 'windows';
  /** All windows ascending by opening; packed into rows, or too many at a time for that. */
  readonly boxes: readonly WindowBox[];
  readonly tracks: readonly (readonly WindowBox[])[] | undefined;
  readonly dropped: Int32Array;
}

/** Lookups whose answer takes time, in rows of bars. */
export interface LookupLane extends LaneHead {
  readonly kind: 'lookups';
  readonly rows: readonly (readonly RunLookup[])[];
}

/** Buffers of an operator that gives out when it is flushed. */
export interface BufferLane extends LaneHead {
  readonly kind: 'buffers';
  readonly buffers: readonly Buffer[];
  readonly isSliced: boolean;
}

/** Any other operator with state: what came in and went out. */
export interface CounterLane extends LaneHead {
  readonly kind: 'counter';
  readonly recordsIn: Int32Array;
  readonly recordsOut: Int32Array;
  readonly dropped: Int32Array;
}

/** Changes of one result. */
export interface ResultLane extends LaneHead {
  readonly kind: 'results';
  readonly result: number;
  readonly steps: Int32Array;
  /** Index into `ROW_KINDS`. */
  readonly kinds: Uint8Array;
}

export type Lane = SourceLane | MergeLane | WindowLane | LookupLane | BufferLane | CounterLane | ResultLane;

/** Row kinds with their short text. */
export const ROW_KINDS = ['+I', '-U', '+U', '-D'] as const;

export interface LaneModel {
  readonly trace: RunTrace;
  readonly clock: EventClock;
  readonly lines: WatermarkLines;
  readonly places: StepPlaces;
  readonly lanes: readonly Lane[];
  /** Event times of all lanes that show one, grown to whole marks; undefined if the run has none. */
  readonly eventSpan: Span | undefined;
  readonly windows: ReadonlyMap<OperatorRef, readonly WindowBox[]>;
  /** Windows that gave a result, by step. */
  readonly fired: ReadonlyMap<StepRef, readonly WindowBox[]>;
  readonly marks: ReadonlyMap<string, EventMarks>;
}

/** Watermarks beyond what a date can be stand for the beginning and the end of time. */
export const LAST_DATE = 8.64e15;

/** What a reader calls an operator: the table of a source, else the node's name. */
export function operatorTitle(operator: RunOperator | undefined): string {
  return operator?.table ?? operator?.name ?? '';
}

/** The name of an input: its source's table if only one source feeds it, else the operator's name. */
export function inputName(trace: RunTrace, from: OperatorRef | undefined): string {
  if (from === undefined) return '';
  const operator = trace.operators[from];
  if (!operator || operator.inputs.length > 1) return operator?.name ?? '';
  return operator.inputs.length === 0 ? operatorTitle(operator) : inputName(trace, operator.inputs[0]);
}
