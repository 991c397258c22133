import { describe, expect, it } from 'vitest';
import type { WatermarkLine } from '../../trace/run-trace.ts';
import { minutesPastTen, unionRun } from './testdata/union-run.ts';
import { holderAt, holders, isIdleAt, standsSince, watermarkAt, watermarkLines, type Staircase } from './watermark-lines.ts';

function stairs(entries: readonly (readonly [number, number])[], idle: readonly number[] = []): Staircase {
  return {
    steps: Int32Array.from(entries, ([step]) => step),
    values: Float64Array.from(entries, ([, value]) => value),
    idle: Int32Array.from(idle),
  };
}

describe('watermarks', () => {
  it('stand until they grow', () => {
    const line = stairs([
      [2, 10],
      [5, 20],
    ]);
    expect([1, 2, 4, 5, 99].map((step) => watermarkAt(line, step))).toEqual([-Infinity, 10, 10, 20, 20]);
    expect(standsSince(line, 4)).toBe(2);
    expect(standsSince(line, 1)).toBe(0);
  });

  it('are idle between pairs of steps', () => {
    const line = stairs([], [3, 6, 9]);
    expect([2, 3, 5, 6, 8, 9, 50].map((step) => isIdleAt(line, step))).toEqual([false, true, true, false, false, true, true]);
  });

  it('are found through operators that only hand them on', () => {
    const lines = watermarkLines(unionRun());
    const global = lines.own(6);
    expect(global && watermarkAt(global, 18)).toBe(minutesPastTen(21) - 1);
    expect(lines.input(2, 0)).not.toBe(lines.input(2, 1));
    expect(lines.output(5)).toBe(lines.output(2));
  });

  it('fall back to what the inputs of an operator send', () => {
    const run = unionRun();
    const lines = watermarkLines({ ...run, watermarks: run.watermarks.filter((line) => line.operator !== 2) });
    expect(lines.input(2, 1)).toBe(lines.output(1));
    expect(lines.output(2)).toBeUndefined();
  });

  it('of partitions are apart from the source itself', () => {
    const run = unionRun();
    const part = (partition: number): WatermarkLine => ({ ...stairs([[1, partition]]), operator: 0, input: -1, partition });
    const lines = watermarkLines({ ...run, watermarks: [part(1), part(0), ...run.watermarks] });
    expect(lines.partitions(0).map(([partition]) => partition)).toEqual([0, 1]);
    expect(lines.partitions(1)).toEqual([]);
    expect(lines.output(0)?.steps.length).toBe(3);
  });
});

describe('who holds a minimum back', () => {
  const slow = stairs([
    [4, 10],
    [8, 40],
  ]);
  const fast = stairs([
    [1, 20],
    [6, 30],
  ]);

  it('is the smallest input', () => {
    expect(holderAt([fast, slow], 5)).toBe(1);
    expect(holderAt([fast, slow], 9)).toBe(0);
    expect(holders([fast, slow], 12)).toEqual([
      { input: 1, from: 1, to: 8 },
      { input: 0, from: 8, to: 12 },
    ]);
  });

  it('is nobody where all are equal', () => {
    expect(holderAt([slow, slow], 5)).toBeUndefined();
    expect(holders([slow, slow], 12)).toEqual([]);
  });

  it('is not an input that is idle, but one that never had a watermark', () => {
    expect(holderAt([fast, { ...slow, idle: Int32Array.of(5) }], 6)).toBeUndefined();
    expect(holderAt([fast, undefined], 5)).toBe(1);
  });
});
