import type { SqlOperator } from '../sql-operator.ts';
import { unchecked } from './define.ts';
import { BOOLEAN, always, argument } from './returns.ts';
import type { Returns } from './returns.ts';
import { simpleType } from '../../types/sql-type.ts';

const cursor: Returns = always(simpleType('CURSOR', false));

/** Operators that Flink's rules and the converter make, and table functions that are planned by rules of their own. */
export const INTERNAL_OPERATORS: readonly SqlOperator[] = [
  unchecked('__TEMPORAL_JOIN_CONDITION', 'OTHER_FUNCTION', always(BOOLEAN)),
  unchecked('__TEMPORAL_JOIN_CONDITION_PRIMARY_KEY', 'OTHER_FUNCTION', always(BOOLEAN)),
  unchecked('__INITIAL_TEMPORAL_JOIN_CONDITION', 'OTHER_FUNCTION', always(BOOLEAN)),
  unchecked('__TEMPORAL_JOIN_LEFT_KEY', 'OTHER_FUNCTION', always(BOOLEAN)),
  unchecked('__TEMPORAL_JOIN_RIGHT_KEY', 'OTHER_FUNCTION', always(BOOLEAN)),
  unchecked('$REPLICATE_ROWS$1', 'OTHER_FUNCTION', argument(0), { category: 'table' }),
  unchecked('$UNNEST_ROWS$1', 'OTHER_FUNCTION', argument(0), { category: 'table' }),
  unchecked('$UNNEST_ROWS_WITH_ORDINALITY$1', 'OTHER_FUNCTION', argument(0), { category: 'table' }),
  unchecked('UNNEST', 'UNNEST', argument(0), { category: 'table' }),
  unchecked('ML_PREDICT', 'OTHER_FUNCTION', cursor, { category: 'processTable' }),
  unchecked('ML_EVALUATE', 'OTHER_FUNCTION', cursor, { category: 'processTable' }),
  unchecked('VECTOR_SEARCH', 'OTHER_FUNCTION', cursor, { category: 'processTable' }),
  unchecked('FROM_CHANGELOG', 'OTHER_FUNCTION', cursor, { category: 'processTable' }),
  unchecked('TO_CHANGELOG', 'OTHER_FUNCTION', cursor, { category: 'processTable' }),
];
