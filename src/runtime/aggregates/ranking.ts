import type { Value } from '../../types/value.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';

/**
 * RANK and DENSE_RANK in an OVER. Flink's streaming planner does not tell `RankAggFunction` and `DenseRankAggFunction` what the window is
 * ordered by, so they take no two rows for equal and count rows.
 */
class Ranking implements Accumulator {
  private place = 0n;

  accumulate(): void {
    this.place++;
  }

  retract(): void {
    throw new Error('a ranking is planned without retraction');
  }

  /** Only for copies: a ranking goes through the rows one by one. */
  merge(other: Accumulator): void {
    if (other instanceof Ranking) this.place += other.place;
  }

  value(): Value {
    return this.place;
  }
}

export function ranking(): AccumulatorFactory {
  return () => new Ranking();
}
