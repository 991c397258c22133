import type { RankOptions } from '../core/rank.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { orderText } from '../core/aggregate-call.ts';
import { Rank, rankRangeText } from '../core/rank.ts';
import { term } from '../rel-node.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalRank`: prints with names of fields. */
export class FlinkLogicalRank extends Rank {
  readonly typeName = 'FlinkLogicalRank';

  static create(input: RelNode, rank: RankOptions): FlinkLogicalRank {
    return new FlinkLogicalRank(input.cluster, LOGICAL_TRAITS, input, rank);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalRank {
    return new FlinkLogicalRank(this.cluster, traits, inputs[0] ?? this.input(), this.rank);
  }

  override describe(): readonly Term[] {
    const { rankType, rankRange, partitionKey, orderKey } = this.rank;
    const names = this.input().rowType.fields.map((f) => f.name);
    return [
      term('rankType', rankType),
      term('rankRange', rankRangeText(rankRange, names)),
      term('partitionBy', partitionKey.map((k) => names[k] ?? '').join(',')),
      term('orderBy', orderText(orderKey, names)),
      term('select', this.rowType.fields.map((f) => f.name).join(', ')),
    ];
  }
}
