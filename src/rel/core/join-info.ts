import type { Join } from './join.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { conjunctions } from '../rex/conditions.ts';
import { collapseIsNotDistinctFrom } from '../rex/is-not-distinct-from.ts';

/** The equi part of a join condition (Calcite's `JoinInfo`). Indices count within their side. */
export interface JoinInfo {
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** True where null keys never match (`=`); false for IS NOT DISTINCT FROM. */
  readonly filterNulls: readonly boolean[];
  /** Conjuncts that are no equality of one plain column of each side. */
  readonly nonEqui: readonly RexNode[];
}

/** Keys in the order of the conjuncts; `=` and IS NOT DISTINCT FROM over plain references of opposite sides. */
export function analyzeJoinCondition(condition: RexNode, leftCount: number): JoinInfo {
  const left: number[] = [];
  const right: number[] = [];
  const filterNulls: boolean[] = [];
  const nonEqui: RexNode[] = [];
  for (const written of conjunctions(condition)) {
    const term = collapseIsNotDistinctFrom(written);
    const pair = keyPair(term, leftCount);
    if (!pair) {
      nonEqui.push(term);
      continue;
    }
    left.push(pair.left);
    right.push(pair.right);
    filterNulls.push(pair.filterNull);
  }
  return { left, right, filterNulls, nonEqui };
}

function keyPair(term: RexNode, leftCount: number): { left: number; right: number; filterNull: boolean } | undefined {
  if (term.rex !== 'call' || (term.op.kind !== 'EQUALS' && term.op.kind !== 'IS_NOT_DISTINCT_FROM')) return undefined;
  const [a, b] = term.operands;
  if (a?.rex !== 'inputRef' || b?.rex !== 'inputRef') return undefined;
  const filterNull = term.op.kind === 'EQUALS';
  if (a.index < leftCount && b.index >= leftCount) return { left: a.index, right: b.index - leftCount, filterNull };
  if (b.index < leftCount && a.index >= leftCount) return { left: b.index, right: a.index - leftCount, filterNull };
  return undefined;
}

export function joinInfoOf(join: Join): JoinInfo {
  return analyzeJoinCondition(join.condition, join.left.rowType.fields.length);
}
