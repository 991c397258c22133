import { describe, expect, it } from 'vitest';
import { JavaHeap } from './java-heap.ts';

interface Item {
  readonly key: number;
  readonly name: string;
}

const item = (text: string): Item => ({ key: Number(text[1]), name: text });

function heapOf(names: readonly string[]): JavaHeap<Item> {
  const heap = new JavaHeap<Item>((a, b) => a.key - b.key);
  names.forEach((n) => heap.add(item(n)));
  return heap;
}

function drain(heap: JavaHeap<Item>): readonly string[] {
  const names: string[] = [];
  for (let i = heap.poll(); i; i = heap.poll()) names.push(i.name);
  return names;
}

describe('JavaHeap', () => {
  it('gives the smallest first and equal elements in the order of a Java PriorityQueue', () => {
    expect(drain(heapOf(['c3', 'a1', 'b2']))).toEqual(['a1', 'b2', 'c3']);
    // Taken from java.util.PriorityQueue: the last element replaces the root, so ties are no queue.
    expect(drain(heapOf(['a1', 'b1', 'c1', 'd1']))).toEqual(['a1', 'd1', 'c1', 'b1']);
    expect(drain(heapOf(['a1', 'b1', 'c1', 'd1', 'e1']))).toEqual(['a1', 'e1', 'd1', 'c1', 'b1']);
  });

  it('removes an element and sifts its replacement up or down', () => {
    const heap = new JavaHeap<number>((a, b) => a - b);
    [1, 5, 2, 6, 7, 3, 4].forEach((n) => heap.add(n));
    heap.remove(6);
    heap.remove(42);
    const rest: (number | undefined)[] = [];
    while (heap.size > 0) rest.push(heap.poll());
    expect(rest).toEqual([1, 2, 3, 4, 5, 7]);
    expect(heap.poll()).toBeUndefined();
  });
});
