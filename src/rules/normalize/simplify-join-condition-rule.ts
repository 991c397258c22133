import { any, defineRule } from '../../planner/rule.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { pullFactors } from '../../rel/rex/pull-factors.ts';
import { isAlwaysTrue } from '../../rel/rex/rex-node.ts';
import { rexEquals } from '../../rel/rex/rex-key.ts';
import { flinkSimplify } from '../shared/flink-simplify.ts';

/** Simplifies the condition of a Join and pulls conjuncts that all branches of an OR share in front of it. */
export const SimplifyJoinConditionRule = defineRule({
  description: 'SimplifyJoinConditionRule',
  operand: any(LogicalJoin),
  explain: { summary: 'Simplifies the condition of a Join.' },
  onMatch: (call) => {
    const join = call.rel<LogicalJoin>(0);
    if (isAlwaysTrue(join.condition)) return;
    const condition = pullFactors(flinkSimplify(join.condition, call.cluster));
    if (rexEquals(condition, join.condition)) return;
    call.transformTo(join.copyJoin(join.traitSet, condition, join.left, join.right, join.joinType));
    call.prune(join);
  },
});
