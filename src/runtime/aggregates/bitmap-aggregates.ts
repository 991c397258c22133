import type { Value } from '../../types/value.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';
import { bitmapNumbers, bitmapOf } from '../eval/bitmap.ts';

export type BitmapCombination = 'BUILD' | 'AND' | 'OR' | 'XOR';

/**
 * BITMAP_…_AGG (Flink's `AbstractBitmap…AggFunction` and their twins with retraction): how often each number is there, and how many
 * bitmaps. A number is in the result if it is in all bitmaps (AND), in any (OR, BUILD), or in an odd number of them (XOR).
 */
class BitmapAgg implements Accumulator {
  private readonly counts = new Map<number, number>();
  private bitmaps = 0;
  private readonly combination: BitmapCombination;
  private readonly cardinality: boolean;

  constructor(combination: BitmapCombination, cardinality: boolean) {
    this.combination = combination;
    this.cardinality = cardinality;
  }

  accumulate([x = null]: readonly Value[]): void {
    this.update(x, 1);
  }

  retract([x = null]: readonly Value[]): void {
    this.update(x, -1);
  }

  merge(other: Accumulator): void {
    if (!(other instanceof BitmapAgg)) return;
    this.bitmaps += other.bitmaps;
    for (const [n, count] of other.counts) this.add(n, count);
  }

  value(): Value {
    const numbers = [...this.counts].filter(([, count]) => this.holds(count)).map(([n]) => n);
    if (this.combination === 'BUILD' ? numbers.length === 0 : this.bitmaps <= 0) return null;
    return this.cardinality ? BigInt(numbers.length) : bitmapOf(numbers);
  }

  private holds(count: number): boolean {
    if (this.combination === 'AND') return count === this.bitmaps;
    return this.combination === 'XOR' ? count % 2 !== 0 : count > 0;
  }

  private update(x: Value, by: 1 | -1): void {
    if (x === null) return;
    this.bitmaps += by;
    const numbers = this.combination === 'BUILD' ? [Number(x) >>> 0] : bitmapNumbers(x);
    for (const n of numbers) this.add(n, by);
  }

  private add(n: number, by: number): void {
    const count = (this.counts.get(n) ?? 0) + by;
    if (count === 0) this.counts.delete(n);
    else this.counts.set(n, count);
  }
}

export function bitmapAggregate(combination: BitmapCombination, cardinality: boolean): AccumulatorFactory {
  return () => new BitmapAgg(combination, cardinality);
}
