import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { isSemiOrAnti } from '../shared/semi-anti-join.ts';

/** A semi or anti join moves below a Filter on its left side, where it may meet other joins. */
export const FlinkSemiAntiJoinFilterTransposeRule = defineRule({
  description: 'FlinkSemiAntiJoinFilterTransposeRule',
  operand: some(LogicalJoin, [any(LogicalFilter)]),
  explain: { summary: 'A semi or anti join moves below a Filter on its left side.' },
  matches: (call) => isSemiOrAnti(call.rel<LogicalJoin>(0)),
  onMatch: (call) => {
    const join = call.rel<LogicalJoin>(0);
    const filter = call.rel<LogicalFilter>(1);
    const below = LogicalJoin.create(filter.input(), join.right, { ...join.joinOptions, semiJoinDone: false });
    call.transformTo(LogicalFilter.create(below, filter.condition));
  },
});
