/** A timer: when it fires, of which key, and what it stands for within the key. Equal triples are one timer. */
export interface Timer<N> {
  readonly time: number;
  readonly key: string;
  readonly namespace: N;
}

/**
 * Flink's `HeapPriorityQueueSet` over timers: a binary heap with set semantics. Timers of equal time leave it in heap order, not in the
 * order in which they came; results of windows show that order, so the heap is rebuilt move by move: element 1 is the root, sifting
 * compares strictly.
 */
export class TimerQueue<N> {
  private readonly heap: Timer<N>[] = [];
  private readonly places = new Map<string, Timer<N>>();
  private readonly identity: (t: Timer<N>) => string;

  constructor(namespaceKey: (n: N) => string) {
    this.identity = (t) => `${t.time}|${t.key.length}|${t.key}|${namespaceKey(t.namespace)}`;
  }

  get size(): number {
    return this.heap.length;
  }

  /** All timers, in no order that means anything. */
  get timers(): readonly Timer<N>[] {
    return this.heap;
  }

  peek(): Timer<N> | undefined {
    return this.heap[0];
  }

  /** False if the timer is there already. */
  add(timer: Timer<N>): boolean {
    const id = this.identity(timer);
    if (this.places.has(id)) return false;
    this.places.set(id, timer);
    this.heap.push(timer);
    this.siftUp(this.heap.length - 1);
    return true;
  }

  /** False if there is no such timer. */
  delete(timer: Timer<N>): boolean {
    const id = this.identity(timer);
    const known = this.places.get(id);
    if (!known) return false;
    this.places.delete(id);
    this.removeAt(this.heap.indexOf(known));
    return true;
  }

  poll(): Timer<N> | undefined {
    const [first] = this.heap;
    if (!first) return undefined;
    this.places.delete(this.identity(first));
    this.removeAt(0);
    return first;
  }

  private removeAt(i: number): void {
    const last = this.heap.pop();
    if (last === undefined || i >= this.heap.length) return;
    this.heap[i] = last;
    this.siftDown(i);
    if (this.heap[i] === last) this.siftUp(i);
  }

  private siftUp(from: number): void {
    const timer = this.heap[from];
    if (!timer) return;
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = this.heap[parent];
      if (!above || timer.time >= above.time) break;
      this.heap[i] = above;
      i = parent;
    }
    this.heap[i] = timer;
  }

  private siftDown(from: number): void {
    const timer = this.heap[from];
    if (!timer) return;
    let i = from;
    for (;;) {
      let child = 2 * i + 1;
      const right = this.heap[child + 1];
      if (right && right.time < (this.heap[child]?.time ?? Infinity)) child++;
      const below = this.heap[child];
      if (!below || below.time >= timer.time) break;
      this.heap[i] = below;
      i = child;
    }
    this.heap[i] = timer;
  }
}

/** Registers and deletes the timers of one operator and one kind of time (Flink's `InternalTimerService`). */
export interface TimerService<N> {
  register(time: number, key: string, namespace: N): void;
  delete(time: number, key: string, namespace: N): void;
}
