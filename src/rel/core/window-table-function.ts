import type { RexCall, RexNode, RexTableArg } from '../rex/rex-node.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';
import { relRowType, timestampType, withNullability } from '../../types/sql-type.ts';

const WINDOW_FUNCTIONS = new Set(['TUMBLE', 'HOP', 'CUMULATE', 'SESSION']);

/** A call of TUMBLE, HOP, CUMULATE or SESSION as a table function (`WindowUtil.isWindowTableFunctionCall`). */
export function isWindowTableFunctionCall(e: RexNode): e is RexCall {
  return e.rex === 'call' && e.op.category === 'windowTable' && WINDOW_FUNCTIONS.has(e.op.name);
}

/** The table argument of a window function. */
export function windowTableArgument(call: RexCall): RexTableArg | undefined {
  const [arg] = call.operands;
  return arg?.rex === 'tableArg' ? arg : undefined;
}

/** Index of the DESCRIPTOR's column in the row of the table argument; −1 if it is not there. The descriptor goes by name. */
export function windowTimeColumn(call: RexCall, input: RowType): number {
  const descriptor = call.operands.find((e) => e.rex === 'call' && e.op.kind === 'DESCRIPTOR');
  const column = descriptor?.rex === 'call' ? descriptor.operands[0] : undefined;
  if (column?.rex === 'literal' && column.value.kind === 'char') {
    const { value } = column.value;
    const named = windowTableArgument(call)?.type.fields ?? input.fields;
    return named.findIndex((f) => f.name === value);
  }
  return column?.rex === 'inputRef' ? column.index : -1;
}

/** Row of a window function: the table's columns, then window_start, window_end and window_time (`SqlWindowTableFunction.inferRowType`). */
export function windowTableFunctionRowType(input: RowType, timeType: SqlType): RowType {
  return relRowType([
    ...input.fields,
    { name: 'window_start', type: timestampType(3, false) },
    { name: 'window_end', type: timestampType(3, false) },
    { name: 'window_time', type: withNullability(timeType, false) },
  ]);
}
