import type { RelNode } from '../rel-node.ts';
import type { RankOptions } from '../core/rank.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Rank } from '../core/rank.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Flink's `LogicalRank`. */
export class LogicalRank extends Rank {
  readonly typeName = 'LogicalRank';

  static create(input: RelNode, rank: RankOptions): LogicalRank {
    return new LogicalRank(input.cluster, DEFAULT_TRAITS, input, rank);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalRank {
    return new LogicalRank(this.cluster, traits, inputs[0] ?? this.input(), this.rank);
  }
}
