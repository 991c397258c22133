import type { Cluster } from '../cluster.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexLiteral } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Values } from '../core/values.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalValues`. */
export class LogicalValues extends Values {
  readonly typeName = 'LogicalValues';

  static create(cluster: Cluster, rowType: RowType, tuples: readonly (readonly RexLiteral[])[]): LogicalValues {
    return new LogicalValues(cluster, DEFAULT_TRAITS, rowType, tuples);
  }

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): LogicalValues {
    return new LogicalValues(this.cluster, traits, this.rowType, this.tuples);
  }
}
