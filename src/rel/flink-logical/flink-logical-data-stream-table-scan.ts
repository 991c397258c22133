import type { Cluster } from '../cluster.ts';
import type { RelHint, RelNode } from '../rel-node.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';
import { FlinkLogicalScan } from './flink-logical-scan.ts';

/** Flink's `FlinkLogicalDataStreamTableScan`. */
export class FlinkLogicalDataStreamTableScan extends FlinkLogicalScan {
  readonly typeName = 'FlinkLogicalDataStreamTableScan';

  static create(cluster: Cluster, table: RelOptTable, hints: readonly RelHint[] = []): FlinkLogicalDataStreamTableScan {
    return new FlinkLogicalDataStreamTableScan(cluster, LOGICAL_TRAITS, table, hints);
  }

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): FlinkLogicalDataStreamTableScan {
    return new FlinkLogicalDataStreamTableScan(this.cluster, traits, this.table, this.relHints);
  }
}
