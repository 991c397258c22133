import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RankStrategy } from './rank-strategy.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { SortOptions } from '../core/sort.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Sort } from '../core/sort.ts';
import { term } from '../rel-node.ts';
import { rankStrategyText } from './rank-strategy.ts';
import { fetchText, limitNumber, limitedRows, sortCost } from './sort-limits.ts';
import { collationListText } from './text/field-text.ts';

/** Flink's `StreamPhysicalSortLimit`: a Top-N over the whole input. */
export class StreamPhysicalSortLimit extends Sort implements PhysicalRel {
  readonly typeName = 'StreamPhysicalSortLimit';
  readonly requireWatermark = false;
  readonly strategy: RankStrategy;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, sort: SortOptions, strategy: RankStrategy) {
    super(cluster, traits, input, sort);
    this.strategy = strategy;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalSortLimit {
    return new StreamPhysicalSortLimit(this.cluster, traits, inputs[0] ?? this.input(), this.sortOptions, this.strategy);
  }

  withStrategy(strategy: RankStrategy): StreamPhysicalSortLimit {
    return new StreamPhysicalSortLimit(this.cluster, this.traitSet, this.input(), this.sortOptions, strategy);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    return sortCost(this, mq);
  }

  override estimateRowCount(mq: MetadataQuery): number {
    return limitedRows(this, mq, 1);
  }

  override describe(): readonly Term[] {
    return [
      term('orderBy', collationListText(this.collation, this.rowType)),
      term('offset', limitNumber(this.offset) ?? 0),
      term('fetch', fetchText(this.fetch)),
      term('strategy', rankStrategyText(this.strategy)),
    ];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
