import type { Join } from '../../rel/core/join.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Join as JoinClass } from '../../rel/core/join.ts';
import { pushDownJoinConditions } from '../../rel/push-down-join-conditions.ts';
import { rexEquals } from '../../rel/rex/rex-key.ts';

/**
 * Computes the operands of equalities of a join condition below the Join, so that its keys are plain columns: `a + 1 = b` becomes a column
 * `$f` on the left and `=($f, b)`. A Project above takes the columns away again.
 */
export const JoinPushExpressionsRule = defineRule({
  description: 'JoinPushExpressionsRule',
  operand: any(JoinClass),
  transformation: true,
  explain: { summary: 'Computes the operands of join equalities below the Join, so that the keys are plain columns.' },
  onMatch: (call) => {
    const join = call.rel<Join>(0);
    const pushed = pushDownJoinConditions(join, call.builder());
    if (pushed instanceof JoinClass && rexEquals(pushed.condition, join.condition)) return;
    call.transformTo(pushed);
  },
});
