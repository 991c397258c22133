import type { FlinkLogicalSort } from '../../rel/flink-logical/flink-logical-sort.ts';
import { isTimeIndicator } from '../../types/sql-type.ts';

/** True for an order by an ascending time attribute first, without limits: rows can then be sorted as time passes. */
export function canSortTemporally(sort: FlinkLogicalSort): boolean {
  const [first] = sort.collation;
  if (!first || sort.fetch || sort.offset) return false;
  const type = sort.input().rowType.fields[first.index]?.type;
  return type !== undefined && isTimeIndicator(type) && first.direction === 'ASCENDING';
}
