import { expect, test } from 'vitest';
import { simpleType } from '../../types/sql-type.ts';
import { makeAggregateCall } from '../../rel/core/aggregate-call.ts';
import { SUM } from '../../rel/rex/standard-operators.ts';
import { relRowType } from '../../types/sql-type.ts';
import { duplicatedKeys, expandId, expandProjects } from './grouping-sets.ts';

const int = simpleType('INTEGER', true);
const row = relRowType(['a', 'b', 'c'].map((name) => ({ name, type: int })));

test('the id of a grouping set has a bit per key that is missing', () => {
  expect(expandId([0, 1], [0, 1])).toBe(0n);
  expect(expandId([0, 1], [0])).toBe(1n);
  expect(expandId([0, 1], [])).toBe(3n);
});

test('keys that calls read get a second column unless all sets have them', () => {
  const calls = [makeAggregateCall({ op: SUM, args: [1] }, row, 2)];
  expect(duplicatedKeys(calls, [0, 1], [[0, 1], [0]])).toEqual([1]);
  expect(duplicatedKeys(calls, [0, 1], [[0, 1], [1]])).toEqual([]);
});

test('a set’s row nulls the keys that the set leaves out', () => {
  const [, second] = expandProjects(row.fields, [0, 1], [[0, 1], [0]], [1]);
  expect(second?.map((e) => (e.rex === 'inputRef' ? `$${e.index}` : e.rex === 'literal' ? e.value.kind : e.rex))).toEqual([
    '$0',
    'null',
    '$2',
    'decimal',
    '$1',
  ]);
});
