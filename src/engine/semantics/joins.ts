import type { Join } from '../../rel/core/join.ts';
import type { JoinType } from '../../rel/core/join.ts';
import type { JoinInfo } from '../../rel/core/join-info.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Row } from '../../runtime/record.ts';
import type { Snapshot } from '../../rel/core/snapshot.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { analyzeJoinCondition } from '../../rel/core/join-info.ts';
import { StreamPhysicalIntervalJoin } from '../../rel/physical/stream-physical-interval-join.ts';
import { StreamPhysicalWindowJoin } from '../../rel/physical/stream-physical-window-join.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { call, inputRef } from '../../rel/rex/rex-factory.ts';
import { EQUALS, IS_NOT_DISTINCT_FROM } from '../../rel/rex/standard-operators.ts';
import { isProctime, isRowtime, sameTypeIgnoringNullability } from '../../types/sql-type.ts';
import { fieldsKey } from '../../runtime/state/row-key.ts';
import { nulls } from './bag.ts';
import { NotRunnable } from './not-runnable.ts';

export interface JoinedBags {
  readonly left: Bag;
  readonly right: Bag;
  readonly leftType: RowType;
  readonly rightType: RowType;
  readonly condition: RexNode;
  readonly joinType: JoinType;
}

/** Joins of two inputs in every convention: regular, interval, window and processing-time temporal joins. */
export function join(node: Join, e: PlanEvaluator, scope: Scope): Bag {
  if (node.variablesSet.length > 0) throw new NotRunnable('A sub-query in a join condition reads the joined row.');
  const [left, right] = [e.rows(node.left, scope), e.rows(node.right, scope)];
  const leftType = node.left.rowType;
  const rightType = node.right.rowType;
  return joinBags({ left, right, leftType, rightType, condition: conditionOf(node), joinType: node.joinType }, e, scope);
}

/** What the join compares; a physical join may have put a part of it aside. */
function conditionOf(node: Join): RexNode {
  if (node instanceof StreamPhysicalIntervalJoin) return node.originalCondition;
  if (!(node instanceof StreamPhysicalWindowJoin)) return node.condition;
  const [left, right] = [node.leftWindowing.columns, node.rightWindowing.columns];
  if (left.by !== 'window' || right.by !== 'window') throw new NotRunnable('The sides of a window join do not carry their windows.');
  const leftCount = node.left.rowType.fields.length;
  const pairs = [[left.endIndex, right.endIndex] as const];
  if (left.startIndex !== undefined && right.startIndex !== undefined) pairs.push([left.startIndex, right.startIndex]);
  const equalities = pairs.map(([l, r]) => call(EQUALS, [ref(node.left.rowType, l, 0), ref(node.right.rowType, r, leftCount)]));
  return composeConjunction([...equalities, node.condition]);
}

function ref(row: RowType, index: number, offset: number): RexNode {
  const field = row.fields[index];
  if (!field) throw new Error(`no column ${index} to join on`);
  return inputRef(index + offset, field.type);
}

export function joinBags(o: JoinedBags, e: PlanEvaluator, scope: Scope): Bag {
  const leftCount = o.leftType.fields.length;
  const rightCount = o.rightType.fields.length;
  const info = keysOf(
    analyzeJoinCondition(composeConjunction(conjunctions(o.condition).filter((c) => !isTemporalMarker(c))), leftCount),
    o,
  );
  const passes = e.expressions.condition(composeConjunction(info.nonEqui), { fieldCount: leftCount + rightCount, scope });
  const byKey = new Map<string, number[]>();
  o.right.forEach((row, i) => {
    if (!hasKey(row, info.right, info.filterNulls)) return;
    const key = fieldsKey(row, info.right);
    const list = byKey.get(key);
    if (list) list.push(i);
    else byKey.set(key, [i]);
  });
  const out: Row[] = [];
  const met = new Set<number>();
  for (const left of o.left) {
    const candidates = hasKey(left, info.left, info.filterNulls) ? (byKey.get(fieldsKey(left, info.left)) ?? []) : [];
    const matches = candidates.filter((i) => passes([...left, ...(o.right[i] ?? [])]));
    matches.forEach((i) => met.add(i));
    if (o.joinType === 'semi' || o.joinType === 'anti') {
      if (matches.length > 0 === (o.joinType === 'semi')) out.push(left);
      continue;
    }
    for (const i of matches) out.push([...left, ...(o.right[i] ?? [])]);
    if (matches.length === 0 && (o.joinType === 'left' || o.joinType === 'full')) out.push([...left, ...nulls(rightCount)]);
  }
  if (o.joinType === 'right' || o.joinType === 'full') {
    o.right.forEach((right, i) => {
      if (!met.has(i)) out.push([...nulls(leftCount), ...right]);
    });
  }
  return out;
}

function hasKey(row: Row, keys: readonly number[], filterNulls: readonly boolean[]): boolean {
  return keys.every((k, i) => filterNulls[i] !== true || (row[k] ?? null) !== null);
}

/** Only keys of one type can be looked up; others are compared. */
function keysOf(info: JoinInfo, { leftType, rightType }: JoinedBags): JoinInfo {
  const kept = { left: [] as number[], right: [] as number[], filterNulls: [] as boolean[], nonEqui: [...info.nonEqui] };
  const leftCount = leftType.fields.length;
  info.left.forEach((l, i) => {
    const r = info.right[i] ?? -1;
    const a = leftType.fields[l]?.type;
    const b = rightType.fields[r]?.type;
    if (a && b && sameTypeIgnoringNullability(a, b) && !isProctime(a)) {
      kept.left.push(l);
      kept.right.push(r);
      kept.filterNulls.push(info.filterNulls[i] ?? true);
    } else
      kept.nonEqui.push(
        call(info.filterNulls[i] === false ? IS_NOT_DISTINCT_FROM : EQUALS, [ref(leftType, l, 0), ref(rightType, r, leftCount)]),
      );
  });
  return kept;
}

const TEMPORAL_MARKER = /^__(INITIAL_)?TEMPORAL_JOIN_CONDITION$/;

/** The mark of a temporal join: by processing time it asks for the rows as they are now, by event time for versions. */
function isTemporalMarker(e: RexNode): boolean {
  if (e.rex !== 'call' || !TEMPORAL_MARKER.test(e.op.name)) return false;
  checkPeriod(e);
  return true;
}

function checkPeriod(marker: RexCall): void {
  if (marker.operands.some((o) => isRowtime(o.type)) || !marker.operands.some((o) => isProctime(o.type))) {
    throw new NotRunnable('A temporal join by event time reads versions of rows.');
  }
}

/** A table as of now is the table. */
export function snapshot(node: Snapshot, e: PlanEvaluator, scope: Scope): Bag {
  if (!isProctime(node.period.type)) throw new NotRunnable('A temporal join by event time reads versions of rows.');
  return e.rows(node.input(), scope);
}
