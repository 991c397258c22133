import { expect, test } from 'vitest';
import { stateKeyText } from './key-text.ts';

const column = (name: string, type: string) => ({ name, type, nullable: true });
const aggregate = {
  description: 'groupBy=[window_start, id, tier], select=[window_start, id, tier, COUNT(*) AS c]',
  columns: [column('window_start', 'TIMESTAMP(3)'), column('id', 'BIGINT'), column('tier', 'STRING'), column('c', 'BIGINT')],
};

test('timestamps in a key are written as times, by the types of the columns', () => {
  expect(stateKeyText(aggregate, '1714989660000000000, 1714989660000000000, gold')).toBe('2024-05-06 10:01, 1714989660000000000, gold');
  expect(stateKeyText(aggregate, '1714989661500000000, 7, gold')).toBe('2024-05-06 10:01:01.500, 7, gold');
  expect(stateKeyText(aggregate, 'null, 7, gold')).toBe('null, 7, gold');
});

test('what is finer than a millisecond, or does not fit the columns, stays as it is', () => {
  expect(stateKeyText(aggregate, '1714989660000000001, 7, gold')).toBe('1714989660000000001, 7, gold');
  expect(stateKeyText(aggregate, '1714989660000000000, 7, gold, and more')).toBe('1714989660000000000, 7, gold, and more');
  expect(stateKeyText({ ...aggregate, description: 'joinType=[InnerJoin]' }, '1714989660000000000')).toBe('1714989660000000000');
  expect(stateKeyText(undefined, '1')).toBe('1');
});
