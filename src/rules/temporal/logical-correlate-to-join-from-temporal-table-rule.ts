import type { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import { defined } from '../../base/assert.ts';
import { validationError } from '../../base/diagnostic.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalCorrelate } from '../../rel/logical/logical-correlate.ts';
import { LogicalFilter as Filter } from '../../rel/logical/logical-filter.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalSnapshot } from '../../rel/logical/logical-snapshot.ts';
import { RelNode as AnyRel } from '../../rel/rel-node.ts';
import { composeConjunction } from '../../rel/rex/conditions.ts';
import { TRUE_LITERAL, call as rexCall, inputRef } from '../../rel/rex/rex-factory.ts';
import { INITIAL_TEMPORAL_JOIN_CONDITION, TEMPORAL_JOIN_LEFT_KEY, TEMPORAL_JOIN_RIGHT_KEY } from '../../rel/rex/standard-operators.ts';
import { isProctime, isRowtime, shortTypeText } from '../../types/sql-type.ts';
import { decorrelateCondition } from '../shared/correlation.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { pushDownJoinConditions } from '../../rel/push-down-join-conditions.ts';
import { isLookup, snapshotPeriod } from '../shared/temporal-table.ts';

/** The only rowtime column of the versioned side, as a reference into the joined row. */
function rightRowtime(left: RelNode, right: RelNode): RexNode {
  const columns = right.rowType.fields.map((f, i) => ({ type: f.type, index: i })).filter((c) => isRowtime(c.type));
  const [only] = columns;
  if (!only || columns.length !== 1) {
    throw validationError(
      'plan/temporal-join',
      'Event-Time Temporal Table Join requires both primary key and row time attribute in versioned table, but no row time attribute can be found.',
    );
  }
  return inputRef(left.rowType.fields.length + only.index, only.type);
}

function rewrite(call: RuleCall, snapshot: LogicalSnapshot, condition: RexNode): void {
  const correlate = call.rel<LogicalCorrelate>(0);
  const left = call.rel<RelNode>(1);
  const joinCondition = decorrelateCondition(condition, left.rowType, correlate.correlationId);
  const period = snapshotPeriod(snapshot, correlate);

  const plain = call.builder().push(left).push(snapshot).join(correlate.joinType, joinCondition).build() as LogicalJoin;
  const pushed = pushDownJoinConditions(plain, call.builder());
  const join = pushed instanceof LogicalJoin ? pushed : (pushed.input(0) as LogicalJoin);
  const keys = joinInfoOf(join);
  if (keys.left.length === 0)
    throw validationError('plan/temporal-join', 'Currently the join key in Temporal Table Join can not be empty.');
  const leftFields = join.left.rowType.fields;
  const leftCount = leftFields.length;
  const leftKeys = keys.left.map((i) => inputRef(i, defined(leftFields[i], 'left key').type));
  const rightKeys = keys.right.map((i) => inputRef(leftCount + i, defined(join.right.rowType.fields[i], 'right key').type));

  const leftTimeIndex = leftFields.findIndex((f) => f.name === period.fieldName && f.type.digest === period.type.digest);
  if (leftTimeIndex < 0) {
    throw validationError(
      'plan/temporal-join',
      'Temporal Table Join requires time attribute in the left table, but no time attribute found.',
    );
  }
  const leftTime = inputRef(leftTimeIndex, period.type);
  const times: RexNode[] = [leftTime];
  if (!isProctime(period.type)) {
    const rightTime = rightRowtime(join.left, join.right);
    if (leftTime.type.name !== rightTime.type.name) {
      throw validationError(
        'plan/temporal-join',
        `Event-Time Temporal Table Join requires same rowtime type in left table and versioned table, but the rowtime types are ${shortTypeText(leftTime.type)} and ${shortTypeText(rightTime.type)}.`,
      );
    }
    times.push(rightTime);
  }
  const marker = rexCall(INITIAL_TEMPORAL_JOIN_CONDITION, [
    ...times,
    rexCall(TEMPORAL_JOIN_LEFT_KEY, leftKeys),
    rexCall(TEMPORAL_JOIN_RIGHT_KEY, rightKeys),
  ]);
  call.note('the period is a time attribute of the left table');
  call.note('the join has an equality on the versioned table, so its key can be checked later');
  const marked = join.copyJoin(join.traitSet, composeConjunction([join.condition, marker]), join.left, join.right, join.joinType);
  call.transformTo(pushed === join ? marked : pushed.copy(pushed.traitSet, [marked]));
}

/** The opposite of a lookup: whatever the lookup rule refuses belongs to the versioned table. */
function isVersioned(snapshot: LogicalSnapshot): true | string {
  return isLookup(snapshot) === true ? 'the table is looked up at processing time; the lookup rule owns it' : true;
}

/**
 * Turns a correlated snapshot of a versioned table into a Join whose condition carries a marker with both times and both keys
 * (`__INITIAL_TEMPORAL_JOIN_CONDITION`). The marker keeps filters from being pushed into the versions of the table, and later rules replace
 * it when the primary key of the versioned side is known.
 */
export const LogicalCorrelateToJoinFromTemporalTableRuleWithFilter = defineRule({
  description: 'LogicalCorrelateToJoinFromTemporalTableRuleWithFilter',
  operand: some(LogicalCorrelate, [any(AnyRel), some(Filter, [some(LogicalSnapshot, [any(AnyRel)])])]),
  explain: { summary: 'A correlated snapshot of a versioned table becomes a Join with a marker that holds both times and keys.' },
  matches: (call) => isVersioned(call.rel<LogicalSnapshot>(3)),
  onMatch: (call) => rewrite(call, call.rel(3), call.rel<LogicalFilter>(2).condition),
});

/** The same without a condition: always Flink's error that the join key is empty. */
export const LogicalCorrelateToJoinFromTemporalTableRuleWithoutFilter = defineRule({
  description: 'LogicalCorrelateToJoinFromTemporalTableRuleWithoutFilter',
  operand: some(LogicalCorrelate, [any(AnyRel), some(LogicalSnapshot, [any(AnyRel)])]),
  explain: { summary: 'A snapshot of a versioned table without a join key is refused.' },
  matches: (call) => isVersioned(call.rel<LogicalSnapshot>(2)),
  onMatch: (call) => rewrite(call, call.rel(2), TRUE_LITERAL),
});
