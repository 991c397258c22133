import { ObservedMap } from './state-observer.ts';

/**
 * State by slice and key (Flink's `WindowState`). The map of the context holds it under `slice|key` where it is watched; else there is a map
 * by key for each slice: rows come slice after slice, so that a name for each pair would be made, and hashed, for every row anew.
 */
export class SlicedState<V> {
  private readonly watched: Map<string, V> | undefined;
  private readonly slices = new Map<number, Map<string, V>>();
  private lastSlice = NaN;
  private last: Map<string, V> | undefined = undefined;

  constructor(map: Map<string, V>) {
    this.watched = map instanceof ObservedMap ? map : undefined;
  }

  get(slice: number, key: string): V | undefined {
    return this.watched ? this.watched.get(`${slice}|${key}`) : this.keysOf(slice)?.get(key);
  }

  set(slice: number, key: string, value: V): void {
    if (this.watched) {
      this.watched.set(`${slice}|${key}`, value);
      return;
    }
    let keys = this.keysOf(slice);
    if (!keys) {
      keys = new Map();
      this.slices.set(slice, keys);
      this.last = keys;
    }
    keys.set(key, value);
  }

  delete(slice: number, key: string): void {
    if (this.watched) {
      this.watched.delete(`${slice}|${key}`);
      return;
    }
    const keys = this.keysOf(slice);
    if (!keys?.delete(key) || keys.size > 0) return;
    this.slices.delete(slice);
    this.lastSlice = NaN;
  }

  clear(): void {
    this.watched?.clear();
    this.slices.clear();
    this.lastSlice = NaN;
  }

  private keysOf(slice: number): Map<string, V> | undefined {
    if (slice !== this.lastSlice) {
      this.lastSlice = slice;
      this.last = this.slices.get(slice);
    }
    return this.last;
  }
}

/** What waits by slice and key until all of it is taken out, in the order in which it first came. */
export class SliceBuffer<V> {
  private readonly index: SlicedState<V>;
  private readonly entries: V[] = [];

  constructor(map: Map<string, V>) {
    this.index = new SlicedState(map);
  }

  get(slice: number, key: string): V | undefined {
    return this.index.get(slice, key);
  }

  /** Puts in what is not there yet. */
  add(slice: number, key: string, value: V): void {
    this.index.set(slice, key, value);
    this.entries.push(value);
  }

  takeAll(): readonly V[] {
    this.index.clear();
    return this.entries.splice(0);
  }
}
