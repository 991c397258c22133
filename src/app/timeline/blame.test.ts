import { describe, expect, it } from 'vitest';
import type { RunTrace, WatermarkLine } from '../../trace/run-trace.ts';
import { watermarkBlame, type Blame } from './blame.ts';
import { blameSentence, chainText, howFar, waitsFor } from './blame-text.ts';
import { eventClock } from './clock-text.ts';
import { laneModel } from './lanes.ts';
import { minutesPastTen, unionRun } from './testdata/union-run.ts';
import { windowText } from './window-text.ts';
import { isWaiting } from './windows.ts';

const UTC = eventClock('UTC');

function blameOf(run: RunTrace, window: string, step: number): Blame | undefined {
  const model = laneModel(run, UTC);
  const box = [...model.windows.values()].flat().find((candidate) => windowText(candidate) === window);
  if (!box) throw new Error(`no window ${window}`);
  return watermarkBlame(model, box, step);
}

function part(partition: number, minutes: number, idle: readonly number[] = []): WatermarkLine {
  const values = Float64Array.of(minutesPastTen(minutes) - 1);
  return { operator: 1, input: -1, partition, steps: Int32Array.of(8), values, idle: Int32Array.from(idle) };
}

describe('watermark blame', () => {
  it('is for windows that wait', () => {
    const box = laneModel(unionRun(), UTC)
      .windows.get(6)
      ?.find((candidate) => windowText(candidate) === '[10:10, 10:20)');
    expect(box && [11, 12, 17, 18].map((step) => isWaiting(box, step))).toEqual([false, true, true, false]);
    expect(blameOf(unionRun(), '[10:00, 10:10)', 18)).toBeUndefined();
  });

  it('walks along the smallest input to the source', () => {
    const blame = blameOf(unionRun(), '[10:20, 10:30)', 18);
    expect(blame && chainText(blame)).toBe('GlobalWindowAggregate → Union → app');
    expect(blame?.culprit).toMatchObject({ table: 'app', partition: undefined, lastRow: 17, silentFor: 100, standsSince: 18 });
    expect(blame?.missing).toBe(9 * 60_000);
    expect(blame && waitsFor(blame, UTC)).toBe('app past 10:30');
    expect(blame && howFar(blame)).toBe('It has 9 min to go.');
  });

  it('says that an idle timeout does not help a source that has just sent a row', () => {
    const blame = blameOf(unionRun(), '[10:20, 10:30)', 18);
    expect(blame && blameSentence(blame, UTC)).toBe(
      'app holds the watermark back: it is at 10:20:59.999, web at 10:34:59.999. An idle timeout on app would not help: its last row is 0.1 s old.',
    );
  });

  it('says that it helps a silent source if the others have come far enough', () => {
    const at = 16;
    const early = blameOf(unionRun(), '[10:10, 10:20)', at);
    expect(early?.culprit.silentFor).toBe(2100);
    expect(early?.idleTimeout).toEqual({ kind: 'helps', without: minutesPastTen(35) - 1 });
    const later = blameOf(unionRun(), '[10:30, 10:40)', at);
    expect(later?.idleTimeout.kind).toBe('not-enough');
  });

  it('goes on to the partition that holds its source back', () => {
    const run = unionRun();
    const watermarks = [...run.watermarks, part(0, 25), part(1, 5)];
    const blame = blameOf({ ...run, watermarks }, '[10:10, 10:20)', 14);
    expect(blame && chainText(blame)).toBe('GlobalWindowAggregate → Union → app → app 1');
    expect(blame?.culprit).toMatchObject({ partition: 1, lastRow: undefined });
    expect(blame?.culprit.others).toEqual([{ name: 'app 0', watermark: minutesPastTen(25) - 1, isIdle: false }]);
  });

  it('leaves idle inputs alone', () => {
    const run = unionRun();
    const watermarks = run.watermarks.map((line) =>
      line.operator === 2 && line.input === 1 ? { ...line, idle: Int32Array.of(13) } : line,
    );
    expect(blameOf({ ...run, watermarks }, '[10:10, 10:20)', 14)?.culprit.table).toBe('web');
  });

  it('knows when there is nobody else', () => {
    const run = unionRun();
    const operators = run.operators.map((operator, index) => (index === 2 ? { ...operator, name: 'Calc', inputs: [1] } : operator));
    const blame = blameOf({ ...run, operators, watermarks: run.watermarks.slice(0, 2) }, '[10:10, 10:20)', 14);
    expect(blame?.idleTimeout.kind).toBe('alone');
    expect(blame && blameSentence(blame, UTC)).toBe(
      'app decides the watermark: it is at 10:09:59.999. An idle timeout would not help: no other input could go on without app.',
    );
  });

  it('takes others that have ended for done, not for missing', () => {
    const run = unionRun();
    const watermarks = run.watermarks.map((line) => {
      const isWeb = line.operator === 0 || (line.operator === 2 && line.input === 0);
      return isWeb ? { ...line, values: line.values.map((value, i) => (i === 2 ? Infinity : value)) } : line;
    });
    const blame = blameOf({ ...run, watermarks }, '[10:30, 10:40)', 16);
    expect(blame && blameSentence(blame, UTC)).toBe(
      'app holds the watermark back: it is at 10:09:59.999, web has ended. An idle timeout on app would help: its last row is 2.1 s old, and the others have ended.',
    );
  });

  it('has no number before the first watermark', () => {
    const run = unionRun();
    const watermarks = run.watermarks.map((line) =>
      line.operator === 1 || line.input === 1 || (line.operator === 2 && line.input < 0)
        ? { ...line, steps: new Int32Array(0), values: new Float64Array(0) }
        : line,
    );
    const blame = blameOf({ ...run, watermarks }, '[10:10, 10:20)', 14);
    expect(blame?.watermark).toBe(-Infinity);
    expect(blame && howFar(blame)).toBe('It has no watermark yet.');
  });
});
