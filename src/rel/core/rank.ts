import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { Field, RowType } from '../../types/sql-type.ts';
import type { FieldCollation } from '../traits/distribution.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { tableError } from '../../base/diagnostic.ts';
import { relRowType } from '../../types/sql-type.ts';
import { makeCost } from '../metadata/cost.ts';
import { term } from '../rel-node.ts';
import { orderText } from './aggregate-call.ts';
import { SingleRel } from './single-rel.ts';

export type RankType = 'ROW_NUMBER' | 'RANK' | 'DENSE_RANK';

/** Which ranks are kept (Flink's `RankRange`). */
export type RankRange =
  | { readonly kind: 'constant'; readonly start: number; readonly end: number }
  | { readonly kind: 'noEnd'; readonly start: number }
  | { readonly kind: 'variable'; readonly endIndex: number };

/** `rankStart=1, rankEnd=3`, `rankStart=2`, `rankEnd=$4` or with the column's name. */
export function rankRangeText(r: RankRange, names?: readonly string[]): string {
  switch (r.kind) {
    case 'constant':
      return `rankStart=${r.start}, rankEnd=${r.end}`;
    case 'noEnd':
      return `rankStart=${r.start}`;
    case 'variable':
      return `rankEnd=${names?.[r.endIndex] ?? `$${r.endIndex}`}`;
  }
}

/** Number of ranks in the range as far as it is known (Flink's `getRankRangeNdv`); 100 for a variable end. */
export function rankRangeSize(r: RankRange): number {
  return r.kind === 'constant' ? r.end - r.start + 1 : 100;
}

export interface RankOptions {
  /** Partition fields, ascending. */
  readonly partitionKey: readonly number[];
  readonly orderKey: readonly FieldCollation[];
  readonly rankType: RankType;
  readonly rankRange: RankRange;
  /** Name and type of the rank column. */
  readonly rankNumber: Field;
  readonly outputRankNumber: boolean;
}

/** `name`, `name_0`, … : the first that is not in the list (Flink's `RowTypeUtils.getUniqueName`). */
export function uniqueName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  let i = 0;
  while (taken.includes(`${name}_${i}`)) i++;
  return `${name}_${i}`;
}

/** Flink's `Rank`: rows whose rank within their partition is in a range. */
export abstract class Rank extends SingleRel {
  readonly rank: RankOptions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, rank: RankOptions) {
    super(cluster, traits, [input]);
    this.rank = rank;
    checkRange(rank.rankRange, input.rowType.fields.length);
    if (rank.orderKey.length === 0) throw tableError('plan/rank', 'orderKey should not be empty.');
  }

  protected override deriveRowType(): RowType {
    const { fields } = this.input().rowType;
    if (!this.rank.outputRankNumber) return this.input().rowType;
    const { name, type } = this.rank.rankNumber;
    const free = uniqueName(
      name,
      fields.map((f) => f.name),
    );
    return relRowType([...fields, { name: free, type }]);
  }

  override describe(): readonly Term[] {
    const { rankType, rankRange, partitionKey, orderKey } = this.rank;
    return [
      term('rankType', rankType),
      term('rankRange', rankRangeText(rankRange)),
      term('partitionBy', partitionKey.map((k) => `$${k}`).join(',')),
      term('orderBy', orderText(orderKey)),
      term('select', this.rowType.fields.map((f, i) => `${f.name}=$${i}`).join(', ')),
    ];
  }

  override estimateRowCount(mq: MetadataQuery): number {
    const perGroup = rankRangeSize(this.rank.rankRange);
    if (this.rank.partitionKey.length === 0) return perGroup;
    const input = mq.rowCount(this.input());
    const groups = mq.distinctRowCount(this.input(), this.rank.partitionKey);
    return Math.min(groups === undefined ? input * 0.1 : groups * perGroup, input);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this.input());
    return makeCost(rows, rows, 0);
  }
}

function checkRange(r: RankRange, fieldCount: number): void {
  if (r.kind === 'constant') {
    if (r.end <= 0) throw tableError('plan/rank', `Rank end can't smaller than zero. The rank end is ${r.end}`);
    if (r.start > r.end) throw tableError('plan/rank', `Rank start '${r.start}' can't greater than rank end '${r.end}'.`);
  } else if (r.kind === 'variable' && (r.endIndex < 0 || r.endIndex >= fieldCount)) {
    throw tableError(
      'plan/rank',
      r.endIndex < 0 ? `Rank end index can't smaller than zero.` : `Rank end index can't greater than input field count.`,
    );
  }
}
