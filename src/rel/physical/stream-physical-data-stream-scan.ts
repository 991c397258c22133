import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { TableScan } from '../core/table-scan.ts';
import { makeCost } from '../metadata/cost.ts';
import { term } from '../rel-node.ts';
import { fieldNames } from './text/field-text.ts';

/** Flink's `StreamPhysicalDataStreamScan`: reads a table that a program made from a DataStream. */
export class StreamPhysicalDataStreamScan extends TableScan implements PhysicalRel {
  readonly typeName = 'StreamPhysicalDataStreamScan';
  readonly requireWatermark = false;

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): StreamPhysicalDataStreamScan {
    return new StreamPhysicalDataStreamScan(this.cluster, traits, this.table, this.relHints);
  }

  override withHints(hints: readonly RelHint[]): StreamPhysicalDataStreamScan {
    return new StreamPhysicalDataStreamScan(this.cluster, this.traitSet, this.table, hints);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this);
    return makeCost(rows, rows, rows * mq.averageRowSize(this));
  }

  override describe(): readonly Term[] {
    return [this.tableTerm, term('fields', fieldNames(this.rowType).join(', ')), ...this.hintTerms()];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
