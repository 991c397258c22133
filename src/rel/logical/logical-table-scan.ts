import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { Cluster } from '../cluster.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { TableScan } from '../core/table-scan.ts';
import { term } from '../rel-node.ts';
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

  /** Prints the path of inheritance even where it is empty, as Calcite's own text of a hint has it. */
  protected override hintTerms(): readonly Term[] {
    if (this.relHints.length === 0) return [];
    const one = (h: RelHint): string => {
      const options = h.kvOptions.length > 0 ? `{${h.kvOptions.map(([k, v]) => `${k}=${v}`).join(', ')}}` : `[${h.listOptions.join(', ')}]`;
      return `[${h.name} inheritPath:[${h.inheritPath.join(', ')}] options:${options}]`;
    };
    return [term('hints', `[${this.relHints.map(one).join(', ')}]`)];
  }
}
