import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { Cluster } from '../cluster.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { TableFunctionScan } from '../core/table-function-scan.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalTableFunctionScan`. */
export class LogicalTableFunctionScan extends TableFunctionScan {
  readonly typeName = 'LogicalTableFunctionScan';

  static create(cluster: Cluster, inputs: readonly RelNode[], call: RexNode, rowType: RowType): LogicalTableFunctionScan {
    return new LogicalTableFunctionScan(cluster, DEFAULT_TRAITS, inputs, call, rowType);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalTableFunctionScan {
    return new LogicalTableFunctionScan(this.cluster, traits, inputs, this.call, this.rowType);
  }

  override withRexNodes(list: readonly RexNode[]): LogicalTableFunctionScan {
    const call = list[0] ?? this.call;
    return call === this.call ? this : new LogicalTableFunctionScan(this.cluster, this.traitSet, this.inputs, call, this.rowType);
  }
}
