import type { Cluster } from '../cluster.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';
import { FlinkLogicalScan } from './flink-logical-scan.ts';

/** Flink's `FlinkLogicalTableSourceScan`. */
export class FlinkLogicalTableSourceScan extends FlinkLogicalScan {
  readonly typeName = 'FlinkLogicalTableSourceScan';

  static create(cluster: Cluster, table: RelOptTable, hints: readonly RelHint[] = []): FlinkLogicalTableSourceScan {
    return new FlinkLogicalTableSourceScan(cluster, LOGICAL_TRAITS, table, hints);
  }

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): FlinkLogicalTableSourceScan {
    return new FlinkLogicalTableSourceScan(this.cluster, traits, this.table, this.relHints);
  }

  /** The same scan after something was pushed into its source. */
  withTable(table: RelOptTable): FlinkLogicalTableSourceScan {
    return new FlinkLogicalTableSourceScan(this.cluster, this.traitSet, table, this.relHints);
  }

  override withHints(hints: readonly RelHint[]): FlinkLogicalTableSourceScan {
    return new FlinkLogicalTableSourceScan(this.cluster, this.traitSet, this.table, hints);
  }

  override describe(): readonly Term[] {
    return this.table.eventTimeSnapshotRequired ? [...super.describe(), term('eventTimeSnapshotRequired', true)] : super.describe();
  }
}
