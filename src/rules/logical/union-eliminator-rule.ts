import { any, defineRule } from '../../planner/rule.ts';
import { LogicalUnion } from '../../rel/logical/logical-set-op.ts';

/** A UNION ALL of one input is that input (Calcite's `UnionEliminatorRule`). */
export const UnionEliminatorRule = defineRule({
  description: 'UnionEliminatorRule',
  operand: any(LogicalUnion),
  substitution: true,
  autoPruneOld: true,
  transformation: true,
  explain: { summary: 'A UNION ALL of one input is that input.' },
  matches: (call) => {
    const union = call.rel<LogicalUnion>(0);
    if (!union.all) return 'the union removes duplicates';
    return union.inputs.length === 1 || 'the union has more than one input';
  },
  onMatch: (call) => call.transformTo(call.rel<LogicalUnion>(0).input()),
});
