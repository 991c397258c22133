/** A timer: when it fires, of which key, and what it stands for within the key. Equal triples are one timer. */
export interface Timer<N> {
  readonly time: number;
  readonly key: string;
  readonly namespace: N;
}

/** A timer in the queue. */
interface Placed<N> extends Timer<N> {
  /** Its place in the heap. */
  place: number;
  /** The next timer of equal time and key, with another namespace. */
  next: Placed<N> | undefined;
}

/** Timers of one time by key; a single one stands for itself. */
type Bucket<N> = Placed<N> | Map<string, Placed<N>>;

/**
 * Flink's `HeapPriorityQueueSet` over timers: a binary heap with set semantics. Timers of equal time leave it in heap order, not in the
 * order in which they came; results of windows show that order, so the heap is rebuilt move by move: element 1 is the root, sifting
 * compares strictly.
 */
export class TimerQueue<N> {
  private readonly heap: Placed<N>[] = [];
  private readonly byTime = new Map<number, Bucket<N>>();
  private readonly namespaceKey: (n: N) => string;

  constructor(namespaceKey: (n: N) => string) {
    this.namespaceKey = namespaceKey;
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
  add({ time, key, namespace }: Timer<N>): boolean {
    const first = this.firstOf(time, key);
    if (this.among(first, namespace)) return false;
    const timer: Placed<N> = { time, key, namespace, place: this.heap.length, next: undefined };
    if (first) {
      timer.next = first.next;
      first.next = timer;
    } else {
      const bucket = this.byTime.get(time);
      if (bucket === undefined) this.byTime.set(time, timer);
      else if (bucket instanceof Map) bucket.set(key, timer);
      else this.byTime.set(time, new Map([bucket, timer].map((t) => [t.key, t])));
    }
    this.heap.push(timer);
    this.siftUp(timer);
    return true;
  }

  /** False if there is no such timer. */
  delete({ time, key, namespace }: Timer<N>): boolean {
    const timer = this.among(this.firstOf(time, key), namespace);
    if (!timer) return false;
    this.forget(timer);
    this.removeAt(timer.place);
    return true;
  }

  poll(): Timer<N> | undefined {
    const [first] = this.heap;
    if (!first) return undefined;
    this.forget(first);
    this.removeAt(0);
    return first;
  }

  private firstOf(time: number, key: string): Placed<N> | undefined {
    const bucket = this.byTime.get(time);
    if (bucket === undefined) return undefined;
    if (bucket instanceof Map) return bucket.get(key);
    return bucket.key === key ? bucket : undefined;
  }

  /** The timer with the namespace in a chain. */
  private among(first: Placed<N> | undefined, namespace: N): Placed<N> | undefined {
    for (let t = first; t; t = t.next) {
      if (t.namespace === namespace || this.namespaceKey(t.namespace) === this.namespaceKey(namespace)) return t;
    }
    return undefined;
  }

  /** Takes a timer out of the set. */
  private forget(timer: Placed<N>): void {
    const { time, key, next } = timer;
    const first = this.firstOf(time, key);
    if (first !== timer) {
      for (let t = first; t; t = t.next) if (t.next === timer) t.next = next;
      return;
    }
    const bucket = this.byTime.get(time);
    if (!(bucket instanceof Map)) {
      if (next) this.byTime.set(time, next);
      else this.byTime.delete(time);
    } else if (next) bucket.set(key, next);
    else if (bucket.size > 1) bucket.delete(key);
    else this.byTime.delete(time);
  }

  private removeAt(i: number): void {
    const last = this.heap.pop();
    if (last === undefined || i >= this.heap.length) return;
    last.place = i;
    this.heap[i] = last;
    this.siftDown(last);
    if (last.place === i) this.siftUp(last);
  }

  private siftUp(timer: Placed<N>): void {
    const { heap } = this;
    const { time } = timer;
    let i = timer.place;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent];
      if (!above || time >= above.time) break;
      heap[i] = above;
      above.place = i;
      i = parent;
    }
    heap[i] = timer;
    timer.place = i;
  }

  private siftDown(timer: Placed<N>): void {
    const { heap } = this;
    const { time } = timer;
    const count = heap.length;
    let i = timer.place;
    for (;;) {
      let child = 2 * i + 1;
      let below = child < count ? heap[child] : undefined;
      if (!below) break;
      const right = child + 1 < count ? heap[child + 1] : undefined;
      if (right && right.time < below.time) {
        below = right;
        child++;
      }
      if (below.time >= time) break;
      heap[i] = below;
      below.place = i;
      i = child;
    }
    heap[i] = timer;
    timer.place = i;
  }
}

/** Registers and deletes the timers of one operator and one kind of time (Flink's `InternalTimerService`). */
export interface TimerService<N> {
  register(time: number, key: string, namespace: N): void;
  delete(time: number, key: string, namespace: N): void;
}
