import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { TableScan } from '../core/table-scan.ts';
import { makeCost } from '../metadata/cost.ts';
import { term } from '../rel-node.ts';
import { fieldNames } from './text/field-text.ts';

/** Flink's `StreamPhysicalIntermediateTableScan`: the output of another block of a statement set. */
export class StreamPhysicalIntermediateTableScan extends TableScan implements PhysicalRel {
  readonly typeName = 'StreamPhysicalIntermediateTableScan';
  readonly requireWatermark = false;

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): StreamPhysicalIntermediateTableScan {
    return new StreamPhysicalIntermediateTableScan(this.cluster, traits, this.table, this.relHints);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this);
    return makeCost(rows, rows, rows * mq.averageRowSize(this));
  }

  override describe(): readonly Term[] {
    return [this.tableTerm, term('fields', fieldNames(this.rowType).join(', '))];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
