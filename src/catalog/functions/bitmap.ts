import { MAX_LENGTH, arrayType, charType, simpleType, withNullability } from '../../types/sql-type.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { AggregateTraits, SqlOperator } from '../sql-operator.ts';
import { defineInferred } from './flink-inference.ts';
import type { InferenceSpec } from './flink-inference.ts';
import type { ArgumentStrategy } from './input-strategies.ts';
import { family, root, satisfying, sequence } from './input-strategies.ts';
import { BIGINT, STRING, always, nullableIfArgs, operand } from './returns.ts';

const BITMAP = simpleType('BITMAP', false);
const bitmap: ArgumentStrategy = satisfying((t) => t.name === 'BITMAP');
const ints: ArgumentStrategy = satisfying((t) => t.name === 'ARRAY' && t.element?.name === 'INTEGER');

function binary(name: string): SqlOperator {
  return defineInferred({
    name,
    arity: [2, 2],
    signatures: [`${name}(bitmap1 <BITMAP>, bitmap2 <BITMAP>)`],
    input: sequence([bitmap, bitmap]),
    returns: nullableIfArgs(BITMAP),
  });
}

function unary(name: string, type: SqlType): SqlOperator {
  return defineInferred({
    name,
    arity: [1, 1],
    signatures: [`${name}(bitmap <BITMAP>)`],
    input: sequence([bitmap]),
    returns: nullableIfArgs(type),
  });
}

const PLAIN: AggregateTraits = { requiresOrder: false, requiresOver: false, allowsFraming: true, allowsNullTreatment: false };

function aggregate(name: string, parameter: string, argument: ArgumentStrategy, type: SqlType): SqlOperator {
  const spec: InferenceSpec = {
    name,
    category: 'aggregate',
    arity: [1, 1],
    signatures: [`${name}(${parameter})`],
    input: sequence([argument]),
    returns: always(withNullability(type, true)),
    aggregate: PLAIN,
  };
  return defineInferred(spec);
}

const COMBINATIONS = ['AND', 'OR', 'XOR'];

/** Functions of bitmaps. */
export const BITMAP_FUNCTIONS: readonly SqlOperator[] = [
  ...['BITMAP_AND', 'BITMAP_ANDNOT', 'BITMAP_OR', 'BITMAP_XOR'].map(binary),
  unary('BITMAP_CARDINALITY', BIGINT),
  unary('BITMAP_TO_ARRAY', arrayType(simpleType('INTEGER', true), false)),
  unary('BITMAP_TO_BYTES', charType('VARBINARY', MAX_LENGTH, false)),
  unary('BITMAP_TO_STRING', STRING),
  defineInferred({
    name: 'BITMAP_BUILD',
    arity: [1, 1],
    signatures: ['BITMAP_BUILD(array ARRAY<INT> NOT NULL)', 'BITMAP_BUILD(array ARRAY<INT>)'],
    input: sequence([ints]),
    returns: (b) => withNullability(BITMAP, operand(b, 0).nullable),
  }),
  defineInferred({
    name: 'BITMAP_FROM_BYTES',
    arity: [1, 1],
    signatures: ['BITMAP_FROM_BYTES(bytes <BINARY_STRING>)'],
    input: sequence([family('BINARY_STRING')]),
    returns: nullableIfArgs(BITMAP),
  }),
  aggregate('BITMAP_BUILD_AGG', 'value <INTEGER>', root('INTEGER', 'INTEGER'), BITMAP),
  aggregate('BITMAP_BUILD_CARDINALITY_AGG', 'value <INTEGER>', root('INTEGER', 'INTEGER'), BIGINT),
  ...COMBINATIONS.map((c) => aggregate(`BITMAP_${c}_AGG`, 'bitmap <BITMAP>', bitmap, BITMAP)),
  ...COMBINATIONS.map((c) => aggregate(`BITMAP_${c}_CARDINALITY_AGG`, 'bitmap <BITMAP>', bitmap, BIGINT)),
];
