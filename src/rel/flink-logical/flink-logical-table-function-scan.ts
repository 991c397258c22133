import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { TableFunctionScan } from '../core/table-function-scan.ts';
import { replaceTraits } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalTableFunctionScan`. */
export class FlinkLogicalTableFunctionScan extends TableFunctionScan {
  readonly typeName = 'FlinkLogicalTableFunctionScan';

  /** The same call over other inputs, in the logical convention. */
  static of(scan: TableFunctionScan, inputs: readonly RelNode[]): FlinkLogicalTableFunctionScan {
    const traits = replaceTraits(scan.traitSet, { convention: 'LOGICAL' });
    return new FlinkLogicalTableFunctionScan(scan.cluster, traits, inputs, scan.call, scan.rowType);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalTableFunctionScan {
    return new FlinkLogicalTableFunctionScan(this.cluster, traits, inputs, this.call, this.rowType);
  }

  override withRexNodes(list: readonly RexNode[]): FlinkLogicalTableFunctionScan {
    const call = list[0] ?? this.call;
    return call === this.call ? this : new FlinkLogicalTableFunctionScan(this.cluster, this.traitSet, this.inputs, call, this.rowType);
  }
}
