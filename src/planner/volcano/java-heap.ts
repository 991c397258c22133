/**
 * A binary heap that orders equal elements exactly as Java's `PriorityQueue` does, which decides between plans of equal cost: new elements
 * go last and rise while strictly smaller; the last element replaces a removed one and sinks, to the right only past a strictly smaller
 * right child.
 */
export class JavaHeap<T> {
  private readonly items: T[] = [];
  private readonly compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.compare = compare;
  }

  get size(): number {
    return this.items.length;
  }

  add(item: T): void {
    this.items.push(item);
    this.rise(this.items.length - 1, item);
  }

  /** The smallest element, taken out. */
  poll(): T | undefined {
    const [first] = this.items;
    const last = this.items.pop();
    if (last !== undefined && this.items.length > 0) this.sink(0, last);
    return first;
  }

  /** Takes the first element that is this object out, if it is there. */
  remove(item: T): void {
    const i = this.items.indexOf(item);
    if (i < 0) return;
    const last = this.items.pop();
    if (last === undefined || i === this.items.length) return;
    this.sink(i, last);
    if (this.items[i] === last) this.rise(i, last);
  }

  private rise(start: number, item: T): void {
    let at = start;
    while (at > 0) {
      const up = (at - 1) >>> 1;
      const parent = this.items[up] as T;
      if (this.compare(item, parent) >= 0) break;
      this.items[at] = parent;
      at = up;
    }
    this.items[at] = item;
  }

  private sink(start: number, item: T): void {
    const { items } = this;
    let at = start;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.compare(items[child] as T, items[child + 1] as T) > 0) child++;
      // Both indices are in range.
      const smaller = items[child] as T;
      if (this.compare(item, smaller) <= 0) break;
      items[at] = smaller;
      at = child;
    }
    items[at] = item;
  }
}
