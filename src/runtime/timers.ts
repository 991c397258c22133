/** A timer: when it fires, of which key, and what it stands for within the key. Equal triples are one timer. */
export interface Timer<N> {
  readonly time: number;
  readonly key: string;
  readonly namespace: N;
}

/** Timers are numbered; this is none. */
const NONE = -1;

/** A timer's number, the first of a chain; or, where many keys have timers at one time, such chains by key. */
type Bucket = number | Map<string, number>;

/** Timers of one time that are looked through one by one; more than these get a table by key. */
const MOST_LISTED = 8;

/**
 * Flink's `HeapPriorityQueueSet` over timers: a binary heap with set semantics. Timers of equal time leave it in heap order, not in the
 * order in which they came; results of windows show that order, so the heap is rebuilt move by move: element 1 is the root, sifting
 * compares strictly. Timers are numbers into columns that lie side by side: a heap of objects would cost a look into far memory a move.
 */
export class TimerQueue<N> {
  private readonly keys: string[] = [];
  private readonly namespaces: (N | undefined)[] = [];
  /** The next timer of the chain; of a free number the next free one. */
  private next = new Int32Array(64);
  /** The place of each timer in the heap. */
  private places = new Int32Array(64);
  /** Timers and their times, in heap order. */
  private heap = new Int32Array(64);
  private times = new Float64Array(64);
  private count = 0;
  private free = NONE;
  private readonly byTime = new Map<number | string, Bucket>();
  private readonly namespaceKey: (n: N) => string;
  /** What times are counted from as keys of `byTime`; undefined before the first. */
  private base: number | undefined = undefined;

  constructor(namespaceKey: (n: N) => string) {
    this.namespaceKey = namespaceKey;
  }

  get size(): number {
    return this.count;
  }

  /** Time of the first timer; Infinity if there is none. */
  get firstTime(): number {
    return this.count > 0 ? (this.times[0] as number) : Infinity;
  }

  /** True if a timer has a time up to this one. */
  isDue(time: number): boolean {
    return this.count > 0 && (this.times[0] as number) <= time;
  }

  /** False if the timer is there already. */
  add(time: number, key: string, namespace: N): boolean {
    const slot = this.slotOf(time);
    const bucket = this.byTime.get(slot);
    if (bucket === undefined) this.byTime.set(slot, this.made(key, namespace));
    else if (typeof bucket === 'number') {
      let length = 0;
      for (let t = bucket; t !== NONE; t = this.next[t] as number, length++) {
        if (this.keys[t] === key && this.isNamed(t, namespace)) return false;
      }
      this.link(bucket, this.made(key, namespace));
      if (length >= MOST_LISTED) this.byTime.set(slot, this.tableOf(bucket));
    } else {
      const first = bucket.get(key);
      if (first === undefined) bucket.set(key, this.made(key, namespace));
      else {
        for (let t = first; t !== NONE; t = this.next[t] as number) if (this.isNamed(t, namespace)) return false;
        this.link(first, this.made(key, namespace));
      }
    }
    // `made` has put the new timer behind the last one.
    this.siftUp(this.count - 1, this.heap[this.count - 1] as number, time);
    return true;
  }

  /** The namespace of a timer of the time and key; undefined if there is none. */
  find(time: number, key: string): N | undefined {
    const bucket = this.byTime.get(this.slotOf(time));
    let t = bucket === undefined ? NONE : typeof bucket === 'number' ? bucket : (bucket.get(key) ?? NONE);
    while (t !== NONE && this.keys[t] !== key) t = this.next[t] as number;
    return t === NONE ? undefined : this.namespaces[t];
  }

  /** False if there is no such timer. */
  delete(time: number, key: string, namespace: N): boolean {
    const bucket = this.byTime.get(this.slotOf(time));
    let t = bucket === undefined ? NONE : typeof bucket === 'number' ? bucket : (bucket.get(key) ?? NONE);
    while (t !== NONE && !(this.keys[t] === key && this.isNamed(t, namespace))) t = this.next[t] as number;
    if (t === NONE) return false;
    const place = this.places[t] as number;
    this.forget(t, time);
    this.removeAt(place);
    return true;
  }

  /** Takes the first timer out. */
  poll(): Timer<N> | undefined {
    if (this.count === 0) return undefined;
    const first = this.heap[0] as number;
    const timer = { time: this.times[0] as number, key: this.keys[first] as string, namespace: this.namespaces[first] as N };
    this.forget(first, timer.time);
    this.removeAt(0);
    return timer;
  }

  /** A time as a key of `byTime`: one for each time, and a small integer, which maps find faster, for those near the first. */
  private slotOf(time: number): number | string {
    const distance = time - (this.base ??= time);
    const small = distance | 0;
    return small === distance ? small : String(time);
  }

  private isNamed(timer: number, namespace: N): boolean {
    const other = this.namespaces[timer] as N;
    return other === namespace || this.namespaceKey(other) === this.namespaceKey(namespace);
  }

  /** A new timer, alone in its chain; its place is behind the last one. */
  private made(key: string, namespace: N): number {
    let timer = this.free;
    if (timer === NONE) timer = this.keys.length;
    else this.free = this.next[timer] as number;
    this.keys[timer] = key;
    this.namespaces[timer] = namespace;
    if (timer >= this.next.length) this.grow();
    this.next[timer] = NONE;
    this.heap[this.count++] = timer;
    return timer;
  }

  private grow(): void {
    const size = this.next.length * 2;
    const longer = (a: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const made = new Int32Array(size);
      made.set(a);
      return made;
    };
    const times = new Float64Array(size);
    times.set(this.times);
    this.times = times;
    this.next = longer(this.next);
    this.places = longer(this.places);
    this.heap = longer(this.heap);
  }

  /** Puts a timer into a chain, behind its first one. */
  private link(first: number, timer: number): void {
    this.next[timer] = this.next[first] as number;
    this.next[first] = timer;
  }

  /** A chain as chains by key. */
  private tableOf(chain: number): Map<string, number> {
    const table = new Map<string, number>();
    for (let t = chain; t !== NONE;) {
      const after = this.next[t] as number;
      const key = this.keys[t] as string;
      const first = table.get(key);
      this.next[t] = NONE;
      if (first === undefined) table.set(key, t);
      else this.link(first, t);
      t = after;
    }
    return table;
  }

  /** Takes a timer out of the set. */
  private forget(timer: number, time: number): void {
    const slot = this.slotOf(time);
    const bucket = this.byTime.get(slot);
    const after = this.next[timer] as number;
    const key = this.keys[timer] as string;
    const first = typeof bucket === 'number' ? bucket : bucket?.get(key);
    if (first !== timer) {
      let t = first ?? NONE;
      while (t !== NONE && this.next[t] !== timer) t = this.next[t] as number;
      if (t !== NONE) this.next[t] = after;
    } else if (typeof bucket === 'number') {
      if (after === NONE) this.byTime.delete(slot);
      else this.byTime.set(slot, after);
    } else if (after !== NONE) bucket?.set(key, after);
    else if (bucket && bucket.size > 1) bucket.delete(key);
    else this.byTime.delete(slot);
    this.namespaces[timer] = undefined;
    this.next[timer] = this.free;
    this.free = timer;
  }

  private removeAt(i: number): void {
    const end = --this.count;
    if (i >= end) return;
    const last = this.heap[end] as number;
    const time = this.times[end] as number;
    if (this.siftDown(i, last, time) === i) this.siftUp(i, last, time);
  }

  private siftUp(from: number, timer: number, time: number): void {
    const { heap, times, places } = this;
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const parentTime = times[parent] as number;
      if (time >= parentTime) break;
      const moved = heap[parent] as number;
      heap[i] = moved;
      times[i] = parentTime;
      places[moved] = i;
      i = parent;
    }
    heap[i] = timer;
    times[i] = time;
    places[timer] = i;
  }

  /** Gives the place that the timer got. */
  private siftDown(from: number, timer: number, time: number): number {
    const { heap, times, places, count } = this;
    let i = from;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= count) break;
      if (child + 1 < count && (times[child + 1] as number) < (times[child] as number)) child++;
      const childTime = times[child] as number;
      if (childTime >= time) break;
      const moved = heap[child] as number;
      heap[i] = moved;
      times[i] = childTime;
      places[moved] = i;
      i = child;
    }
    heap[i] = timer;
    times[i] = time;
    places[timer] = i;
    return i;
  }
}

/** Registers and deletes the timers of one operator and one kind of time (Flink's `InternalTimerService`). */
export interface TimerService<N> {
  register(time: number, key: string, namespace: N): void;
  /** The namespace of a timer of the time and key; undefined if there is none. */
  find(time: number, key: string): N | undefined;
  delete(time: number, key: string, namespace: N): void;
}
