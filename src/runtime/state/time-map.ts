/** Times that are looked through one by one; more than these get a table. */
const MOST_LISTED = 8;

/**
 * A map by time. Most keys of a stream have a few times at once: those stand in two lists, which are smaller and faster than a table.
 * Entries keep the order in which they came.
 */
export class TimeMap<V> {
  private readonly times: number[] = [];
  private readonly values: V[] = [];
  private table: Map<number, V> | undefined = undefined;

  get size(): number {
    return this.table ? this.table.size : this.times.length;
  }

  get(time: number): V | undefined {
    if (this.table) return this.table.get(time);
    const i = this.times.indexOf(time);
    return i < 0 ? undefined : this.values[i];
  }

  set(time: number, value: V): void {
    if (this.table) {
      this.table.set(time, value);
      return;
    }
    const i = this.times.indexOf(time);
    if (i >= 0) {
      this.values[i] = value;
      return;
    }
    this.times.push(time);
    this.values.push(value);
    if (this.times.length > MOST_LISTED) {
      this.table = new Map(this.entries());
      this.times.length = 0;
      this.values.length = 0;
    }
  }

  /** Takes the value out; undefined if there is none. */
  take(time: number): V | undefined {
    if (this.table) {
      const value = this.table.get(time);
      this.table.delete(time);
      if (this.table.size === 0) this.table = undefined;
      return value;
    }
    const i = this.times.indexOf(time);
    if (i < 0) return undefined;
    const value = this.values[i];
    this.times.splice(i, 1);
    this.values.splice(i, 1);
    return value;
  }

  entries(): Iterable<readonly [number, V]> {
    return this.table ? this.table.entries() : this.times.map((time, i) => [time, this.values[i] as V] as const);
  }
}
