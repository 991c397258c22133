import { simpleType, withNullability } from '../../types/sql-type.ts';
import type { SqlOperator } from '../sql-operator.ts';
import { unchecked } from './define.ts';
import { always, operand } from './returns.ts';

/** Operators whose type is given from outside: whoever makes a call knows it. */
export const TYPED_OPERATORS: readonly SqlOperator[] = [
  { ...unchecked('CAST', 'CAST', (b) => operand(b, 0), { syntax: 'special', nullPolicy: 'CUSTOM' }), arity: { min: 1, max: 1 } },
  {
    ...unchecked('TRY_CAST', 'OTHER_FUNCTION', (b) => withNullability(operand(b, 0), true), { syntax: 'special' }),
    arity: { min: 1, max: 1 },
  },
  { ...unchecked('Reinterpret', 'REINTERPRET', (b) => operand(b, 0), { syntax: 'special', nullPolicy: 'ANY' }), arity: { min: 1, max: 2 } },
  unchecked('AS', 'AS', (b) => operand(b, 0), { syntax: 'special' }),
  unchecked('DEFAULT', 'DEFAULT', always(simpleType('ANY', true)), { syntax: 'special' }),
  unchecked('SEARCH', 'SEARCH', (b) => simpleType('BOOLEAN', operand(b, 0).nullable), { syntax: 'internal' }),
  unchecked('DESCRIPTOR', 'DESCRIPTOR', always(simpleType('COLUMN_LIST', false))),
];
