type NumberArray = Int32Array | Float64Array | Uint8Array;

/** A column of numbers that grows by doubling. */
export class Column<A extends NumberArray> {
  private data: A;
  private readonly make: (length: number) => A;
  length = 0;

  constructor(make: (length: number) => A) {
    this.make = make;
    this.data = make(16);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = this.make(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    this.data[this.length++] = value;
  }

  /** Changes a value that stands there. */
  set(index: number, value: number): void {
    this.data[index] = value;
  }

  at(index: number): number {
    return this.data[index] ?? 0;
  }

  get last(): number | undefined {
    return this.length === 0 ? undefined : this.data[this.length - 1];
  }

  /** Forgets everything from an index on. */
  truncate(length: number): void {
    this.length = Math.min(this.length, length);
  }

  /** A copy of exactly the values so far. */
  toArray(): A {
    return this.data.slice(0, this.length) as A;
  }
}

export const ints = (): Column<Int32Array> => new Column((n) => new Int32Array(n));
export const doubles = (): Column<Float64Array> => new Column((n) => new Float64Array(n));
export const bytes = (): Column<Uint8Array> => new Column((n) => new Uint8Array(n));

/** How many of the first `length` values are at most `value`; the values ascend. */
export function countUpTo(at: (index: number) => number, length: number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
