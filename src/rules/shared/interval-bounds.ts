import type { Join } from '../../rel/core/join.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { WindowBounds } from '../../rel/physical/interval-bounds.ts';
import { isTimeIndicator, isTimestamp, isYearMonthInterval } from '../../types/sql-type.ts';
import { decimalToNumber } from '../../types/decimal.ts';
import { joinRowType, projectsRight } from '../../rel/core/join.ts';
import { composeConjunction } from '../../rel/rex/conditions.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import { toCnfWithinBudget } from '../../rel/rex/to-cnf.ts';
import { visitRex } from '../../rel/rex/rex-visit.ts';

/** The bounds of an interval join and what its condition says beside them. */
export interface IntervalCondition {
  readonly bounds: WindowBounds;
  readonly remaining: RexNode | undefined;
}

/**
 * Reads a join condition as an interval (Flink's `IntervalJoinUtil.extractWindowBoundsFromPredicate`): one equality, or a lower and an
 * upper bound, between a time attribute of each side. Gives why not otherwise.
 */
export function intervalConditionOf(join: Join): IntervalCondition | string {
  if (!projectsRight(join.joinType)) return 'a semi or anti join is never an interval join';
  const row = joinRowType(join.left.rowType, join.right.rowType, join.joinType);
  return extractInterval(join.condition, join.left.rowType.fields.length, row);
}

/** The same for a condition over a row of both sides. */
export function extractInterval(condition: RexNode, leftFieldCount: number, row: RowType): IntervalCondition | string {
  const cnf = toCnfWithinBudget(condition);
  const parts = isCallOf(cnf, 'AND') ? cnf.operands : [cnf];
  const predicates: TimePredicate[] = [];
  const others: RexNode[] = [];
  for (const part of parts) {
    const predicate = timePredicate(part, leftFieldCount, row);
    if (predicate) predicates.push(predicate);
    else others.push(part);
  }
  const [first, second, third] = predicates;
  if (!first) return 'no comparison between time attributes of both sides';
  if (third) return 'more than two comparisons between time attributes';
  const isEqual = (p: TimePredicate): boolean => p.call.op.kind === 'EQUALS';
  if (!second && !isEqual(first)) return 'only one bound between the time attributes';
  if (second && (isEqual(first) || isEqual(second))) return 'an equality beside another comparison of time attributes';
  const found = boundsOf(first, second);
  if (!found) return 'the bounds are no constants, or bound one side only';
  const [leftTimeIndex, rightTimeIndex] = first.leftOnLeft ? [first.a.index, first.b.index] : [first.b.index, first.a.index];
  const bounds = {
    isEventTime: first.a.isEventTime,
    leftLowerBound: found.lower,
    leftUpperBound: found.upper,
    leftTimeIndex,
    rightTimeIndex,
  };
  return { bounds, remaining: others.length === 0 ? undefined : composeConjunction(others) };
}

interface TimeAccess {
  readonly isEventTime: boolean;
  readonly isLeft: boolean;
  /** Within its side. */
  readonly index: number;
}

interface TimePredicate {
  readonly call: RexCall;
  readonly a: TimeAccess;
  readonly b: TimeAccess;
  /** The left input's time stands on the left of the operator. */
  readonly leftOnLeft: boolean;
}

function timePredicate(e: RexNode, leftFieldCount: number, row: RowType): TimePredicate | undefined {
  if (e.rex !== 'call' || !isOrderComparison(e)) return undefined;
  const [x, y] = e.operands;
  if (!x || !y) return undefined;
  const a = onlyTimeAccess(x, leftFieldCount, row);
  const b = onlyTimeAccess(y, leftFieldCount, row);
  if (!a || !b || a.isEventTime !== b.isEventTime || a.isLeft === b.isLeft) return undefined;
  return { call: e, a, b, leftOnLeft: a.isLeft };
}

function isOrderComparison(e: RexCall): boolean {
  return ['GREATER_THAN', 'GREATER_THAN_OR_EQUAL', 'LESS_THAN', 'LESS_THAN_OR_EQUAL', 'EQUALS'].includes(e.op.kind);
}

/** The one time attribute of an expression that reads nothing else. */
function onlyTimeAccess(e: RexNode, leftFieldCount: number, row: RowType): TimeAccess | undefined {
  const accesses: TimeAccess[] = [];
  let other = false;
  visitRex(e, (n) => {
    if (n.rex !== 'inputRef') return;
    const type = row.fields[n.index]?.type;
    if (!type || !isTimeIndicator(type)) other = true;
    else {
      const isLeft = n.index < leftFieldCount;
      accesses.push({ isEventTime: type.indicator === 'ROWTIME', isLeft, index: isLeft ? n.index : n.index - leftFieldCount });
    }
  });
  return other || accesses.length !== 1 ? undefined : accesses[0];
}

function boundsOf(first: TimePredicate, second: TimePredicate | undefined): { lower: number; upper: number } | undefined {
  const a = boundOf(first);
  if (a === undefined) return undefined;
  if (!second) return { lower: a.value, upper: a.value };
  const b = boundOf(second);
  if (b === undefined || a.isLower === b.isLower) return undefined;
  return a.isLower ? { lower: a.value, upper: b.value } : { lower: b.value, upper: a.value };
}

function boundOf(p: TimePredicate): { value: number; isLower: boolean } | undefined {
  const { kind } = p.call.op;
  const isLower = kind === 'EQUALS' || (kind.startsWith('GREATER') ? p.leftOnLeft : !p.leftOnLeft);
  const [x, y] = p.call.operands;
  const left = x && constantMillis(x);
  const right = y && constantMillis(y);
  if (left === undefined || right === undefined) return undefined;
  const offset = p.leftOnLeft ? right - left : left - right;
  const sign = p.leftOnLeft ? 1 : -1;
  if (kind === 'LESS_THAN') return { value: offset - sign, isLower };
  return { value: kind === 'GREATER_THAN' ? offset + sign : offset, isLower };
}

/** Milliseconds of a time expression with 0 in place of each time attribute; undefined where it cannot be folded. */
function constantMillis(e: RexNode): number | undefined {
  if (e.rex === 'inputRef') return isTimeIndicator(e.type) ? 0 : undefined;
  if (e.rex === 'literal') return literalMillis(e);
  if (e.rex !== 'call') return undefined;
  const values = e.operands.map(constantMillis);
  const [a, b] = values;
  if (a === undefined) return undefined;
  switch (e.op.kind) {
    case 'CAST':
    case 'REINTERPRET':
      return isTimestamp(e.type) || e.type.name === 'INTERVAL' ? a : undefined;
    case 'MINUS_PREFIX':
      return -a;
    case 'PLUS':
      return b === undefined ? undefined : a + b;
    case 'MINUS':
      return b === undefined ? undefined : a - b;
    case 'TIMES':
      return b === undefined ? undefined : a * b;
    default:
      return e.op.name === 'PROCTIME_MATERIALIZE' ? a : undefined;
  }
}

function literalMillis(e: RexNode): number | undefined {
  if (e.rex !== 'literal') return undefined;
  switch (e.value.kind) {
    case 'interval':
      return isYearMonthInterval(e.type) ? undefined : Number(e.value.value);
    case 'timestamp':
      return Number(e.value.nanos / 1_000_000n);
    case 'decimal':
      return decimalToNumber(e.value.value);
    default:
      return undefined;
  }
}
