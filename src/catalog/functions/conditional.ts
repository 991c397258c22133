import { leastRestrictive } from '../../types/least-restrictive.ts';
import { isBinary, isCharacter, isNumeric, withNullability } from '../../types/sql-type.ts';
import type { SqlOperator } from '../sql-operator.ts';
import { define, unchecked } from './define.ts';
import { defineInferred } from './flink-inference.ts';
import { any, commonInput, comparableInput, literal, oneOf, satisfying, sequence } from './input-strategies.ts';
import { isComparable } from './comparable.ts';
import { mergeTypes } from './merge-types.ts';
import { NULLABLE_STRING, always, anyNullable, argument, operand } from './returns.ts';
import type { Returns } from './returns.ts';

/** Common type of the operands, null only if all are. */
const commonUnlessAllNull: Returns = (b) =>
  withNullability(
    mergeTypes(b.operandTypes) ?? operand(b, 0),
    b.operandTypes.every((t) => t.nullable || t.name === 'NULL'),
  );

const commonType: Returns = (b) => mergeTypes(b.operandTypes) ?? operand(b, 0);

function extreme(name: 'GREATEST' | 'LEAST'): SqlOperator {
  return defineInferred({
    name,
    arity: [1, -1],
    signatures: [`${name}(<COMPARABLE>...)`],
    input: comparableInput,
    returns: commonType,
  });
}

/** CASE and the functions that choose between values. */
export const CONDITIONAL_FUNCTIONS: readonly SqlOperator[] = [
  unchecked(
    'CASE',
    'CASE',
    (b) => {
      const values = b.operandTypes.filter((_, i) => i % 2 === 1 || i === b.operandTypes.length - 1);
      return leastRestrictive(values) ?? operand(b, b.operandTypes.length - 1);
    },
    { syntax: 'special', nullPolicy: 'CUSTOM' },
  ),
  defineInferred({
    name: 'COALESCE',
    arity: [1, -1],
    signatures: ['COALESCE(<COMMON>, <COMMON>...)'],
    input: commonInput,
    returns: commonUnlessAllNull,
  }),
  defineInferred({
    name: 'IFNULL',
    arity: [2, 2],
    signatures: ['IFNULL(input <COMMON>, null_replacement <COMMON>)'],
    input: commonInput,
    // What can never be null keeps its own type, once it was cast.
    returns: (b) => (operand(b, 0).nullable ? commonUnlessAllNull(b) : operand(b, 0)),
  }),
  extreme('GREATEST'),
  extreme('LEAST'),
  define({
    name: 'NULLIF',
    kind: 'NULLIF',
    forms: [['ANY', 'ANY']],
    signatures: ["'NULLIF(<COMPARABLE_TYPE>, <COMPARABLE_TYPE>)'"],
    check: (b) => isComparable(operand(b, 0), operand(b, 1)),
    returns: (b) => withNullability(argument(0)(b), true),
    nullPolicy: 'CUSTOM',
  }),
  define({
    name: 'IF',
    forms: [
      ['BOOLEAN', 'NUMERIC', 'NUMERIC'],
      ['BOOLEAN', 'CHARACTER', 'CHARACTER'],
      ['BOOLEAN', 'BOOLEAN', 'BOOLEAN'],
      ['BOOLEAN', 'BINARY', 'BINARY'],
      ['BOOLEAN', 'DATE', 'DATE'],
      ['BOOLEAN', 'TIMESTAMP', 'TIMESTAMP'],
      ['BOOLEAN', 'TIME', 'TIME'],
    ],
    signatures: [
      "'IF(<ANY_TYPE>, <NUMERIC_TYPE>, <NUMERIC_TYPE>)'",
      "'IF(<BOOLEAN>, <CHARACTER>, <CHARACTER>)'",
      "'IF(<BOOLEAN>, <BOOLEAN>, <BOOLEAN>)'",
      "'IF(<BOOLEAN>, <CHARACTER>, <CHARACTER>)'",
      "'IF(<BOOLEAN>, <BINARY>, <BINARY>)'",
      "'IF(<BOOLEAN>, <DATE>, <DATE>)'",
      "'IF(<BOOLEAN>, <TIMESTAMP>, <TIMESTAMP>)'",
      "'IF(<BOOLEAN>, <TIME>, <TIME>)'",
    ],
    returns: (b) => {
      // Of other types than these the first one decides (`FlinkReturnTypes.IF_NULLABLE`).
      const values = b.operandTypes.slice(1);
      const mixes = values.every((t) => isNumeric(t) || isCharacter(t) || isBinary(t) || t.name === 'NULL');
      return withNullability((mixes ? leastRestrictive(values) : undefined) ?? operand(b, 1), anyNullable(b));
    },
  }),
  defineInferred({
    name: 'TYPEOF',
    arity: [1, 2],
    signatures: ['TYPEOF(input <ANY>)', 'TYPEOF(input <ANY>, force_serializable [<BOOLEAN> & <LITERAL NOT NULL>])'],
    input: oneOf(sequence([any]), sequence([any, literal(satisfying((t) => t.name === 'BOOLEAN'))])),
    returns: always(NULLABLE_STRING),
  }),
];
