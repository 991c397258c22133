import { expect, test } from 'vitest';
import { TimerQueue } from './timers.ts';

function drained(queue: TimerQueue<number>): readonly string[] {
  const out: string[] = [];
  for (let t = queue.poll(); t; t = queue.poll()) out.push(`${t.time}${t.key}${t.namespace}`);
  return out;
}

test('equal triples are one timer', () => {
  const queue = new TimerQueue<number>(String);
  expect(queue.add(1, 'a', 0)).toBe(true);
  expect(queue.add(1, 'a', 0)).toBe(false);
  expect(queue.add(1, 'a', 1)).toBe(true);
  expect(queue.add(1, 'b', 0)).toBe(true);
  expect(queue.add(2, 'a', 0)).toBe(true);
  expect(queue.size).toBe(4);
  expect(drained(queue)).toEqual(['1a0', '1a1', '1b0', '2a0']);
  expect(queue.add(1, 'a', 0)).toBe(true);
});

test('a deleted timer is gone, its neighbours are not', () => {
  const queue = new TimerQueue<number>(String);
  for (const time of [5, 3, 5, 1]) for (const key of ['a', 'b']) for (const namespace of [0, 1]) queue.add(time, key, namespace);
  expect(queue.delete(5, 'a', 0)).toBe(true);
  expect(queue.delete(5, 'a', 0)).toBe(false);
  expect(queue.delete(1, 'b', 1)).toBe(true);
  expect(queue.delete(4, 'b', 1)).toBe(false);
  const rest = drained(queue);
  expect([...rest].sort()).toEqual(['1a0', '1a1', '1b0', '3a0', '3a1', '3b0', '3b1', '5a1', '5b0', '5b1']);
  expect(rest.map((t) => Number(t[0]))).toEqual([1, 1, 1, 3, 3, 3, 3, 5, 5, 5]);
});
