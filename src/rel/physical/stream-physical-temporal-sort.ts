import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Sort } from '../core/sort.ts';
import { term } from '../rel-node.ts';
import { sortCost } from './sort-limits.ts';
import { collationListText } from './text/field-text.ts';

/** Flink's `StreamPhysicalTemporalSort`: orders rows by their time as it passes. */
export class StreamPhysicalTemporalSort extends Sort implements PhysicalRel {
  readonly typeName = 'StreamPhysicalTemporalSort';
  readonly requireWatermark = false;

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalTemporalSort {
    return new StreamPhysicalTemporalSort(this.cluster, traits, inputs[0] ?? this.input(), this.sortOptions);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    return sortCost(this, mq);
  }

  override describe(): readonly Term[] {
    return [term('orderBy', collationListText(this.collation, this.rowType))];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
