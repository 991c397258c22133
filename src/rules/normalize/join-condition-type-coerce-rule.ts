import type { Join } from '../../rel/core/join.ts';
import type { RexInputRef, RexNode } from '../../rel/rex/rex-node.ts';
import { tableError } from '../../base/diagnostic.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Join as JoinClass } from '../../rel/core/join.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { ensureType } from '../../rel/rex/rex-builder.ts';
import { call as rexCall } from '../../rel/rex/rex-factory.ts';
import { EQUALS } from '../../rel/rex/standard-operators.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import { sameTypeIgnoringNullability, shortTypeText } from '../../types/sql-type.ts';
import { flinkSimplify } from '../shared/flink-simplify.ts';

/** The two references of `ref = ref` if their types differ in more than nullability. */
function unequalRefs(e: RexNode): readonly [RexInputRef, RexInputRef] | undefined {
  if (e.rex !== 'call' || e.op.kind !== 'EQUALS') return undefined;
  const [a, b] = e.operands;
  if (a?.rex !== 'inputRef' || b?.rex !== 'inputRef' || sameTypeIgnoringNullability(a.type, b.type)) return undefined;
  return [a, b];
}

function coerce(e: RexNode): RexNode {
  const refs = unequalRefs(e);
  if (!refs) return e;
  const type = leastRestrictive([refs[0].type, refs[1].type]);
  if (!type) {
    throw tableError(
      'plan/join-key-types',
      `implicit type conversion between ${shortTypeText(refs[0].type)} and ${shortTypeText(refs[1].type)} is not supported on join's condition now`,
    );
  }
  return rexCall(EQUALS, [ensureType(type, refs[0], true), ensureType(type, refs[1], true)]);
}

/** Casts both columns of a join equality to their common type; hash joins compare keys of one type only. */
export const JoinConditionTypeCoerceRule = defineRule({
  description: 'JoinConditionTypeCoerceRule',
  operand: any(JoinClass),
  explain: { summary: 'Casts the columns of a join equality to their common type.' },
  matches: (call) =>
    conjunctions(call.rel<Join>(0).condition).some((c) => unequalRefs(c) !== undefined) ||
    'no equality compares columns of different types',
  onMatch: (call) => {
    const join = call.rel<Join>(0);
    const coerced = composeConjunction(conjunctions(join.condition).map(coerce));
    const condition = flinkSimplify(coerced, call.cluster);
    call.transformTo(join.copyJoin(join.traitSet, condition, join.left, join.right, join.joinType));
  },
});
