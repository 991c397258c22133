import type { SqlKind, SqlOperator } from '../sql-operator.ts';
import { isComparable } from './comparable.ts';
import { callText, define } from './define.ts';
import { BOOLEAN, always, nullableIfArgs, operand } from './returns.ts';

/** Two operands of one family, or text and something else (`COMPARABLE_UNORDERED_COMPARABLE_UNORDERED`). */
function comparison(name: string, kind: SqlKind, isNullSafe = false): SqlOperator {
  return define({
    name,
    kind,
    syntax: 'binary',
    forms: [['ANY', 'ANY']],
    signatures: [`'${callText(name, 'binary', ['<COMPARABLE_TYPE>', '<COMPARABLE_TYPE>'])}'`],
    check: (b) => isComparable(operand(b, 0), operand(b, 1)),
    returns: isNullSafe ? always(BOOLEAN) : nullableIfArgs(BOOLEAN),
    nullPolicy: isNullSafe ? 'NOT_NULL' : 'ANY',
  });
}

export const EQUALS = comparison('=', 'EQUALS');

/** Value, lower and upper bound, each comparable with the first; becomes two comparisons while it is converted. */
function between(name: string): SqlOperator {
  return define({
    name,
    kind: 'BETWEEN',
    syntax: 'special',
    forms: [['ANY', 'ANY', 'ANY']],
    signatures: [`'<COMPARABLE_TYPE> ${name} <COMPARABLE_TYPE> AND <COMPARABLE_TYPE>'`],
    template: ([value, lower, upper]) => `${value ?? ''} ${name} ${lower ?? ''} AND ${upper ?? ''}`,
    check: (b) => isComparable(operand(b, 0), operand(b, 1)) && isComparable(operand(b, 0), operand(b, 2)),
    returns: nullableIfArgs(BOOLEAN),
  });
}

/** Comparisons. */
export const COMPARISON_OPERATORS: readonly SqlOperator[] = [
  EQUALS,
  comparison('<>', 'NOT_EQUALS'),
  comparison('<', 'LESS_THAN'),
  comparison('<=', 'LESS_THAN_OR_EQUAL'),
  comparison('>', 'GREATER_THAN'),
  comparison('>=', 'GREATER_THAN_OR_EQUAL'),
  comparison('IS DISTINCT FROM', 'IS_DISTINCT_FROM', true),
  comparison('IS NOT DISTINCT FROM', 'IS_NOT_DISTINCT_FROM', true),
  ...['BETWEEN ASYMMETRIC', 'BETWEEN SYMMETRIC', 'NOT BETWEEN ASYMMETRIC', 'NOT BETWEEN SYMMETRIC'].map(between),
];
