import type { BiRel } from '../../rel/core/single-rel.ts';
import type { JoinType } from '../../rel/core/join.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import { defined } from '../../base/assert.ts';
import { generatesNullsOnLeft, generatesNullsOnRight, projectsRight } from '../../rel/core/join.ts';
import { rexKey } from '../../rel/rex/rex-key.ts';
import { isAlwaysTrue } from '../../rel/rex/rex-node.ts';
import { collectInputRefs, mapInputRefs } from '../../rel/rex/rex-visit.ts';
import { isStronglyNotTrue, nullColumns } from '../../rel/rex/strong.ts';

/** What may be pushed where, by join type (Calcite's `JoinRelType`). */
export const CAN_PUSH: Readonly<
  Record<JoinType, { into: boolean; leftAbove: boolean; rightAbove: boolean; leftWithin: boolean; rightWithin: boolean }>
> = {
  inner: { into: true, leftAbove: true, rightAbove: true, leftWithin: true, rightWithin: true },
  left: { into: false, leftAbove: true, rightAbove: false, leftWithin: false, rightWithin: true },
  right: { into: false, leftAbove: false, rightAbove: true, leftWithin: true, rightWithin: false },
  full: { into: false, leftAbove: false, rightAbove: false, leftWithin: false, rightWithin: false },
  semi: { into: true, leftAbove: true, rightAbove: false, leftWithin: true, rightWithin: true },
  anti: { into: false, leftAbove: true, rightAbove: false, leftWithin: false, rightWithin: false },
};

/** A filter above that rejects nulls of a side makes an outer join on that side an inner one (Calcite's `RelOptUtil.simplifyJoin`). */
export function strengthen(joinType: JoinType, above: readonly RexNode[], leftCount: number, total: number): JoinType {
  if (!projectsRight(joinType)) return joinType;
  const leftColumns = nullColumns(Array.from({ length: leftCount }, (_, i) => i));
  const rightColumns = nullColumns(Array.from({ length: total - leftCount }, (_, i) => leftCount + i));
  let type = joinType;
  for (const filter of above) {
    if (generatesNullsOnLeft(type) && isStronglyNotTrue(filter, leftColumns)) type = type === 'full' ? 'left' : 'inner';
    if (generatesNullsOnRight(type) && isStronglyNotTrue(filter, rightColumns)) type = type === 'full' ? 'right' : 'inner';
    if (type === 'inner') break;
  }
  return type;
}

export interface Sides {
  readonly left: RexNode[];
  readonly right: RexNode[];
}

export function includesRex(list: readonly RexNode[], e: RexNode): boolean {
  const key = rexKey(e);
  return list.some((x) => rexKey(x) === key);
}

/** Moves filters to the side that has all their columns, or into the join; gives what stays and whether anything moved. */
export function classify(
  filters: readonly RexNode[],
  join: BiRel,
  push: { into: boolean; left: boolean; right: boolean },
  joinFilters: RexNode[],
  sides: Sides,
): { rest: RexNode[]; moved: boolean } {
  const leftFields = join.left.rowType.fields;
  const rightFields = join.right.rowType.fields;
  const removed = new Set<string>();
  for (const filter of filters) {
    const refs = collectInputRefs(filter);
    if (push.left && refs.every((i) => i < leftFields.length)) {
      if (!isAlwaysTrue(filter)) sides.left.push(retype(filter, 0, leftFields));
    } else if (push.right && refs.every((i) => i >= leftFields.length)) {
      if (!isAlwaysTrue(filter)) sides.right.push(retype(filter, leftFields.length, rightFields));
    } else if (push.into) {
      if (!includesRex(joinFilters, filter)) joinFilters.push(filter);
    } else continue;
    removed.add(rexKey(filter));
  }
  return { rest: filters.filter((f) => !removed.has(rexKey(f))), moved: removed.size > 0 };
}

/** References counted within one side, typed by that side's fields (they may be less nullable than the join's). */
function retype(filter: RexNode, offset: number, fields: RowType['fields']): RexNode {
  return mapInputRefs(
    filter,
    (i) => i - offset,
    (i) => defined(fields[i], 'field of a side').type,
  );
}
