import { expect, test } from 'vitest';
import { defaultMaxParallelism, subtaskOf } from './key-groups.ts';

const CODES = [0, 1, 2, -1, 42, 123456, -987654321, 2147483647, -2147483648, 77];

/** Printed by `KeyGroupRangeAssignment` of Flink 2.3.0 for keys with these hash codes. */
test.each([
  [2, 128, [1, 1, 1, 1, 0, 0, 0, 0, 1, 0]],
  [3, 128, [2, 2, 2, 1, 0, 1, 0, 1, 2, 1]],
  [4, 128, [2, 2, 3, 2, 0, 1, 0, 1, 3, 1]],
  [7, 128, [5, 4, 6, 4, 1, 2, 0, 3, 5, 2]],
  [100, 256, [86, 83, 49, 31, 11, 18, 3, 74, 42, 70]],
  [1000, 2048, [233, 979, 437, 414, 764, 398, 129, 592, 52, 463]],
])('keys go to the subtasks that Flink sends them to, at parallelism %i', (parallelism, max, subtasks) => {
  expect(defaultMaxParallelism(parallelism)).toBe(max);
  expect(CODES.map((code) => subtaskOf(code, parallelism))).toEqual(subtasks);
});
