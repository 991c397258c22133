import type { StateObserver } from './state-observer.ts';

interface Entry<T> {
  value: T;
  /** Virtual time of the last write, in milliseconds. */
  written: number;
}

/**
 * One state of an operator, a value for each key (Flink's keyed `ValueState`, on the heap). With a time to live a value expires that long
 * after it was last written, by the virtual clock; an expired value is never given back.
 */
export class KeyedState<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly ttl: number;
  private readonly now: () => number;
  private readonly observer: StateObserver | undefined;

  /** `ttl` in milliseconds; 0 keeps values for ever. */
  constructor(options: { readonly ttl: number; readonly now: () => number; readonly observer?: StateObserver | undefined }) {
    this.ttl = options.ttl;
    this.now = options.now;
    this.observer = options.observer;
  }

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (this.ttl > 0 && this.now() - entry.written >= this.ttl) {
      this.entries.delete(key);
      this.observer?.expired(key);
      return undefined;
    }
    this.observer?.read(key);
    return entry.value;
  }

  set(key: string, value: T): void {
    this.observer?.write(key, value);
    const entry = this.entries.get(key);
    if (entry) {
      entry.value = value;
      entry.written = this.now();
    } else this.entries.set(key, { value, written: this.now() });
  }

  /** The value of the key, made by `create` (and written) where there is none. */
  getOrCreate(key: string, create: () => T): T {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = create();
    this.set(key, made);
    return made;
  }

  delete(key: string): void {
    if (this.entries.delete(key)) this.observer?.clear(key);
  }

  get size(): number {
    return this.entries.size;
  }

  /** Keys and values, expired ones left out. */
  *[Symbol.iterator](): Generator<readonly [string, T]> {
    for (const key of [...this.entries.keys()]) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }
}
