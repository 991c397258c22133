import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Sort } from '../core/sort.ts';
import { term } from '../rel-node.ts';
import { fetchText, limitNumber, limitedRows, sortCost } from './sort-limits.ts';

/** Flink's `StreamPhysicalLimit`: the first rows in any order. */
export class StreamPhysicalLimit extends Sort implements PhysicalRel {
  readonly typeName = 'StreamPhysicalLimit';
  readonly requireWatermark = false;

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalLimit {
    return new StreamPhysicalLimit(this.cluster, traits, inputs[0] ?? this.input(), this.sortOptions);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    return sortCost(this, mq);
  }

  override estimateRowCount(mq: MetadataQuery): number {
    return limitedRows(this, mq, 0);
  }

  override describe(): readonly Term[] {
    return [term('offset', limitNumber(this.offset) ?? 0), term('fetch', fetchText(this.fetch))];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
