import type { Cluster } from '../cluster.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RankOptions } from '../core/rank.ts';
import type { RankStrategy } from './rank-strategy.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Rank, rankRangeText } from '../core/rank.ts';
import { term } from '../rel-node.ts';
import { rankStrategyText } from './rank-strategy.ts';
import { collationListText, fieldListText, fieldNames } from './text/field-text.ts';

/** Flink's `StreamPhysicalRank`: Top-N per partition, kept in state. */
export class StreamPhysicalRank extends Rank implements PhysicalRel {
  readonly typeName = 'StreamPhysicalRank';
  readonly strategy: RankStrategy;
  readonly sortOnRowTime: boolean;

  constructor(
    cluster: Cluster,
    traits: TraitSet,
    input: RelNode,
    rank: RankOptions,
    o: { strategy: RankStrategy; sortOnRowTime: boolean },
  ) {
    super(cluster, traits, input, rank);
    this.strategy = o.strategy;
    this.sortOnRowTime = o.sortOnRowTime;
  }

  get requireWatermark(): boolean {
    return this.sortOnRowTime;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalRank {
    return new StreamPhysicalRank(this.cluster, traits, inputs[0] ?? this.input(), this.rank, this);
  }

  withStrategy(strategy: RankStrategy): StreamPhysicalRank {
    return new StreamPhysicalRank(this.cluster, this.traitSet, this.input(), this.rank, { strategy, sortOnRowTime: this.sortOnRowTime });
  }

  override describe(): readonly Term[] {
    const row = this.input().rowType;
    const { rankType, rankRange, partitionKey, orderKey } = this.rank;
    return [
      term('strategy', rankStrategyText(this.strategy)),
      term('rankType', rankType),
      term('rankRange', rankRangeText(rankRange, fieldNames(row))),
      term('partitionBy', fieldListText(partitionKey, row)),
      term('orderBy', `${this.sortOnRowTime ? 'ROWTIME ' : ''}${collationListText(orderKey, row)}`),
      term('select', fieldNames(this.rowType).join(', ')),
    ];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
