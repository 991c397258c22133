import type { RankStrategy } from '../../rel/physical/rank-strategy.ts';
import type { FieldCollation } from '../../rel/traits/distribution.ts';

/** What an operator of a rank has to know. */
export interface RankPlan {
  readonly partitionKeys: readonly number[];
  readonly order: readonly FieldCollation[];
  readonly start: number;
  readonly end: number;
  readonly outputRank: boolean;
  readonly strategy: RankStrategy;
  readonly updateBefore: boolean;
}
