import { expect, test } from 'vitest';
import { unionRun } from '../timeline/testdata/union-run.ts';
import { stateValueText } from './state-text.ts';
import { runClock } from './time-text.ts';

const clock = runClock(unionRun(), 'UTC');
const text = (name: string, value: string, description = ''): string => stateValueText(clock, { name, description }, value);

test('maps by time show their times', () => {
  expect(text('IntervalJoin', '{1714996800000: {time: 1714996800000, rows: [{row: (3, 12), joined: true}]}}')).toBe(
    '{12:00:00: {time: 12:00:00, rows: [{row: (3, 12), joined: true}]}}',
  );
  expect(text('TemporalJoin', '{left: (), right: {1718100300000: {time: 1718100300000, change: {kind: +U, row: (yen, 4)}}}}')).toBe(
    '{left: (), right: {10:05:00: {time: 10:05:00, change: {kind: +U, row: (yen, 4)}}}}',
  );
  expect(text('OverAggregate', '{rows: [(a, 1714996800000)], times: (1722592820002), accs: (1, 32)}')).toBe(
    '{rows: [(a, 1714996800000)], times: (10:00:20.002), accs: (1, 32)}',
  );
  expect(text('OverAggregate', '{1722592800000: [(a, 1)], 1722592810000: [(a, 4)]}')).toBe('{10:00:00: [(a, 1)], 10:00:10: [(a, 4)]}');
});

test('times of the processing clock count from the start of the run', () => {
  expect(text('IntervalJoin', '{1500: {time: 1500, rows: []}}', 'windowBounds=[isRowTime=false]')).toBe(
    '{1.50 s: {time: 1.50 s, rows: []}}',
  );
});

test('values of the reader stay as they are', () => {
  expect(text('GroupAggregate', '{1714996800000: 1}')).toBe('{1714996800000: 1}');
  expect(text('IntervalJoin', '(1714996800000, 3)')).toBe('(1714996800000, 3)');
});
