import type { SqlBasicCall, SqlNode } from '../../sql/ast.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { BoundExpr } from '../bound.ts';
import type { ExprContext } from './context.ts';
import { isRowtime } from '../../types/sql-type.ts';
import { validationError } from '../../base/diagnostic.ts';
import { printSql } from '../../sql/printer.ts';
import { contextError } from '../errors.ts';

/** Calcite's grammar knows the function, Flink does not. */
const NO_MATCH_NUMBER = "No match found for function signature MATCH_NUMBER().\nSupported signatures are:\n'MATCH_NUMBER()'";

/** What Flink asks of the functions of MATCH_RECOGNIZE, beyond the types of their operands. */
export function checkMatchFunction(node: SqlBasicCall, op: SqlOperator, operands: readonly BoundExpr[], cx: ExprContext): void {
  if (op.category !== 'match' || op.syntax === 'prefix') return;
  if (op.name === 'MATCH_NUMBER') throw contextError('validate/unknown-function', node, NO_MATCH_NUMBER);
  if (!cx.match) {
    const call = printSql({ ...withTables(node, cx), operator: op.name, functionName: undefined });
    throw contextError('validate/match-function', node, `Function '${call}' can only be used in MATCH_RECOGNIZE`);
  }
  if (op.name === 'MATCH_ROWTIME' && operands[0]) checkRowtime(operands[0]);
}

/** Flink's `MatchRowTimeFunction`. */
function checkRowtime(operand: BoundExpr): void {
  const requires = 'The function MATCH_ROWTIME requires';
  if (operand.kind !== 'patternColumn') {
    throw validationError(
      'validate/match-function',
      `${requires} a field reference as argument, but actual argument is not a simple field reference.`,
    );
  }
  if (!isRowtime(operand.type)) {
    const message = `${requires} argument to be a row time attribute type, but is '${operand.type.digest}'.`;
    throw validationError('validate/match-function', message);
  }
}

/** Columns get the names of their tables, as Calcite has them by then. */
function withTables<T extends SqlNode>(node: T, cx: ExprContext): T;
function withTables(node: SqlNode, cx: ExprContext): SqlNode {
  if (node.type === 'SqlBasicCall') return { ...node, operands: node.operands.map((o) => o && withTables(o, cx)) };
  if (node.type !== 'SqlIdentifier' || node.names.length !== 1) return node;
  const bound = cx.binder.expression(node, cx);
  return bound.kind === 'column' ? { ...node, names: [bound.child.name, bound.name] } : node;
}
