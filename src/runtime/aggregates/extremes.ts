import type { Value } from '../../types/value.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';
import { compareValues } from '../eval/compare-values.ts';
import { valueKey } from '../state/row-key.ts';

class Extreme implements Accumulator {
  private current: Value = null;
  private readonly sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null) return;
    if (this.current === null || compareValues(x, this.current) * this.sign > 0) this.current = x;
  }

  /** Planned without retraction, though rows are taken back: values only grow (MAX) or fall (MIN), so what goes away was no extreme. */
  retract(): void {}

  merge(other: Accumulator): void {
    if (other instanceof Extreme) this.accumulate([other.current]);
  }

  value(): Value {
    return this.current;
  }
}

interface Counted {
  readonly value: Exclude<Value, null>;
  readonly count: number;
}

/**
 * MIN and MAX over a changelog (Flink's `MinWithRetractAggFunction`, `MaxWithRetractAggFunction`): how often each value is there, and the
 * extreme as Flink keeps it. Partial results may have counts below zero; their merging shows that Flink counts only values above zero but
 * looks for the next extreme among all, and does not look again where a value comes to zero from below.
 */
class RetractingExtreme implements Accumulator {
  private readonly counts = new Map<string, Counted>();
  private readonly sign: 1 | -1;
  private best: Value = null;
  /** Values that are there more than zero times. */
  private present = 0;

  constructor(sign: 1 | -1) {
    this.sign = sign;
  }

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null) return;
    if (this.present === 0 || this.isBetter(x)) this.best = x;
    if (this.add(x, 1) === 1) this.present++;
  }

  retract(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null || this.add(x, -1) !== 0) return;
    this.present--;
    if (this.present === 0) this.best = null;
    else if (this.isBest(x)) this.lookAgain();
  }

  merge(other: Accumulator): void {
    if (!(other instanceof RetractingExtreme)) return;
    if (this.present === 0 || (other.present > 0 && other.best !== null && this.isBetter(other.best))) this.best = other.best;
    let isBestGone = false;
    for (const { value, count } of other.counts.values()) {
      const after = this.add(value, count);
      const before = after - count;
      if (after > 0 && before <= 0) this.present++;
      else if (after <= 0 && before > 0) {
        this.present--;
        if (this.isBest(value)) isBestGone = true;
      }
    }
    if (isBestGone) this.lookAgain();
  }

  value(): Value {
    return this.present > 0 ? this.best : null;
  }

  private isBetter(x: Exclude<Value, null>): boolean {
    return this.best === null || compareValues(x, this.best) * this.sign > 0;
  }

  private isBest(x: Exclude<Value, null>): boolean {
    return this.best !== null && compareValues(x, this.best) === 0;
  }

  private lookAgain(): void {
    this.best = null;
    for (const { value } of this.counts.values()) if (this.isBetter(value)) this.best = value;
    if (this.best === null) this.present = 0;
  }

  /** How often the value is there afterwards. */
  private add(value: Exclude<Value, null>, by: number): number {
    const key = valueKey(value);
    const count = (this.counts.get(key)?.count ?? 0) + by;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, { value, count });
    return count;
  }
}

/** MAX (1) or MIN (-1). */
export function extreme(sign: 1 | -1, retracts: boolean): AccumulatorFactory {
  return () => (retracts ? new RetractingExtreme(sign) : new Extreme(sign));
}
