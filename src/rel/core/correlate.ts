import type { Cluster } from '../cluster.ts';
import type { JoinType } from './join.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { joinRowType } from './join.ts';
import { BiRel } from './single-rel.ts';

export interface CorrelateOptions {
  /** The number in `$cor0`. */
  readonly correlationId: number;
  /** Left fields that the right side reads, ascending. */
  readonly requiredColumns: readonly number[];
  readonly joinType: JoinType;
  readonly hints?: readonly RelHint[];
}

/** Calcite's `Correlate`: the right side is evaluated for each left row. */
export abstract class Correlate extends BiRel {
  readonly correlationId: number;
  readonly requiredColumns: readonly number[];
  readonly joinType: JoinType;
  readonly relHints: readonly RelHint[];

  constructor(cluster: Cluster, traits: TraitSet, left: RelNode, right: RelNode, o: CorrelateOptions) {
    super(cluster, traits, [left, right]);
    this.correlationId = o.correlationId;
    this.requiredColumns = o.requiredColumns;
    this.joinType = o.joinType;
    this.relHints = o.hints ?? [];
  }

  get correlateOptions(): CorrelateOptions {
    return { correlationId: this.correlationId, requiredColumns: this.requiredColumns, joinType: this.joinType, hints: this.relHints };
  }

  protected override deriveRowType(): RowType {
    return joinRowType(this.left.rowType, this.right.rowType, this.joinType);
  }

  override get hints(): readonly RelHint[] {
    return this.relHints;
  }

  override get isHintable(): boolean {
    return true;
  }

  override describe(): readonly Term[] {
    return [
      term('correlation', `$cor${this.correlationId}`),
      term('joinType', this.joinType),
      term('requiredColumns', `{${this.requiredColumns.join(', ')}}`),
    ];
  }
}
