import type { Cluster } from '../cluster.ts';
import type { RelNode } from '../rel-node.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';
import { FlinkLogicalScan } from './flink-logical-scan.ts';

/** Flink's `FlinkLogicalIntermediateTableScan`: reads the output of another block of the statement set. */
export class FlinkLogicalIntermediateTableScan extends FlinkLogicalScan {
  readonly typeName = 'FlinkLogicalIntermediateTableScan';

  static create(cluster: Cluster, table: RelOptTable): FlinkLogicalIntermediateTableScan {
    return new FlinkLogicalIntermediateTableScan(cluster, LOGICAL_TRAITS, table);
  }

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): FlinkLogicalIntermediateTableScan {
    return new FlinkLogicalIntermediateTableScan(this.cluster, traits, this.table);
  }
}
