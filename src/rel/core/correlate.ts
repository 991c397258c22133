import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { JoinType } from './join.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { makeCost, multiplyCost, plusCost } from '../metadata/cost.ts';
import { term } from '../rel-node.ts';
import { joinRowType, projectsRight } from './join.ts';
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
    if (this.joinType === 'right' || this.joinType === 'full') {
      throw new FlinkError('plan/correlate', [
        { className: 'IllegalStateException', message: `Unknown join type ${this.joinType.toUpperCase()}` },
      ]);
    }
    return joinRowType(this.left.rowType, this.right.rowType, this.joinType);
  }

  override get hints(): readonly RelHint[] {
    return this.relHints;
  }

  override get isHintable(): boolean {
    return true;
  }

  override estimateRowCount(mq: MetadataQuery): number {
    const left = mq.rowCount(this.left);
    return projectsRight(this.joinType) ? left * mq.rowCount(this.right) : left;
  }

  /** Reads the left rows once, and the right side once for each of them. */
  override computeSelfCost(mq: MetadataQuery): Cost {
    const right = this.cluster.planner?.costOf?.(this.right) ?? mq.cumulativeCost(this.right);
    const times = Math.max(1, mq.rowCount(this.left) - 1);
    return plusCost(makeCost(mq.rowCount(this) + this.left.estimateRowCount(mq), 0, 0), multiplyCost(right, times));
  }

  override describe(): readonly Term[] {
    return [
      term('correlation', `$cor${this.correlationId}`),
      term('joinType', this.joinType),
      term('requiredColumns', `{${this.requiredColumns.join(', ')}}`),
    ];
  }
}
