import type { Cluster } from '../cluster.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexLiteral } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Values } from '../core/values.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalValues`. */
export class FlinkLogicalValues extends Values {
  readonly typeName = 'FlinkLogicalValues';

  static create(cluster: Cluster, rowType: RowType, tuples: readonly (readonly RexLiteral[])[]): FlinkLogicalValues {
    return new FlinkLogicalValues(cluster, LOGICAL_TRAITS, rowType, tuples);
  }

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): FlinkLogicalValues {
    return new FlinkLogicalValues(this.cluster, traits, this.rowType, this.tuples);
  }
}
