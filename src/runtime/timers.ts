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
  /** The time of each timer of the heap: numbers side by side are compared faster than those inside of timers. */
  private readonly times: number[] = [];
  private readonly byTime = new Map<number | string, Bucket<N>>();
  private readonly namespaceKey: (n: N) => string;
  /** What times are counted from as keys of `byTime`; undefined before the first. */
  private base: number | undefined = undefined;

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

  /** Time of the first timer; undefined if there is none. */
  get firstTime(): number | undefined {
    return this.times.length > 0 ? this.times[0] : undefined;
  }

  peek(): Timer<N> | undefined {
    return this.heap[0];
  }

  /** False if the timer is there already. */
  add({ time, key, namespace }: Timer<N>): boolean {
    const slot = this.slotOf(time);
    const bucket = this.byTime.get(slot);
    const first = inBucket(bucket, key);
    if (first && this.among(first, namespace)) return false;
    const timer: Placed<N> = { time, key, namespace, place: this.heap.length, next: undefined };
    if (first) {
      timer.next = first.next;
      first.next = timer;
    } else if (bucket === undefined) this.byTime.set(slot, timer);
    else if (bucket instanceof Map) bucket.set(key, timer);
    else this.byTime.set(slot, new Map([bucket, timer].map((t) => [t.key, t])));
    this.heap.push(timer);
    this.times.push(time);
    this.siftUp(timer, time);
    return true;
  }

  /** False if there is no such timer. */
  delete({ time, key, namespace }: Timer<N>): boolean {
    const timer = this.among(inBucket(this.byTime.get(this.slotOf(time)), key), namespace);
    if (!timer) return false;
    this.forget(timer);
    this.removeAt(timer.place);
    return true;
  }

  poll(): Timer<N> | undefined {
    const first = this.heap[0];
    if (!first) return undefined;
    this.forget(first);
    this.removeAt(0);
    return first;
  }

  /** A time as a key of `byTime`: one for each time, and a small integer, which maps find faster, for those near the first. */
  private slotOf(time: number): number | string {
    const distance = time - (this.base ??= time);
    const small = distance | 0;
    return small === distance ? small : String(time);
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
    const { key, next } = timer;
    const slot = this.slotOf(timer.time);
    const bucket = this.byTime.get(slot);
    const first = inBucket(bucket, key);
    if (first !== timer) {
      for (let t = first; t; t = t.next) if (t.next === timer) t.next = next;
      return;
    }
    if (!(bucket instanceof Map)) {
      if (next) this.byTime.set(slot, next);
      else this.byTime.delete(slot);
    } else if (next) bucket.set(key, next);
    else if (bucket.size > 1) bucket.delete(key);
    else this.byTime.delete(slot);
  }

  private removeAt(i: number): void {
    const last = this.heap.pop();
    const time = this.times.pop();
    if (last === undefined || time === undefined || i >= this.heap.length) return;
    last.place = i;
    this.heap[i] = last;
    this.times[i] = time;
    this.siftDown(last, time);
    if (last.place === i) this.siftUp(last, time);
  }

  private siftUp(timer: Placed<N>, time: number): void {
    const { heap, times } = this;
    let i = timer.place;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const parentTime = times[parent] as number;
      if (time >= parentTime) break;
      this.put(i, heap[parent] as Placed<N>, parentTime);
      i = parent;
    }
    this.put(i, timer, time);
  }

  private siftDown(timer: Placed<N>, time: number): void {
    const { heap, times } = this;
    const count = heap.length;
    let i = timer.place;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= count) break;
      if (child + 1 < count && (times[child + 1] as number) < (times[child] as number)) child++;
      const childTime = times[child] as number;
      if (childTime >= time) break;
      this.put(i, heap[child] as Placed<N>, childTime);
      i = child;
    }
    this.put(i, timer, time);
  }

  private put(i: number, timer: Placed<N>, time: number): void {
    this.heap[i] = timer;
    this.times[i] = time;
    timer.place = i;
  }
}

/** The timers of a key in a bucket. */
function inBucket<N>(bucket: Bucket<N> | undefined, key: string): Placed<N> | undefined {
  if (bucket === undefined) return undefined;
  if (bucket instanceof Map) return bucket.get(key);
  return bucket.key === key ? bucket : undefined;
}

/** Registers and deletes the timers of one operator and one kind of time (Flink's `InternalTimerService`). */
export interface TimerService<N> {
  register(time: number, key: string, namespace: N): void;
  delete(time: number, key: string, namespace: N): void;
}
