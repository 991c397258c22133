import type { SqlKind, SqlOperator } from '../sql-operator.ts';
import { define, unchecked } from './define.ts';
import { BOOLEAN, always, argument, nullableIfArgs } from './returns.ts';

function connective(name: 'AND' | 'OR'): SqlOperator {
  return define({
    name,
    kind: name,
    syntax: 'binary',
    forms: [['BOOLEAN', 'BOOLEAN']],
    returns: nullableIfArgs(BOOLEAN),
    nullPolicy: 'CUSTOM',
  });
}

function test(name: string, kind: SqlKind, family: 'BOOLEAN' | 'ANY'): SqlOperator {
  return define({ name, kind, syntax: 'postfix', forms: [[family]], returns: always(BOOLEAN), nullPolicy: 'NOT_NULL' });
}

function subQuery(name: string, kind: SqlKind): SqlOperator {
  return unchecked(name, kind, nullableIfArgs(BOOLEAN), { syntax: 'binary' });
}

/** AND, OR, NOT, the tests of three-valued logic, and the operators of lists and sub-queries. */
export const LOGICAL_OPERATORS: readonly SqlOperator[] = [
  connective('AND'),
  connective('OR'),
  define({ name: 'NOT', kind: 'NOT', syntax: 'prefix', forms: [['BOOLEAN']], returns: argument(0), nullPolicy: 'ANY' }),
  test('IS NULL', 'IS_NULL', 'ANY'),
  test('IS NOT NULL', 'IS_NOT_NULL', 'ANY'),
  test('IS TRUE', 'IS_TRUE', 'BOOLEAN'),
  test('IS NOT TRUE', 'IS_NOT_TRUE', 'BOOLEAN'),
  test('IS FALSE', 'IS_FALSE', 'BOOLEAN'),
  test('IS NOT FALSE', 'IS_NOT_FALSE', 'BOOLEAN'),
  test('IS UNKNOWN', 'IS_NULL', 'BOOLEAN'),
  test('IS NOT UNKNOWN', 'IS_NOT_NULL', 'BOOLEAN'),
  subQuery('IN', 'IN'),
  subQuery('NOT IN', 'NOT_IN'),
  unchecked('EXISTS', 'EXISTS', always(BOOLEAN), { syntax: 'prefix' }),
  ...['=', '<>', '<', '<=', '>', '>='].map((c) => subQuery(`${c} SOME`, 'SOME')),
  ...['=', '<>', '<', '<=', '>', '>='].map((c) => subQuery(`${c} ALL`, 'ALL')),
  unchecked('$SCALAR_QUERY', 'SCALAR_QUERY', argument(0), { syntax: 'internal' }),
];
