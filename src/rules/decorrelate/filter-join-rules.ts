import type { DecorrelationState } from '../../rel/decorrelate/decorrelation-state.ts';
import type { Filter } from '../../rel/core/filter.ts';
import type { RelRule, RuleCall } from '../../planner/rule.ts';
import type { RexInputRef, RexNode } from '../../rel/rex/rex-node.ts';
import type { Sides } from '../shared/filter-push-down.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { Join } from '../../rel/core/join.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { collapseIsNotDistinctFrom } from '../../rel/rex/is-not-distinct-from.ts';
import { call as rexCall } from '../../rel/rex/rex-factory.ts';
import { isAlwaysTrue, isCallOf } from '../../rel/rex/rex-node.ts';
import { EQUALS } from '../../rel/rex/standard-operators.ts';
import { CAN_PUSH, classify, includesRex, strengthen } from '../shared/filter-push-down.ts';
import { fixNullability } from '../shared/fix-nullability.ts';

/**
 * Where three or more columns are equal to one another, the equations are written anew: those within a side can go down to it, and one
 * between the sides is enough (Calcite's `inferJoinEqualConditions`).
 */
function inferEquations(filters: readonly RexNode[], leftCount: number): readonly RexNode[] {
  const others: RexNode[] = [];
  const sets: RexInputRef[][] = [];
  const has = (set: readonly RexInputRef[], ref: RexInputRef): boolean => set.some((r) => r.index === ref.index);
  for (const filter of filters) {
    const [a, b] = isCallOf(filter, 'EQUALS') ? filter.operands : [];
    if (a?.rex !== 'inputRef' || b?.rex !== 'inputRef') {
      others.push(filter);
      continue;
    }
    let set = sets.find((s) => has(s, a) || has(s, b));
    if (!set) sets.push((set = []));
    for (const ref of [a, b]) if (!has(set, ref)) set.push(ref);
  }
  if (!sets.some((s) => s.length > 2)) return filters;
  const equations = sets.flatMap((set) => {
    const left = set.filter((r) => r.index < leftCount);
    const right = set.filter((r) => r.index >= leftCount);
    const within = [left, right].flatMap(([first, ...rest]) => (first ? rest.map((r) => rexCall(EQUALS, [first, r])) : []));
    const [l, r] = [left[0], right[0]];
    return l && r ? [...within, rexCall(EQUALS, [l, r])] : within;
  });
  return [...others, ...equations];
}

/** Calcite's `FilterJoinRule.perform`, without what Flink's own copy adds. */
function perform(call: RuleCall, state: DecorrelationState, filter: Filter | undefined, join: Join): void {
  const original = conjunctions(join.condition);
  if (!filter && original.length === 0) return;
  const above = filter ? conjunctions(filter.condition).map(collapseIsNotDistinctFrom) : [];
  const leftCount = join.left.rowType.fields.length;
  const total = leftCount + join.right.rowType.fields.length;
  const isStrengthened = above.length > 0 && join.joinType !== 'inner';
  const joinType = isStrengthened ? strengthen(join.joinType, above, leftCount, total) : join.joinType;
  const can = CAN_PUSH[joinType];
  const joinFilters = [...original];
  const sides: Sides = { left: [], right: [] };
  const fromAbove = classify(above, join, { into: can.into, left: can.leftAbove, right: can.rightAbove }, joinFilters, sides);
  const isUnchanged =
    sides.left.length === 0 &&
    sides.right.length === 0 &&
    joinFilters.length === original.length &&
    fromAbove.rest.length === above.length &&
    joinFilters.every((f) => includesRex(original, f));
  const inferred = joinType === 'full' ? joinFilters : inferEquations(joinFilters, leftCount);
  const within = classify(inferred, join, { into: false, left: can.leftWithin, right: can.rightWithin }, joinFilters, sides);
  const isPushed = (fromAbove.moved && !isUnchanged) || within.moved;
  if (!isPushed && joinType === join.joinType) return call.note('nothing can be pushed');
  if (within.rest.length === 0 && sides.left.length === 0 && sides.right.length === 0) return;

  const builder = () => call.builder().transform(CALCITE_BUILDER_CONFIG);
  const left = builder().push(join.left).filter(sides.left).build();
  const right = builder().push(join.right).filter(sides.right).build();
  const types: SqlType[] = [...left.rowType.fields, ...right.rowType.fields].map((f) => f.type);
  const condition = composeConjunction(within.rest.map((e) => fixNullability(e, types)));
  if (isAlwaysTrue(condition) && sides.left.length === 0 && sides.right.length === 0 && joinType === join.joinType) return;
  const newJoin = join.copyJoin(join.traitSet, condition, left, right, joinType);
  state.copied(join, newJoin);
  if (filter && sides.left.length > 0) state.copied(filter, left);
  if (filter && sides.right.length > 0) state.copied(filter, right);
  const b = builder().push(newJoin).convert(join.rowType, false);
  const topTypes = b.peek().rowType.fields.map((f) => f.type);
  call.transformTo(b.filter(fromAbove.rest.map((e) => fixNullability(e, topTypes))).build());
}

/** Calcite's `FilterIntoJoinRule`, under the name that it has at this place. */
export function filterIntoJoinRule(state: DecorrelationState, description: string): RelRule {
  return defineRule({
    description,
    operand: some(FilterClass, [any(Join)]),
    transformation: true,
    explain: { summary: 'Moves the conditions of a Filter into the Join below it and on to the inputs that have all their columns.' },
    onMatch: (call) => perform(call, state, call.rel(0), call.rel(1)),
  });
}

/** Calcite's `JoinConditionPushRule`. */
export function joinConditionPushRule(state: DecorrelationState): RelRule {
  return defineRule({
    description: 'JoinConditionPushRule',
    operand: any(Join),
    transformation: true,
    explain: { summary: 'Moves the parts of a join condition that read one side only down to that side.' },
    onMatch: (call) => perform(call, state, undefined, call.rel(0)),
  });
}
