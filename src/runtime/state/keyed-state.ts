import type { StateObserver } from './state-observer.ts';

/**
 * One state of an operator, a value for each key (Flink's keyed `ValueState`, on the heap). With a time to live a value expires that long
 * after it was last written, by the virtual clock; an expired value is never given back.
 */
export class KeyedState<T> {
  private readonly values = new Map<string, T>();
  /** Virtual time of each value's last write, in milliseconds, where values expire. */
  private readonly written = new Map<string, number>();
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
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    if (this.ttl > 0 && this.now() - (this.written.get(key) ?? 0) >= this.ttl) {
      this.values.delete(key);
      this.written.delete(key);
      this.observer?.expired(key);
      return undefined;
    }
    this.observer?.read(key);
    return value;
  }

  set(key: string, value: T): void {
    this.observer?.write(key, value);
    this.values.set(key, value);
    if (this.ttl > 0) this.written.set(key, this.now());
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
    if (!this.values.delete(key)) return;
    if (this.ttl > 0) this.written.delete(key);
    this.observer?.clear(key);
  }

  get size(): number {
    return this.values.size;
  }

  /** Keys and values, expired ones left out. */
  *[Symbol.iterator](): Generator<readonly [string, T]> {
    for (const key of [...this.values.keys()]) {
      const value = this.get(key);
      if (value !== undefined) yield [key, value];
    }
  }
}
