import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { TableScan } from '../core/table-scan.ts';
import { makeCost } from '../metadata/cost.ts';
import { term } from '../rel-node.ts';
import { fieldNames } from './text/field-text.ts';

/** Flink's `StreamPhysicalTableSourceScan`: reads a connector's table with everything that was pushed into it. */
export class StreamPhysicalTableSourceScan extends TableScan implements PhysicalRel {
  readonly typeName = 'StreamPhysicalTableSourceScan';
  readonly requireWatermark = false;
  /** An event-time temporal join reads the raw changelog, so no ChangelogNormalize stands above. */
  readonly eventTimeSnapshotRequired: boolean;

  constructor(cluster: Cluster, traits: TraitSet, table: RelOptTable, hints: readonly RelHint[] = [], eventTimeSnapshotRequired = false) {
    super(cluster, traits, table, hints);
    this.eventTimeSnapshotRequired = eventTimeSnapshotRequired;
  }

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): StreamPhysicalTableSourceScan {
    return new StreamPhysicalTableSourceScan(this.cluster, traits, this.table, this.relHints, this.eventTimeSnapshotRequired);
  }

  /** The same scan over another table (a source that was told more). */
  withTable(table: RelOptTable): StreamPhysicalTableSourceScan {
    return new StreamPhysicalTableSourceScan(this.cluster, this.traitSet, table, this.relHints, this.eventTimeSnapshotRequired);
  }

  override withHints(hints: readonly RelHint[]): StreamPhysicalTableSourceScan {
    return new StreamPhysicalTableSourceScan(this.cluster, this.traitSet, this.table, hints, this.eventTimeSnapshotRequired);
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
