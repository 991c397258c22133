import { describe, expect, it } from 'vitest';
import { JavaPriorityQueue } from './java-priority-queue.ts';

interface Item {
  readonly rank: number;
  readonly name: string;
}

function queueOf(...names: readonly string[]): JavaPriorityQueue<Item> {
  const queue = new JavaPriorityQueue<Item>((a, b) => a.rank - b.rank);
  for (const name of names) queue.add({ rank: Number(name.slice(1)), name });
  return queue;
}

const names = (list: readonly Item[]): string => list.map((i) => i.name).join(' ');

function drain(queue: JavaPriorityQueue<Item>): string {
  const all: Item[] = [];
  for (let item = queue.poll(); item; item = queue.poll()) all.push(item);
  return names(all);
}

describe('a queue as Java has it', () => {
  it('walks over the heap, not over a sorted list', () => {
    expect(names(queueOf('a3', 'b1', 'c2', 'd1', 'e0').elements)).toBe('e0 b1 c2 a3 d1');
  });

  it('gives equal elements in heap order, not in the order of arrival', () => {
    expect(drain(queueOf('a1', 'b1', 'c1', 'd1'))).toBe('a1 d1 c1 b1');
  });

  it('restores the order after a bulk removal', () => {
    const queue = queueOf('a0', 'b5', 'c1', 'd6', 'e5', 'f2', 'g1');
    queue.removeIf(({ rank }) => rank < 2);
    expect(names(queue.elements)).toBe('f2 b5 e5 d6');
    expect(drain(queue)).toBe('f2 b5 e5 d6');
  });

  it('is empty when all is taken', () => {
    const queue = queueOf('a1');
    expect(queue.poll()?.name).toBe('a1');
    expect(queue.poll()).toBeUndefined();
    expect(queue.peek()).toBeUndefined();
  });
});
