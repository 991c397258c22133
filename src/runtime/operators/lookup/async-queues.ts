import type { Change } from '../../record.ts';

/** A record on its way: asked for, and answered once `result` is there. */
export interface AsyncEntry {
  readonly change: Change;
  /** The key whose records keep their order (`KEY_ORDERED`). */
  readonly key: string;
  /** Begins the question. */
  readonly start: () => void;
  result?: readonly Change[];
}

/** Where results go. */
export interface AsyncOutput {
  readonly record: (entry: AsyncEntry) => void;
  readonly watermark: (watermark: number) => void;
}

/** Records and watermarks between question and output. */
export interface AsyncQueue {
  /** Entries that count against the capacity. */
  readonly size: number;
  /** True if watermarks count as well. */
  readonly countsWatermarks: boolean;
  readonly isEmpty: boolean;
  addRecord(entry: AsyncEntry): void;
  addWatermark(watermark: number): void;
  /** The entry's result is there. */
  complete(entry: AsyncEntry): void;
}

type Queued = AsyncEntry | { readonly watermark: number };

function isWatermark(q: Queued): q is { readonly watermark: number } {
  return 'watermark' in q;
}

/** A queue that holds records and watermarks in the order in which they came. */
abstract class ListedQueue implements AsyncQueue {
  readonly countsWatermarks = true;
  protected readonly entries: Queued[] = [];
  protected readonly output: AsyncOutput;

  constructor(output: AsyncOutput) {
    this.output = output;
  }

  get size(): number {
    return this.entries.length;
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  addRecord(entry: AsyncEntry): void {
    this.entries.push(entry);
    entry.start();
  }

  addWatermark(watermark: number): void {
    this.entries.push({ watermark });
    this.flush();
  }

  abstract complete(entry: AsyncEntry): void;

  /** Lets out what may go. */
  protected abstract flush(): void;
}

/** Flink's `OrderedStreamElementQueue`: results leave in the order of their records. */
export class OrderedQueue extends ListedQueue {
  complete(): void {
    this.flush();
  }

  protected flush(): void {
    for (let head = this.entries[0]; head && (isWatermark(head) || head.result); head = this.entries[0]) {
      this.entries.shift();
      if (isWatermark(head)) this.output.watermark(head.watermark);
      else this.output.record(head);
    }
  }
}

/** Flink's `UnorderedStreamElementQueue`: results leave as they come, but no record passes a watermark either way. */
export class UnorderedQueue extends ListedQueue {
  /** Results that wait behind a watermark, in the order in which they came. */
  private readonly completed: AsyncEntry[] = [];

  complete(entry: AsyncEntry): void {
    this.completed.push(entry);
    this.flush();
  }

  protected flush(): void {
    for (;;) {
      const head = this.entries[0];
      if (!head) return;
      if (isWatermark(head)) {
        this.entries.shift();
        this.output.watermark(head.watermark);
        continue;
      }
      const end = this.entries.findIndex(isWatermark);
      const segment = new Set(end < 0 ? this.entries : this.entries.slice(0, end));
      const next = this.completed.find((e) => segment.has(e));
      if (!next) return;
      this.completed.splice(this.completed.indexOf(next), 1);
      this.entries.splice(this.entries.indexOf(next), 1);
      this.output.record(next);
    }
  }
}

interface Epoch {
  /** Records that have not gone out. */
  ongoing: number;
  readonly results: AsyncEntry[];
  /** The watermark that ends the epoch, once it has come. */
  end?: number;
}

/**
 * Flink's `TableAsyncExecutionController`: of one key one question at a time, others side by side; what is done leaves at once within the
 * oldest epoch, later epochs wait for the watermark between them.
 */
export class KeyOrderedQueue implements AsyncQueue {
  readonly countsWatermarks = false;
  private readonly output: AsyncOutput;
  private readonly epochs: Epoch[] = [{ ongoing: 0, results: [] }];
  private readonly epochOf = new Map<AsyncEntry, Epoch>();
  private readonly active = new Map<string, AsyncEntry>();
  private readonly blocked = new Map<string, AsyncEntry[]>();
  size = 0;

  constructor(output: AsyncOutput) {
    this.output = output;
  }

  get isEmpty(): boolean {
    return this.size === 0 && this.epochs.length === 1;
  }

  addRecord(entry: AsyncEntry): void {
    const epoch = this.epochs[this.epochs.length - 1] as Epoch; // there is always an open one
    epoch.ongoing++;
    this.epochOf.set(entry, epoch);
    this.size++;
    if (this.active.has(entry.key)) {
      const same = this.blocked.get(entry.key);
      if (same) same.push(entry);
      else this.blocked.set(entry.key, [entry]);
    } else this.begin(entry);
  }

  addWatermark(watermark: number): void {
    const open = this.epochs[this.epochs.length - 1] as Epoch; // there is always an open one
    open.end = watermark;
    this.epochs.push({ ongoing: 0, results: [] });
    this.flush();
  }

  complete(entry: AsyncEntry): void {
    this.active.delete(entry.key);
    const epoch = this.epochOf.get(entry);
    if (epoch) {
      epoch.ongoing--;
      epoch.results.push(entry);
    }
    this.flush();
    const next = this.blocked.get(entry.key)?.shift();
    if (next) this.begin(next);
    else this.blocked.delete(entry.key);
  }

  private begin(entry: AsyncEntry): void {
    this.active.set(entry.key, entry);
    entry.start();
  }

  private flush(): void {
    for (let epoch = this.epochs[0]; epoch; epoch = this.epochs[0]) {
      for (let entry = epoch.results.shift(); entry; entry = epoch.results.shift()) {
        this.size--;
        this.epochOf.delete(entry);
        this.output.record(entry);
      }
      if (epoch.ongoing > 0 || epoch.end === undefined) return;
      this.epochs.shift();
      this.output.watermark(epoch.end);
    }
  }
}
