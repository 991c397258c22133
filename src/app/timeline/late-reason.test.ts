import { expect, test } from 'vitest';
import { eventClock } from './clock-text.ts';
import { laneModel } from './lanes.ts';
import { droppedRows, lateReason } from './late-reason.ts';
import { stepNotes } from './step-text.ts';
import { plainOperator, unionRun } from './testdata/union-run.ts';
import { tracedPath } from './traced-path.ts';

const run = unionRun();
const model = laneModel(run, eventClock('UTC'));

test('a row is dropped since its window was over, and it is said since when', () => {
  expect(lateReason(model, 13)).toBe('[10:00, 10:10) closed at 6.10 s, watermark 10:09:59.999');
  expect(stepNotes(model, 13)).toEqual([{ kind: 'dropped', text: '[10:00, 10:10) closed at 6.10 s, watermark 10:09:59.999' }]);
});

test('a late row whose window is open counts; a row in time needs no reason', () => {
  expect(lateReason(model, 15)).toBe('[10:10, 10:20) is still open: it counts');
  expect(lateReason(model, 1)).toBeUndefined();
});

test('without windows the watermark of the operator is the reason', () => {
  const over = { ...run, windows: [], operators: run.operators.map((o, i) => (i === 6 ? plainOperator('OverAggregate', [5]) : o)) };
  expect(lateReason(laneModel(over, eventClock('UTC')), 13)).toBe('10:08 is not after the watermark of OverAggregate, 10:09:59.999');
});

test('rows that waited in a local phase are dropped when it hands them on', () => {
  expect(droppedRows(run, 6, 18)).toEqual([13]);
  expect(droppedRows(run, 6, 13)).toEqual([]);
  expect(stepNotes(model, 18)[0]).toEqual({ kind: 'dropped', text: 'row 7 dropped, late' });
  const unknown = { ...run, steps: run.steps.map((step) => ({ ...step, droppedBy: undefined })) };
  expect(stepNotes(laneModel(unknown, eventClock('UTC')), 18)[0]?.text).toBe('1 row dropped, late');
});

test('the way of a result leads over the window that gave it', () => {
  const origins = { event: 72, steps: [3, 11, 15], operators: [0, 1, 2, 3, 4, 5, 6], isCut: false };
  const path = tracedPath(run, 1, origins);
  expect(path).toMatchObject({ step: 18, result: 0, place: 0 });
  expect(path?.windows.map(({ fired }) => fired)).toEqual([[18]]);
  expect(tracedPath(run, 9, origins)).toBeUndefined();
});
