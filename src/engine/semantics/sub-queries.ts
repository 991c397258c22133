import type { RexSubQuery } from '../../rel/rex/rex-node.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { EvalContext } from '../../runtime/eval/contract.ts';
import type { Value } from '../../types/value.ts';
import type { Bag } from './bag.ts';
import { call, inputRef } from '../../rel/rex/rex-factory.ts';
import {
  EQUALS,
  GREATER_THAN,
  GREATER_THAN_OR_EQUAL,
  LESS_THAN,
  LESS_THAN_OR_EQUAL,
  NOT_EQUALS,
} from '../../rel/rex/standard-operators.ts';
import { compileExpression } from '../../runtime/eval/compile-expression.ts';
import { NotRunnable } from './not-runnable.ts';

type SubQueryValue = (operands: readonly Value[], rows: Bag) => Value;

const COMPARISONS: Readonly<Record<string, SqlOperator>> = {
  '=': EQUALS,
  '<>': NOT_EQUALS,
  '<': LESS_THAN,
  '<=': LESS_THAN_OR_EQUAL,
  '>': GREATER_THAN,
  '>=': GREATER_THAN_OR_EQUAL,
};

/** What a sub-query is worth, given the values on its left side and its rows; three-valued where SQL is. */
export function subQueryValue(e: RexSubQuery, context: EvalContext): SubQueryValue {
  switch (e.kind) {
    case 'EXISTS':
      return (_operands, rows) => rows.length > 0;
    case 'IN':
      return anyRow(e, EQUALS, context);
    case 'SOME': {
      const op = COMPARISONS[e.comparison ?? ''];
      if (!op) throw new NotRunnable(`A sub-query with ${e.op.name} cannot be evaluated.`);
      return anyRow(e, op, context);
    }
    case 'SCALAR_QUERY':
      return (_operands, rows) => {
        if (rows.length > 1) throw new NotRunnable('A scalar sub-query gives more than one row.');
        return rows[0]?.[0] ?? null;
      };
    default:
      throw new NotRunnable(`A sub-query with ${e.op.name} cannot be evaluated.`);
  }
}

/** TRUE if some row compares so with the operands, else UNKNOWN if some row might, else FALSE. */
function anyRow(e: RexSubQuery, op: SqlOperator, context: EvalContext): SubQueryValue {
  const fields = e.rel.rowType.fields;
  const tests = e.operands.map((operand, i) => comparison(op, operand.type, fields[i]?.type ?? operand.type, context));
  return (operands, rows) => {
    let unknown = false;
    for (const row of rows) {
      const outcomes = tests.map((test, i) => test(operands[i] ?? null, row[i] ?? null));
      if (outcomes.every((o) => o === true)) return true;
      if (!outcomes.includes(false)) unknown = true;
    }
    return unknown ? null : false;
  };
}

function comparison(op: SqlOperator, left: SqlType, right: SqlType, context: EvalContext): (a: Value, b: Value) => Value {
  const run = compileExpression(call(op, [inputRef(0, left), inputRef(1, right)]), context);
  return (a, b) => run([a, b]);
}
