import type { Join } from '../../rel/core/join.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';

/** Columns of a join's output that come from the side which may be missing: right for LEFT, left for RIGHT. */
export function optionalSide(join: Join): { readonly from: number; readonly to: number } {
  const leftCount = join.left.rowType.fields.length;
  return join.joinType === 'left' ? { from: leftCount, to: join.rowType.fields.length } : { from: 0, to: leftCount };
}

/**
 * The right join keys of the lower of two LEFT joins whose optional table may go: the upper join compares the same columns of the first
 * table. Undefined if it does not.
 */
export function droppableMiddleKeys(top: Join, bottom: Join): readonly number[] | undefined {
  const upper = joinInfoOf(top).left;
  const lower = joinInfoOf(bottom);
  const firstCount = bottom.left.rowType.fields.length;
  if (upper.some((i) => i >= firstCount)) return undefined;
  return upper.length === lower.left.length && upper.every((i, k) => i === lower.left[k]) ? lower.right : undefined;
}
