import type { Filter } from '../../rel/core/filter.ts';
import type { JoinType } from '../../rel/core/join.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Sides } from '../shared/filter-push-down.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';
import type { GuardAnswer, RuleCall } from '../../planner/rule.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { Join } from '../../rel/core/join.ts';
import { analyzeJoinCondition } from '../../rel/core/join-info.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { isAlwaysTrue } from '../../rel/rex/rex-node.ts';
import { collectInputRefs, mapInputRefs } from '../../rel/rex/rex-visit.ts';
import { collapseIsNotDistinctFrom } from '../../rel/rex/is-not-distinct-from.ts';
import { isInitialRowtimeTemporalJoin } from '../shared/temporal-join-condition.ts';
import { fixNullability } from '../shared/fix-nullability.ts';
import { CAN_PUSH, classify, includesRex, strengthen } from '../shared/filter-push-down.ts';

/** Comparisons with a literal: the only filters copied to the other side of an outer join. */
const COPYABLE_OVER_OUTER = new Set(['EQUALS', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL', 'LESS_THAN', 'LESS_THAN_OR_EQUAL', 'NOT_EQUALS']);

function isCopyable(filter: RexNode, joinType: JoinType): boolean {
  if (isAlwaysTrue(filter)) return false;
  if (joinType === 'inner') return true;
  if ((joinType !== 'left' && joinType !== 'right') || filter.rex !== 'call' || !COPYABLE_OVER_OUTER.has(filter.op.kind)) return false;
  return filter.operands[0]?.rex === 'literal' || filter.operands[1]?.rex === 'literal';
}

/** Copies filters on the equi keys of one side to the other side. */
function copyToOtherSide(
  join: Join,
  joinType: JoinType,
  filters: readonly RexNode[],
  joinFilter: RexNode | undefined,
  sides: Sides,
  types: readonly JoinType[],
): void {
  if (filters.length === 0 || !types.includes(joinType)) return;
  const leftCount = join.left.rowType.fields.length;
  let info = analyzeJoinCondition(join.condition, leftCount);
  if (info.left.length === 0) {
    if (!joinFilter) return;
    info = analyzeJoinCondition(joinFilter, leftCount);
    if (info.left.length === 0) return;
  }
  const rightWithOffset = info.right.map((i) => i + leftCount);
  for (const filter of filters) {
    if (!isCopyable(filter, joinType)) continue;
    const refs = collectInputRefs(filter);
    if (refs.every((i) => info.left.includes(i))) {
      const copy = remap(filter, info.left, info.right, join.right.rowType);
      if (!includesRex(sides.right, copy)) sides.right.push(copy);
    } else if (refs.every((i) => rightWithOffset.includes(i))) {
      const copy = remap(filter, rightWithOffset, info.left, join.left.rowType);
      if (!includesRex(sides.left, copy)) sides.left.push(copy);
    }
  }
}

function remap(filter: RexNode, from: readonly number[], to: readonly number[], row: RowType): RexNode {
  const table = new Map(from.map((f, i) => [f, defined(to[i], 'join key')]));
  return mapInputRefs(
    filter,
    (i) => defined(table.get(i), 'join key of a filter'),
    (i) => defined(row.fields[i], 'field').type,
  );
}

function perform(call: RuleCall, filter: Filter | undefined, join: Join): void {
  const originalJoinFilters = conjunctions(join.condition);
  if (!filter && originalJoinFilters.length === 0) return;
  const originalAbove = filter ? conjunctions(filter.condition).map(collapseIsNotDistinctFrom) : [];
  const leftCount = join.left.rowType.fields.length;
  const total = leftCount + join.right.rowType.fields.length;
  const isOuter = join.joinType !== 'inner';
  const joinType = isOuter && originalAbove.length > 0 ? strengthen(join.joinType, originalAbove, leftCount, total) : join.joinType;
  const can = CAN_PUSH[joinType];

  const joinFilters = [...originalJoinFilters];
  const sides: Sides = { left: [], right: [] };
  const above = classify(originalAbove, join, { into: can.into, left: can.leftAbove, right: can.rightAbove }, joinFilters, sides);
  let pushed = above.moved;
  if (
    sides.left.length === 0 &&
    sides.right.length === 0 &&
    joinFilters.length === originalJoinFilters.length &&
    above.rest.length === originalAbove.length
  ) {
    pushed = false;
  }
  const within = classify(joinFilters, join, { into: false, left: can.leftWithin, right: can.rightWithin }, joinFilters, sides);
  pushed ||= within.moved;
  const rest = within.rest;
  if ((!pushed && joinType === join.joinType) || (rest.length === 0 && sides.left.length === 0 && sides.right.length === 0)) return;

  const types: SqlType[] = [...join.left.rowType.fields, ...join.right.rowType.fields].map((f) => f.type);
  const joinFilter = composeConjunction(rest.map((e) => fixNullability(e, types)));
  copyToOtherSide(join, joinType, originalAbove, joinFilter, sides, ['inner', 'left', 'right']);
  copyToOtherSide(join, joinType, originalJoinFilters, undefined, sides, ['inner']);

  const left = call.builder().push(join.left).filter(sides.left).build();
  const right = call.builder().push(join.right).filter(sides.right).build();
  if (isAlwaysTrue(joinFilter) && sides.left.length === 0 && sides.right.length === 0 && joinType === join.joinType) return;
  if (joinType !== join.joinType) call.note(`a filter above rejects null-padded rows, so the ${join.joinType} join becomes ${joinType}`);
  const newJoin = join.copyJoin(join.traitSet, joinFilter, left, right, joinType);
  const builder = call.builder().push(newJoin).convert(join.rowType, false);
  const topTypes = builder.peek().rowType.fields.map((f) => f.type);
  call.transformTo(builder.filter(above.rest.map((e) => fixNullability(e, topTypes))).build());
}

/** An event-time temporal join keeps its filters: pushing one below would take versions away. */
function isPushable(join: Join): GuardAnswer {
  return isInitialRowtimeTemporalJoin(join.condition) ? 'nothing may be pushed into an event-time temporal join' : true;
}

/**
 * Pushes a Filter into the Join below it and further to the inputs. A filter that rejects null-padded rows turns an outer join into an
 * inner one; filters on equi keys are copied to the other side. Must not touch event-time temporal joins: the filter would remove versions.
 */
export const FlinkFilterIntoJoinRule = defineRule({
  description: 'FlinkFilterIntoJoinRule',
  operand: some(FilterClass, [any(Join)]),
  transformation: true,
  explain: { summary: 'Moves the conditions of a Filter into the Join below it and on to the inputs that have all their columns.' },
  matches: (call) => isPushable(call.rel<Join>(1)),
  onMatch: (call) => perform(call, call.rel(0), call.rel(1)),
});

/** Pushes the one-sided parts of a join condition to the inputs, where the join type allows it. */
export const FlinkJoinConditionPushRule = defineRule({
  description: 'FlinkJoinConditionPushRule',
  operand: any(Join),
  transformation: true,
  explain: { summary: 'Moves the parts of a join condition that read one side only down to that side.' },
  matches: (call) => isPushable(call.rel<Join>(0)),
  onMatch: (call) => perform(call, undefined, call.rel(0)),
});
