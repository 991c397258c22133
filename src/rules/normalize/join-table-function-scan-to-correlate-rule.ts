import type { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { any, defineRule, leaf, some } from '../../planner/rule.ts';
import { LogicalJoin as Join } from '../../rel/logical/logical-join.ts';
import { LogicalTableFunctionScan } from '../../rel/logical/logical-table-function-scan.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { containsInputRef } from '../../rel/rex/rex-visit.ts';

/** A join with a table function of constants becomes a Correlate, the one form that table functions are run in. */
export const JoinTableFunctionScanToCorrelateRule = defineRule({
  description: 'JoinTableFunctionScanToCorrelateRule',
  operand: some(Join, [
    any(RelNode),
    leaf(LogicalTableFunctionScan, { predicate: (scan) => !containsInputRef(scan.call) && scan.inputs.length === 0 }),
  ]),
  explain: { summary: 'A join with a table function of constants becomes a Correlate.' },
  onMatch: (call) => {
    const join = call.rel<LogicalJoin>(0);
    const builder = call.builder().push(call.rel(1)).push(call.rel(2));
    call.transformTo(builder.correlate(join.joinType, call.cluster.nextCorrelId(), []).build());
  },
});
