import type { RelHint, RelNode } from '../rel-node.ts';
import type { Cluster } from '../cluster.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { TableScan } from '../core/table-scan.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalTableScan` (Flink's copy, which prints hints). */
export class LogicalTableScan extends TableScan {
  readonly typeName = 'LogicalTableScan';

  static create(cluster: Cluster, table: RelOptTable, hints: readonly RelHint[] = []): LogicalTableScan {
    return new LogicalTableScan(cluster, DEFAULT_TRAITS, table, hints);
  }

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): LogicalTableScan {
    return new LogicalTableScan(this.cluster, traits, this.table, this.relHints);
  }

  override withHints(hints: readonly RelHint[]): LogicalTableScan {
    return new LogicalTableScan(this.cluster, this.traitSet, this.table, hints);
  }
}
