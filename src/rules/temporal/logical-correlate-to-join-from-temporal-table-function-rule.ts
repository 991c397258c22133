import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { validationError } from '../../base/diagnostic.ts';
import { any, defineRule, leaf, some } from '../../planner/rule.ts';
import { TableFunctionScan } from '../../rel/core/table-function-scan.ts';
import { LogicalCorrelate } from '../../rel/logical/logical-correlate.ts';
import { RelNode as AnyRel } from '../../rel/rel-node.ts';
import { call as rexCall, inputRef } from '../../rel/rex/rex-factory.ts';
import { rexText } from '../../rel/rex/rex-text.ts';
import { TEMPORAL_JOIN_CONDITION, TEMPORAL_JOIN_CONDITION_PRIMARY_KEY } from '../../rel/rex/standard-operators.ts';
import { isProctime } from '../../types/sql-type.ts';

/** The argument of the function over the left row instead of the correlation. */
function leftArgument(argument: RexNode, left: RelNode, table: string): RexNode {
  if (argument.rex === 'inputRef') return argument;
  if (argument.rex === 'fieldAccess') {
    const index = left.rowType.fields.findIndex((f) => f.name === argument.fieldName && f.type.digest === argument.type.digest);
    if (index >= 0) return inputRef(index, argument.type);
  }
  throw validationError(
    'plan/temporal-table-function',
    `Unsupported argument [${rexText(argument)}] in TemporalTableFunction call of [${table}] table`,
  );
}

function columnRef(right: RelNode, name: string, offset: number): RexNode {
  const { fields } = right.rowType;
  const index = fields.findIndex((f) => f.name === name);
  const field = fields[index];
  // The history table may have been replaced by another one since the function was made.
  if (!field) {
    const list = fields.map((f) => f.name).join(', ');
    throw validationError('plan/temporal-table-function', `Cannot resolve field [${name}], input field list:[${list}].`);
  }
  return inputRef(offset + index, field.type);
}

/**
 * Replaces a call of a temporal table function by the history table itself: the Correlate becomes a Join on a condition that holds the left
 * time, the version's time (event time only) and the version's key.
 */
export const LogicalCorrelateToJoinFromTemporalTableFunctionRule = defineRule({
  description: 'LogicalCorrelateToJoinFromTemporalTableFunctionRule',
  operand: some(LogicalCorrelate, [any(AnyRel), leaf(TableFunctionScan)]),
  explain: { summary: 'A call of a temporal table function becomes a Join with its history table.' },
  onMatch: (call) => {
    const left = call.rel<RelNode>(1);
    const invocation = call.rel<TableFunctionScan>(2).call;
    const temporal = invocation.rex === 'call' ? invocation.op.temporalTable : undefined;
    const argument = invocation.rex === 'call' ? invocation.operands[0] : undefined;
    if (!temporal || !argument) return;
    const expand = defined(call.cluster.expandTable, 'table expander of the session');
    const right = expand(temporal.table);
    const leftTime = leftArgument(argument, left, temporal.table.join('.'));
    const offset = left.rowType.fields.length;
    const rightTime = columnRef(right, temporal.timeAttribute, offset);
    const key = rexCall(TEMPORAL_JOIN_CONDITION_PRIMARY_KEY, [columnRef(right, temporal.key, offset)]);
    const operands = isProctime(rightTime.type) ? [leftTime, key] : [leftTime, rightTime, key];
    const condition = rexCall(TEMPORAL_JOIN_CONDITION, operands);
    call.transformTo(call.builder().push(left).push(right).join('inner', condition).build());
  },
});
