import type { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalCorrelate } from '../../rel/logical/logical-correlate.ts';
import { LogicalFilter as Filter } from '../../rel/logical/logical-filter.ts';
import { LogicalSnapshot } from '../../rel/logical/logical-snapshot.ts';
import { RelNode as AnyRel } from '../../rel/rel-node.ts';
import { TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { decorrelateCondition } from '../shared/correlation.ts';
import { isLookup, snapshotPeriod } from '../shared/temporal-table.ts';

function rewrite(call: RuleCall, snapshot: LogicalSnapshot, condition: RexNode): void {
  const correlate = call.rel<LogicalCorrelate>(0);
  const left = call.rel<RelNode>(1);
  snapshotPeriod(snapshot, correlate);
  call.note('the period is a processing-time attribute of the left table');
  call.note('the table behind the snapshot can be looked up');
  const joinCondition = decorrelateCondition(condition, left.rowType, correlate.correlationId);
  call.transformTo(call.builder().push(left).push(snapshot).join(correlate.joinType, joinCondition).build());
}

/**
 * Turns a correlated lookup (Correlate over Filter over Snapshot over a lookup table) into a plain Join with the Snapshot, so that the
 * ordinary join rules apply and the physical search can make a LookupJoin of it.
 *
 * Holds for processing time and a table that can be looked up only: an event-time snapshot, or a table without lookup, is left to the rule
 * for temporal tables, since it must read the versions of the table instead.
 */
export const LogicalCorrelateToJoinFromLookupTableRuleWithFilter = defineRule({
  description: 'LogicalCorrelateToJoinFromLookupTableRuleWithFilter',
  operand: some(LogicalCorrelate, [any(AnyRel), some(Filter, [some(LogicalSnapshot, [any(AnyRel)])])]),
  explain: { summary: 'A correlated lookup (Correlate over Filter over Snapshot) becomes a plain Join with the Snapshot.' },
  matches: (call) => isLookup(call.rel<LogicalSnapshot>(3)),
  onMatch: (call) => rewrite(call, call.rel(3), call.rel<LogicalFilter>(2).condition),
});

/** The same for a lookup without any condition (`ON TRUE`). */
export const LogicalCorrelateToJoinFromLookupTableRuleWithoutFilter = defineRule({
  description: 'LogicalCorrelateToJoinFromLookupTableRuleWithoutFilter',
  operand: some(LogicalCorrelate, [any(AnyRel), some(LogicalSnapshot, [any(AnyRel)])]),
  explain: { summary: 'A correlated lookup without a condition becomes a Join ON TRUE with the Snapshot.' },
  matches: (call) => isLookup(call.rel<LogicalSnapshot>(2)),
  onMatch: (call) => rewrite(call, call.rel(2), TRUE_LITERAL),
});
