import type { Join } from './core/join.ts';
import type { RelBuilder } from './rel-builder.ts';
import type { RelNode } from './rel-node.ts';
import type { RexCall, RexNode } from './rex/rex-node.ts';
import { projectsRight } from './core/join.ts';
import { sideOf } from './join-conditions.ts';
import { collapseIsNotDistinctFrom } from './rex/is-not-distinct-from.ts';
import { inputRef } from './rex/rex-factory.ts';
import { rexEquals, rexListEquals } from './rex/rex-key.ts';
import { isCallOf } from './rex/rex-node.ts';
import { containsSubQuery, shiftRefs } from './rex/rex-visit.ts';

/**
 * A join whose equations compare plain columns: operands that are expressions are computed by Projects below, and a Project above
 * restores the columns (Calcite's `RelOptUtil.pushDownJoinConditions`). The builder is only borrowed; its stack is as before.
 */
export function pushDownJoinConditions(join: Join, b: RelBuilder): RelNode {
  const leftCount = join.left.rowType.fields.length;
  const rightCount = join.right.rowType.fields.length;
  const pushed = containsSubQuery(join.condition)
    ? { condition: join.condition, left: [], right: [] }
    : pushEquations(join.condition, leftCount, rightCount);
  const side = (node: RelNode, extra: readonly RexNode[]): RelNode => {
    b.push(node);
    if (extra.length > 0) {
      b.project(
        [...b.fields(), ...extra],
        node.rowType.fields.map((f) => f.name),
      );
    }
    return b.build();
  };
  const left = side(join.left, pushed.left);
  const right = side(join.right, pushed.right);
  b.push(join.copyJoin(join.traitSet, pushed.condition, left, right, join.joinType));
  if (pushed.left.length > 0 || pushed.right.length > 0) {
    const kept = join.left.rowType.fields.map((_, i) => i);
    const newLeftCount = leftCount + pushed.left.length;
    if (projectsRight(join.joinType)) join.right.rowType.fields.forEach((_, i) => kept.push(newLeftCount + i));
    b.project(b.fields(kept));
  }
  return b.build();
}

/** A join condition whose equations have plain references on both sides, and the expressions to compute below for that. */
export interface PushedCondition {
  readonly condition: RexNode;
  /** Over the left input. */
  readonly left: readonly RexNode[];
  /** Over the right input, counted from 0. */
  readonly right: readonly RexNode[];
}

/**
 * Replaces the operands of equations between the two sides by references to new columns, which are appended to the left and the right
 * row (Calcite's `pushDownEqualJoinConditions`). Other conjuncts are only renumbered.
 */
export function pushEquations(condition: RexNode, leftCount: number, rightCount: number): PushedCondition {
  const left: RexNode[] = [];
  const right: RexNode[] = [];

  const pushOperand = (e: RexNode): RexNode => {
    const mid = leftCount + left.length;
    switch (sideOf(e, mid)) {
      case 'left':
        shiftAll(right, mid, 1);
        left.push(e);
        return inputRef(mid, e.type);
      case 'right':
        right.push(e);
        return inputRef(mid + rightCount + right.length - 1, e.type);
      default:
        return e;
    }
  };

  const push = (raw: RexNode): RexNode => {
    const e = collapseIsNotDistinctFrom(raw);
    if (e.rex !== 'call') return e.rex === 'inputRef' || e.rex === 'literal' ? e : pushOperand(e);
    const { kind } = e.op;
    if (kind === 'EQUALS' || kind === 'IS_NOT_DISTINCT_FROM') {
      const [a, b] = e.operands as readonly [RexNode, RexNode];
      const sides = [sideOf(a, leftCount + left.length), sideOf(b, leftCount + left.length)];
      return sides.includes('left') && sides.includes('right') ? pushList(e, false) : e;
    }
    if (kind === 'AND') return pushList(e, true);
    return kind === 'OR' || kind === 'NOT' ? e : pushOperand(e);
  };

  const pushList = (e: RexCall, isAnd: boolean): RexNode => {
    const rest = [...e.operands];
    const done: RexNode[] = [];
    for (let i = 0; i < rest.length; i++) {
      const operand = collapseIsNotDistinctFrom(rest[i] as RexNode);
      if (isAnd && !isCallOf(operand, 'EQUALS') && !isCallOf(operand, 'IS_NOT_DISTINCT_FROM')) {
        done.push(operand);
        continue;
      }
      const before = leftCount + left.length;
      const pushed = push(operand);
      const added = leftCount + left.length - before;
      if (!rexEquals(pushed, operand) && added > 0) {
        for (let k = i + 1; k < rest.length; k++) rest[k] = shiftRefs(rest[k] as RexNode, added, before);
        shiftAll(done, before, added);
      }
      done.push(pushed);
    }
    return rexListEquals(done, e.operands) ? e : { ...e, operands: done };
  };

  const pushed = push(condition);
  const newLeftCount = leftCount + left.length;
  return { condition: pushed, left, right: right.map((e) => shiftRefs(e, -newLeftCount)) };
}

function shiftAll(list: RexNode[], start: number, offset: number): void {
  list.forEach((e, i) => {
    list[i] = shiftRefs(e, offset, start);
  });
}
