import type { Cluster } from '../cluster.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RankOptions } from '../core/rank.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { Windowing } from './windowing.ts';
import { Rank, rankRangeText } from '../core/rank.ts';
import { term } from '../rel-node.ts';
import { collationListText, fieldListText, fieldNames } from './text/field-text.ts';
import { windowingText } from './windowing.ts';

/** Flink's `StreamPhysicalWindowRank`: Top-N per key and window; the partition leaves the window columns out. */
export class StreamPhysicalWindowRank extends Rank implements PhysicalRel {
  readonly typeName = 'StreamPhysicalWindowRank';
  readonly windowing: Windowing;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, rank: RankOptions, windowing: Windowing) {
    super(cluster, traits, input, rank);
    this.windowing = windowing;
  }

  get requireWatermark(): boolean {
    return this.windowing.isRowtime;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalWindowRank {
    return new StreamPhysicalWindowRank(this.cluster, traits, inputs[0] ?? this.input(), this.rank, this.windowing);
  }

  override describe(): readonly Term[] {
    const row = this.input().rowType;
    const { rankType, rankRange, partitionKey, orderKey } = this.rank;
    return [
      term('window', windowingText(this.windowing, row)),
      term('rankType', rankType),
      term('rankRange', rankRangeText(rankRange, fieldNames(row))),
      term('partitionBy', fieldListText(partitionKey, row)),
      term('orderBy', collationListText(orderKey, row)),
      term('select', fieldNames(this.rowType).join(', ')),
    ];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
