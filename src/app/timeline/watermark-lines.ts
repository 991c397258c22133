/**
 * Staircases of a run by operator and input. Operators that only hand watermarks on need no line of their own in the trace: what arrives at
 * them is what the nearest operator before them sent.
 */
import type { OperatorRef, RunTrace, StepRef, WatermarkLine } from '../../trace/run-trace.ts';
import { upperBound } from './scales.ts';

/** A watermark over the steps of a run. */
export type Staircase = Pick<WatermarkLine, 'steps' | 'values' | 'idle'>;

/** The watermark after a step; `-Infinity` before the first. */
export function watermarkAt(line: Staircase, step: StepRef): number {
  return line.values[upperBound(line.steps, step) - 1] ?? -Infinity;
}

/** True if the line is idle after a step: it does not hold others back. */
export function isIdleAt(line: Staircase, step: StepRef): boolean {
  return upperBound(line.idle, step) % 2 === 1;
}

/** The step since which the line stands where it stands; 0 if it never moved. */
export function standsSince(line: Staircase, step: StepRef): StepRef {
  return line.steps[upperBound(line.steps, step) - 1] ?? 0;
}

export interface WatermarkLines {
  /** What an operator sends on. */
  output(operator: OperatorRef): Staircase | undefined;
  /** What arrives at one of its inputs. */
  input(operator: OperatorRef, input: number): Staircase | undefined;
  /** What it compares with: its only input, or the minimum of all. */
  own(operator: OperatorRef): Staircase | undefined;
  /** The lines of a source's partitions, by number; empty where there is only one. */
  partitions(operator: OperatorRef): readonly (readonly [number, Staircase])[];
}

export function watermarkLines(trace: RunTrace): WatermarkLines {
  const known = new Map<string, WatermarkLine>();
  const split = new Map<OperatorRef, [number, WatermarkLine][]>();
  for (const line of trace.watermarks) {
    if (line.partition === undefined) known.set(`${line.operator} ${line.input}`, line);
    else split.set(line.operator, [...(split.get(line.operator) ?? []), [line.partition, line]]);
  }
  for (const list of split.values()) list.sort((a, b) => a[0] - b[0]);

  const output = (operator: OperatorRef): Staircase | undefined => {
    const own = known.get(`${operator} -1`);
    if (own) return own;
    const inputs = trace.operators[operator]?.inputs ?? [];
    if (inputs.length === 1) return input(operator, 0);
    const parts = split.get(operator);
    return inputs.length === 0 && parts?.length === 1 ? parts[0]?.[1] : undefined;
  };
  const input = (operator: OperatorRef, index: number): Staircase | undefined => {
    const own = known.get(`${operator} ${index}`);
    if (own) return own;
    const from = trace.operators[operator]?.inputs[index];
    return from === undefined ? undefined : output(from);
  };
  const own = (operator: OperatorRef): Staircase | undefined =>
    (trace.operators[operator]?.inputs.length ?? 0) === 1 ? (input(operator, 0) ?? output(operator)) : output(operator);
  const partitions = (operator: OperatorRef) => {
    const list = split.get(operator) ?? [];
    return list.length > 1 ? list : [];
  };
  return { output, input, own, partitions };
}

/** A stretch of steps in which one input was the smallest. */
export interface Holder {
  readonly input: number;
  readonly from: StepRef;
  /** First step at which another one was the smallest; the number of steps at the end. */
  readonly to: StepRef;
}

/**
 * Which input held a minimum back, when: the active input with the smallest watermark, the first of equals. Stretches in which all inputs
 * are equal or idle belong to nobody.
 */
export function holders(inputs: readonly (Staircase | undefined)[], steps: number): readonly Holder[] {
  const changes = new Set<number>([0]);
  for (const line of inputs) {
    for (const step of line?.steps ?? []) changes.add(step);
    for (const step of line?.idle ?? []) changes.add(step);
  }
  const result: { input: number; from: StepRef; to: StepRef }[] = [];
  let current: { input: number; from: StepRef; to: StepRef } | undefined;
  for (const step of [...changes].sort((a, b) => a - b)) {
    const input = holderAt(inputs, step);
    if (current?.input === input) continue;
    if (current) current.to = step;
    current = input === undefined ? undefined : { input, from: step, to: steps };
    if (current) result.push(current);
  }
  return result;
}

/** The input that holds the minimum back after a step, if one does. */
export function holderAt(inputs: readonly (Staircase | undefined)[], step: StepRef): number | undefined {
  let [holder, least, largest] = [-1, Infinity, -Infinity];
  inputs.forEach((line, index) => {
    if (line && isIdleAt(line, step)) return;
    const value = line ? watermarkAt(line, step) : -Infinity;
    if (value < least) [holder, least] = [index, value];
    largest = Math.max(largest, value);
  });
  return holder >= 0 && least < largest ? holder : undefined;
}

/** The minimum of several lines, for an operator that does not send its watermark on. */
export function minimumLine(inputs: readonly (Staircase | undefined)[]): Staircase | undefined {
  const steps: number[] = [];
  const values: number[] = [];
  if (inputs.some((line) => !line)) return undefined;
  const lines = inputs as readonly Staircase[];
  const cursor = lines.map(() => 0);
  const all = [...new Set(lines.flatMap((line) => [...line.steps]))].sort((a, b) => a - b);
  for (const step of all) {
    let least = Infinity;
    lines.forEach((line, i) => {
      let at = cursor[i] ?? 0;
      while (at < line.steps.length && (line.steps[at] ?? 0) <= step) at++;
      cursor[i] = at;
      least = Math.min(least, line.values[at - 1] ?? -Infinity);
    });
    if (least > (values.at(-1) ?? -Infinity)) {
      steps.push(step);
      values.push(least);
    }
  }
  return { steps: Int32Array.from(steps), values: Float64Array.from(values), idle: new Int32Array(0) };
}
