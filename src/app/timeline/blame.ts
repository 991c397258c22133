/**
 * Why a window has not fired yet: who holds the watermark back. From the window's operator upwards along the smallest input to the source
 * (or one of its partitions) that decides. Pure; `blame-text.ts` puts it into words.
 */
import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import { inputName, operatorTitle, type LaneModel } from './lane-kinds.ts';
import { marksKey, mergeMarks, NO_MARKS, partitionsOf, type EventMarks } from './marks.ts';
import { upperBound } from './scales.ts';
import { isIdleAt, standsSince, watermarkAt, type Staircase } from './watermark-lines.ts';
import { isWaiting, type WindowBox } from './windows.ts';

/** A watermark at a step, with its name. */
export interface BlameInput {
  readonly name: string;
  /** `-Infinity` before the first one. */
  readonly watermark: number;
  readonly isIdle: boolean;
}

/** One operator on the way up, and the input of it that is the smallest. */
export interface BlameStep {
  readonly operator: OperatorRef;
  readonly name: string;
  readonly watermark: number;
  /** All inputs where there are several, else empty. */
  readonly inputs: readonly BlameInput[];
  /** Index into `inputs`. */
  readonly holder?: number;
}

/** Whether a timeout of idleness (`table.exec.source.idle-timeout`) at the culprit would let the window go on. */
export interface IdleVerdict {
  /**
   * `helps`: the culprit has been silent, and what the others have reached is enough. `not-enough`: the others have not come far enough.
   * `not-silent`: it got a row just now. `alone`: nothing else could go on without it. `ended`: it has ended. `idle`: it already is idle.
   */
  readonly kind: 'helps' | 'not-enough' | 'not-silent' | 'alone' | 'ended' | 'idle';
  /** Watermark of the window's operator without the culprit; `Infinity` if all others have ended, undefined if there is nobody else. */
  readonly without: number | undefined;
}

export interface Blame {
  /** From the window's operator to the source. */
  readonly chain: readonly BlameStep[];
  /** The watermark that the operator has, and the one that it needs: the window's last millisecond. */
  readonly watermark: number;
  readonly needed: number;
  /** Event time that is missing; `Infinity` if there is no watermark yet. */
  readonly missing: number;
  readonly culprit: {
    readonly operator: OperatorRef;
    readonly table: string;
    readonly partition: number | undefined;
    readonly watermark: number;
    /** Step of its last row, if it had one, and how long ago that is. */
    readonly lastRow: StepRef | undefined;
    readonly silentFor: number;
    /** Step since which its watermark has not moved. */
    readonly standsSince: StepRef;
    readonly isIdle: boolean;
    readonly hasEnded: boolean;
    /** Others at the fork where it is the smallest. */
    readonly others: readonly BlameInput[];
  };
  readonly idleTimeout: IdleVerdict;
}

/** No row for this many times the usual distance of rows is silence. */
const SILENT_AFTER = 2;

function inputAt(name: string, line: Staircase | undefined, step: StepRef): BlameInput {
  return { name, watermark: line ? watermarkAt(line, step) : -Infinity, isIdle: line !== undefined && isIdleAt(line, step) };
}

/** The active input with the smallest watermark; the first of equals; of idle ones only if all are idle. */
function smallest(inputs: readonly BlameInput[]): number {
  const active = inputs.some((input) => !input.isIdle);
  let best = -1;
  inputs.forEach((input, index) => {
    if (active && input.isIdle) return;
    if (best < 0 || input.watermark < (inputs[best]?.watermark ?? Infinity)) best = index;
  });
  return best;
}

interface Fork {
  readonly inputs: readonly BlameInput[];
  readonly lines: readonly (Staircase | undefined)[];
  readonly holder: number;
}

interface Walk {
  readonly chain: readonly BlameStep[];
  readonly forks: readonly Fork[];
  readonly source: OperatorRef;
  readonly partition: number | undefined;
  readonly line: Staircase | undefined;
}

function forkOf(model: LaneModel, operator: OperatorRef, step: StepRef): Fork | undefined {
  const { trace, lines } = model;
  const own = trace.operators[operator];
  const parts = lines.partitions(operator);
  const named =
    (own?.inputs.length ?? 0) > 1
      ? (own?.inputs ?? []).map((from, index) => ({ name: inputName(trace, from), line: lines.input(operator, index) }))
      : parts.map(([partition, line]) => ({ name: `${operatorTitle(own)} ${partition}`, line }));
  if (named.length < 2) return undefined;
  const inputs = named.map(({ name, line }) => inputAt(name, line, step));
  return { inputs, lines: named.map(({ line }) => line), holder: smallest(inputs) };
}

function walkUp(model: LaneModel, from: OperatorRef, step: StepRef): Walk {
  const { trace, lines } = model;
  const chain: BlameStep[] = [];
  const forks: Fork[] = [];
  let operator = from;
  for (;;) {
    const own = trace.operators[operator];
    const line = lines.own(operator);
    const fork = forkOf(model, operator, step);
    if (fork) forks.push(fork);
    const watermark = line ? watermarkAt(line, step) : (fork?.inputs[fork.holder]?.watermark ?? -Infinity);
    const isEndOfWay = operator === from || fork !== undefined || (own?.inputs.length ?? 0) === 0;
    if (isEndOfWay)
      chain.push({ operator, name: operatorTitle(own), watermark, inputs: fork?.inputs ?? [], ...(fork ? { holder: fork.holder } : {}) });
    const next = own?.inputs[fork && own.inputs.length > 1 ? fork.holder : 0];
    if (next === undefined) {
      const part = fork ? lines.partitions(operator)[fork.holder] : undefined;
      return { chain, forks, source: operator, partition: part?.[0], line: part?.[1] ?? sourceLine(model, operator) };
    }
    operator = next;
  }
}

/** A source's own watermark as its lane shows it. */
function sourceLine(model: LaneModel, source: OperatorRef): Staircase | undefined {
  const lane = model.lanes.find((candidate) => candidate.kind === 'source' && candidate.operator === source);
  return lane?.kind === 'source' ? lane.line : model.lines.output(source);
}

function rowsOf(model: LaneModel, table: string, partition: number | undefined): EventMarks {
  if (partition !== undefined) return model.marks.get(marksKey(table, partition)) ?? NO_MARKS;
  return mergeMarks(partitionsOf(model.marks, table).map((part) => model.marks.get(marksKey(table, part)) ?? NO_MARKS));
}

/** The watermark that the window's operator would have if the culprit were idle: the minimum of all others on the way; undefined if there are none. */
function withoutCulprit(forks: readonly Fork[]): number | undefined {
  const others = forks.flatMap((fork) => fork.inputs.filter((input, index) => index !== fork.holder && !input.isIdle));
  return others.length === 0 ? undefined : Math.min(...others.map((input) => input.watermark));
}

/** The usual distance of a source's rows up to a step, in processing time. */
function usualDistance(model: LaneModel, rows: EventMarks, count: number): number {
  if (count < 2) return 0;
  const at = (index: number): number => model.trace.steps[rows.steps[index] ?? 0]?.at ?? 0;
  return (at(count - 1) - at(0)) / (count - 1);
}

/** Who holds a window back after a step; undefined if it does not wait. */
export function watermarkBlame(model: LaneModel, box: WindowBox, step: StepRef): Blame | undefined {
  return isWaiting(box, step) ? blameOf(model, box, step) : undefined;
}

/** Who holds back a window that is known to wait, perhaps with rows that are still in a local phase. */
export function blameOf(model: LaneModel, box: Pick<WindowBox, 'operator' | 'endEpoch'>, step: StepRef): Blame {
  const { trace } = model;
  const walk = walkUp(model, box.operator, step);
  const table = operatorTitle(trace.operators[walk.source]);
  const rows = rowsOf(model, table, walk.partition);
  const seen = upperBound(rows.steps, step);
  const lastRow = seen > 0 ? rows.steps[seen - 1] : undefined;
  const now = trace.steps[step]?.at ?? 0;
  const silentFor = now - (lastRow === undefined ? (trace.steps[0]?.at ?? 0) : (trace.steps[lastRow]?.at ?? 0));
  const watermark = walk.chain[0]?.watermark ?? -Infinity;
  const needed = box.endEpoch - 1;
  const fork = walk.forks.at(-1);
  const own = walk.line ? watermarkAt(walk.line, step) : -Infinity;
  const culprit = {
    operator: walk.source,
    table,
    partition: walk.partition,
    watermark: own,
    lastRow,
    silentFor,
    standsSince: walk.line ? standsSince(walk.line, step) : 0,
    isIdle: walk.line !== undefined && isIdleAt(walk.line, step),
    hasEnded: own === Infinity || trace.steps.slice(0, step + 1).some((row) => row.cause === 'end' && (row.table ?? table) === table),
    others: fork ? fork.inputs.filter((_, index) => index !== fork.holder) : [],
  };
  const without = withoutCulprit(walk.forks);
  const isSilent = lastRow === undefined || silentFor > Math.max(1, SILENT_AFTER * usualDistance(model, rows, seen));
  return {
    chain: walk.chain,
    watermark,
    needed,
    missing: needed - watermark,
    culprit,
    idleTimeout: idleVerdict(culprit, without, needed, isSilent),
  };
}

function idleVerdict(culprit: Blame['culprit'], without: number | undefined, needed: number, isSilent: boolean): IdleVerdict {
  const kind = culprit.hasEnded
    ? 'ended'
    : culprit.isIdle
      ? 'idle'
      : without === undefined
        ? 'alone'
        : !isSilent
          ? 'not-silent'
          : without >= needed
            ? 'helps'
            : 'not-enough';
  return { kind, without };
}
