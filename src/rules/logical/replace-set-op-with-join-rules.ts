import type { RuleCall } from '../../planner/rule.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { SetOp } from '../../rel/core/set-op.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Intersect, Minus } from '../../rel/core/set-op.ts';
import { range } from '../../rel/bit-set.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { composeConjunction, composeDisjunction } from '../../rel/rex/conditions.ts';
import { call as rexCall, inputRef } from '../../rel/rex/rex-factory.ts';
import { EQUALS, IS_NULL } from '../../rel/rex/standard-operators.ts';

/** INTERSECT becomes a semi join on all columns whose result is made distinct. */
export const ReplaceIntersectWithSemiJoinRule = defineRule({
  description: 'ReplaceIntersectWithSemiJoinRule',
  operand: any(Intersect),
  explain: { summary: 'INTERSECT becomes a semi join on all columns, with duplicates removed.' },
  matches: (call) => isPlainPair(call.rel<SetOp>(0)),
  onMatch: (call) => replace(call, 'semi'),
});

/** EXCEPT becomes an anti join on all columns whose result is made distinct. */
export const ReplaceMinusWithAntiJoinRule = defineRule({
  description: 'ReplaceMinusWithAntiJoinRule',
  operand: any(Minus),
  explain: { summary: 'EXCEPT becomes an anti join on all columns, with duplicates removed.' },
  matches: (call) => isPlainPair(call.rel<SetOp>(0)),
  onMatch: (call) => replace(call, 'anti'),
});

function isPlainPair(op: SetOp): true | string {
  if (op.all) return 'the set operation keeps duplicates';
  return op.inputs.length === 2 || 'the set operation has more than two inputs';
}

function replace(call: RuleCall, joinType: 'semi' | 'anti'): void {
  const op = call.rel<SetOp>(0);
  const [left, right] = [op.input(0), op.input(1)];
  const builder = call.builder().transform(CALCITE_BUILDER_CONFIG).push(left).push(right);
  builder.join(joinType, equalOrBothNull(left, right));
  const columns = range(0, left.rowType.fields.length);
  call.transformTo(builder.aggregate(builder.groupKeyOf(columns), []).build());
}

/** Per column: equal, or null on both sides, since set operations take nulls for equal. */
function equalOrBothNull(left: RelNode, right: RelNode): RexNode[] {
  return left.rowType.fields.map((f, i) => {
    const l = inputRef(i, f.type);
    const r = inputRef(left.rowType.fields.length + i, defined(right.rowType.fields[i], 'column').type);
    const bothNull = composeConjunction([rexCall(IS_NULL, [l]), rexCall(IS_NULL, [r])]);
    return composeDisjunction([rexCall(EQUALS, [l, r]), bothNull]);
  });
}
