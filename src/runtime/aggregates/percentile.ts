import type { Value } from '../../types/value.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';
import { isArrayValue } from '../../types/value.ts';
import { asDouble } from '../eval/numbers.ts';
import { RunError } from '../run-error.ts';

/** PERCENTILE(value, fraction or fractions [, frequency]): how often each number is there (Flink's `PercentileAggFunction`). */
class Percentile implements Accumulator {
  private readonly counts = new Map<number, number>();
  private fractions: readonly number[] | undefined;
  private readonly several: boolean;

  constructor(several: boolean) {
    this.several = several;
  }

  accumulate(args: readonly Value[]): void {
    this.update(args, 1);
  }

  retract(args: readonly Value[]): void {
    this.update(args, -1);
  }

  merge(other: Accumulator): void {
    if (!(other instanceof Percentile)) return;
    this.fractions ??= other.fractions;
    for (const [x, n] of other.counts) this.add(x, n);
  }

  value(): Value {
    const sorted = [...this.counts].sort(([a], [b]) => a - b);
    const total = sorted.reduce((sum, [, n]) => sum + n, 0);
    if (total <= 0) return null;
    const results = (this.fractions ?? []).map((f) => at(sorted, f * (total - 1) + 1));
    return this.several ? results : (results[0] ?? null);
  }

  private update([x = null, fraction = null, frequency = 1]: readonly Value[], sign: 1 | -1): void {
    this.fractions ??= (isArrayValue(fraction) ? fraction : [fraction]).map(checkedFraction);
    const n = frequency === null ? 0 : Number(frequency);
    if (n > 0 && x !== null) this.add(asDouble(x), sign * n);
  }

  private add(x: number, by: number): void {
    const n = (this.counts.get(x) ?? 0) + by;
    if (n === 0) this.counts.delete(x);
    else this.counts.set(x, n);
  }
}

function checkedFraction(v: Value): number {
  const f = v === null ? Number.NaN : asDouble(v);
  if (f >= 0 && f <= 1) return f;
  throw new RunError('IllegalArgumentException', `Percentage of PERCENTILE should be between [0.0, 1.0], but was '${f}'.`);
}

/** The number at a place counted from 1, between two numbers in proportion. */
function at(sorted: readonly (readonly [number, number])[], place: number): number {
  const lower = Math.floor(place);
  const higher = Math.ceil(place);
  let i = 0;
  let seen = sorted[0]?.[1] ?? 0;
  while (seen < lower && i + 1 < sorted.length) {
    i++;
    seen += sorted[i]?.[1] ?? 0;
  }
  const here = sorted[i]?.[0] ?? Number.NaN;
  return seen >= higher ? here : (higher - place) * here + (place - lower) * (sorted[i + 1]?.[0] ?? Number.NaN);
}

/** `several`: the fractions are an array, and so is the result. */
export function percentile(several: boolean): AccumulatorFactory {
  return () => new Percentile(several);
}
