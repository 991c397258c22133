import type { FieldCollation } from '../traits/distribution.ts';
import type { Rank } from '../core/rank.ts';
import type { RowType } from '../../types/sql-type.ts';
import { isRowtime, isTimeIndicator } from '../../types/sql-type.ts';
import { inputsInsertOnly } from './changelog.ts';

/** Top-1 by ROW_NUMBER without the number (Flink's `RankUtil.isDeduplication`). */
export function isDeduplication(node: Rank): boolean {
  const { outputRankNumber, rankType, rankRange } = node.rank;
  return !outputRankNumber && rankType === 'ROW_NUMBER' && rankRange.kind === 'constant' && rankRange.start === 1 && rankRange.end === 1;
}

/** True if the order is one time attribute and nothing else. */
export function sortsOnTimeAttributeOnly(order: readonly FieldCollation[], row: RowType): boolean {
  const type = order.length === 1 && order[0] ? row.fields[order[0].index]?.type : undefined;
  return type !== undefined && isTimeIndicator(type);
}

/** True if some order key is a rowtime attribute. */
export function sortsOnRowtime(order: readonly FieldCollation[], row: RowType): boolean {
  return order.some((c) => {
    const type = row.fields[c.index]?.type;
    return type !== undefined && isRowtime(type);
  });
}

/** A Rank that runs as Deduplicate (Flink's `RankUtil.canConvertToDeduplicate` for physical nodes). */
export function runsAsDeduplicate(node: Rank): boolean {
  return isDeduplication(node) && inputsInsertOnly(node) && sortsOnTimeAttributeOnly(node.rank.orderKey, node.input().rowType);
}

/** One descending key keeps the last row; anything else keeps the first. */
export function keepsLastRow(order: readonly FieldCollation[]): boolean {
  return order.length === 1 && order[0]?.direction.endsWith('DESCENDING') === true;
}
