/**
 * `java.util.PriorityQueue`: a binary heap with Java's moves. Elements that compare equal leave it in heap order, and whoever walks over it
 * sees the array and no sorted list; matches of patterns show both.
 */
export class JavaPriorityQueue<T> {
  private heap: T[] = [];
  private readonly compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.compare = compare;
  }

  get size(): number {
    return this.heap.length;
  }

  /** The elements as the array has them: an iterator's order. */
  get elements(): readonly T[] {
    return this.heap;
  }

  peek(): T | undefined {
    return this.heap[0];
  }

  add(element: T): void {
    let place = this.heap.length;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.heap[parent] as T;
      if (this.compare(element, above) >= 0) break;
      this.heap[place] = above;
      place = parent;
    }
    this.heap[place] = element;
  }

  poll(): T | undefined {
    const [first] = this.heap;
    const last = this.heap.pop();
    if (this.heap.length > 0) this.sink(0, last as T);
    return first;
  }

  /** Takes elements out; the rest keeps its places in the array before order is restored. */
  removeIf(test: (element: T) => boolean): void {
    const kept = this.heap.filter((e) => !test(e));
    if (kept.length === this.heap.length) return;
    this.heap = kept;
    for (let i = (kept.length >> 1) - 1; i >= 0; i--) this.sink(i, kept[i] as T);
  }

  private sink(from: number, element: T): void {
    const { heap, compare } = this;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      const right = child + 1;
      if (right < heap.length && compare(heap[child] as T, heap[right] as T) > 0) child = right;
      const below = heap[child] as T;
      if (compare(element, below) <= 0) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = element;
  }
}
