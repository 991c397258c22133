import { expect, test } from 'vitest';
import { NO_HISTORY, redone, undone, withEdit } from './feed-history.ts';

test('edits are taken back and made again, one by one', () => {
  const history = withEdit(withEdit(NO_HISTORY, 'a'), 'ab');
  const back = undone(history, 'abc');
  expect(back?.feed).toBe('ab');
  const further = back && undone(back.history, back.feed);
  expect(further?.feed).toBe('a');
  expect(further && undone(further.history, further.feed)).toBeUndefined();
  const forth = further && redone(further.history, further.feed);
  expect(forth?.feed).toBe('ab');
  expect(forth && redone(forth.history, forth.feed)?.feed).toBe('abc');
  expect(redone(history, 'abc')).toBeUndefined();
});

test('another edit ends what could be made again', () => {
  const back = undone(withEdit(NO_HISTORY, 'a'), 'b');
  expect(back && withEdit(back.history, back.feed).future).toEqual([]);
});

test('keys pressed one after the other are one edit, after a pause another', () => {
  const typed = [100, 300, 500, 2000].reduce((history, at) => withEdit(history, `text at ${at}`, at), NO_HISTORY);
  expect(typed.past).toEqual(['text at 100', 'text at 2000']);
  expect(withEdit(typed, 'pasted').past).toHaveLength(3);
});

test('only as much is kept as fits', () => {
  const long = 'x'.repeat(9_000_000);
  const history = [1, 2, 3, 4].reduce((before) => withEdit(before, long), NO_HISTORY);
  expect(history.past).toHaveLength(2);
  expect(Array.from({ length: 300 }).reduce((before: typeof NO_HISTORY) => withEdit(before, 'x'), NO_HISTORY).past).toHaveLength(200);
});
