import { stringType, timestampLtzType, timestampType } from '../../types/sql-type.ts';
import type { SqlKind, SqlOperator } from '../sql-operator.ts';
import { define, unchecked } from './define.ts';
import { BIGINT, always, argument, operand } from './returns.ts';
import type { Returns } from './returns.ts';

function navigation(name: string, kind: SqlKind): SqlOperator {
  return define({
    name,
    kind,
    category: 'match',
    forms: [['ANY', 'NUMERIC'], ['ANY']],
    signatures: [`'${name}(<ANY>, <NUMERIC>)'`],
    returns: argument(0),
  });
}

function semantics(name: string, kind: SqlKind): SqlOperator {
  return define({ name, kind, syntax: 'prefix', category: 'match', forms: [['ANY']], returns: (b) => operand(b, 0) });
}

/** MATCH_ROWTIME(rt) has the type of `rt`; without operand it is taken to be a TIMESTAMP. */
const matchRowtime: Returns = (b) => b.operandTypes[0] ?? timestampType(3, false, 'ROWTIME');

/** Functions of MATCH_RECOGNIZE. */
export const MATCH_FUNCTIONS: readonly SqlOperator[] = [
  navigation('FIRST', 'FIRST'),
  navigation('LAST', 'LAST'),
  navigation('PREV', 'PREV'),
  navigation('NEXT', 'NEXT'),
  semantics('FINAL', 'FINAL'),
  semantics('RUNNING', 'RUNNING'),
  define({ name: 'CLASSIFIER', kind: 'CLASSIFIER', category: 'match', forms: [[]], returns: always(stringType(false)) }),
  define({ name: 'MATCH_NUMBER', kind: 'MATCH_NUMBER', category: 'match', forms: [[]], returns: always(BIGINT) }),
  {
    ...unchecked('MATCH_ROWTIME', 'OTHER_FUNCTION', matchRowtime, { category: 'match', deterministic: true }),
    arity: { min: 0, max: 1 },
  },
  define({
    name: 'MATCH_PROCTIME',
    category: 'match',
    forms: [[]],
    returns: always(timestampLtzType(3, false, 'PROCTIME')),
    deterministic: false,
  }),
];
