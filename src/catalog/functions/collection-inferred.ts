import { arrayType, mapType, rowTypeOf, simpleType, stringType, structuredType, withNullability } from '../../types/sql-type.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { CallBinding, SqlOperator } from '../sql-operator.ts';
import type { InputStrategy } from './flink-inference.ts';
import { REFUSED, defineInferred } from './flink-inference.ts';
import type { ArgumentStrategy } from './input-strategies.ts';
import { arrayElement, commonOf, comparableArray, explicit, family, oneOf, root, satisfying, sequence } from './input-strategies.ts';
import { mergeTypes } from './merge-types.ts';
import type { Returns } from './returns.ts';
import { BOOLEAN, STRING, anyNullable, argument, nullableIfArgs, operand } from './returns.ts';

const array: ArgumentStrategy = satisfying((t) => t.name === 'ARRAY');
const map: ArgumentStrategy = satisfying((t) => t.name === 'MAP');
const int: ArgumentStrategy = root('INTEGER', 'INTEGER', simpleType('INTEGER', true));
const bool: ArgumentStrategy = root('BOOLEAN', 'BOOLEAN', simpleType('BOOLEAN', true));
const text: ArgumentStrategy = family('CHARACTER_STRING');

/** The element type, with null added if the second operand may be null; then the whole may be null too (`ArrayAppendPrepend`). */
const withElement: Returns = (b) => {
  const [list, added] = [operand(b, 0), operand(b, 1)];
  const element = list.element ?? added;
  const mayBeNull = added.nullable || added.name === 'NULL';
  return arrayType(mayBeNull ? withNullability(element, true) : element, anyNullable(b));
};

function addElement(name: string): SqlOperator {
  return defineInferred({
    name,
    arity: [2, 2],
    signatures: [`${name}(array <ARRAY>, element <ARRAY ELEMENT>)`],
    input: sequence([array, arrayElement(false)]),
    returns: withElement,
  });
}

function search(name: string, returns: Returns): SqlOperator {
  return defineInferred({
    name,
    arity: [2, 2],
    signatures: [`${name}(haystack <ARRAY>, needle <ARRAY ELEMENT>)`],
    input: sequence([array, arrayElement(true)]),
    returns,
  });
}

const commonResult: Returns = (b) => withNullability(mergeTypes(b.operandTypes) ?? operand(b, 0), anyNullable(b));

function combine(name: string, of: 'ARRAY' | 'MAP', arity: readonly [number, number]): SqlOperator {
  const shown = arity[1] < 0 ? '<COMMON>, <COMMON>...' : '<COMMON>, <COMMON>';
  return defineInferred({ name, arity, signatures: [`${name}(${shown})`], input: commonOf(of), returns: commonResult });
}

function ofArray(name: string): SqlOperator {
  return defineInferred({
    name,
    arity: [1, 1],
    signatures: [`${name}(haystack <ARRAY>)`],
    input: sequence([array]),
    returns: argument(0),
  });
}

function extreme(name: 'ARRAY_MAX' | 'ARRAY_MIN'): SqlOperator {
  return defineInferred({
    name,
    arity: [1, 1],
    signatures: [`${name}(<ARRAY<COMPARABLE>>)`],
    input: sequence([comparableArray]),
    returns: (b) => withNullability(operand(b, 0).element ?? stringType(true), true),
  });
}

function ofMap(name: string, returns: (t: SqlType) => SqlType): SqlOperator {
  return defineInferred({
    name,
    arity: [1, 1],
    signatures: [`${name}(input <MAP>)`],
    input: sequence([map]),
    returns: (b) => withNullability(returns(operand(b, 0)), operand(b, 0).nullable),
  });
}

/** Key and value of an entry; the row itself may be null. */
function entries(t: SqlType): SqlType {
  const fields = [
    { name: 'key', type: t.key ?? t },
    { name: 'value', type: t.value ?? t },
  ];
  return arrayType(rowTypeOf(fields, true), false);
}

const objectOf: InputStrategy = (b) => {
  if (!isTextLiteral(b, 0)) {
    return { ok: false, message: 'The first argument must be a non-nullable character string literal representing the class name.' };
  }
  if (b.operandTypes.length % 2 === 0) return REFUSED;
  return pairs(b, 1);
};

const objectUpdate: InputStrategy = (b) => {
  if (b.operandTypes[0]?.name !== 'STRUCTURED') return { ok: false, message: 'The first argument must be a structured type.' };
  return b.operandTypes.length % 2 === 0 || b.operandTypes.length < 3 ? REFUSED : pairs(b, 1);
};

function isTextLiteral(b: CallBinding, i: number): boolean {
  const t = b.operandTypes[i];
  return (t?.name === 'CHAR' || t?.name === 'VARCHAR') && typeof b.literalValue(i) === 'string';
}

function pairs(b: CallBinding, from: number): ReturnType<InputStrategy> {
  for (let i = from; i < b.operandTypes.length; i += 2) {
    if (!isTextLiteral(b, i)) {
      return { ok: false, message: `The field key at position ${i + 1} must be a non-nullable character string literal.` };
    }
  }
  return { ok: true, types: b.operandTypes.map(() => undefined) };
}

function fieldName(b: CallBinding, i: number): string {
  const value = b.literalValue(i);
  return typeof value === 'string' ? value : '';
}

const objectType: Returns = (b) => {
  const fields = b.operandTypes.flatMap((type, i) => (i > 0 && i % 2 === 0 ? [{ name: fieldName(b, i - 1), type }] : []));
  return structuredType(fieldName(b, 0), fields, true);
};

const updatedObject: Returns = (b) => {
  const old = operand(b, 0);
  const fields = (old.fields ?? []).map((f) => {
    const at = b.operandTypes.findIndex((_, i) => i % 2 === 1 && fieldName(b, i) === f.name);
    return at < 0 ? f : { ...f, type: operand(b, at + 1) };
  });
  return structuredType(old.className ?? '', fields, old.nullable);
};

/** Functions of arrays, maps and objects with Flink's own type inference. */
export const INFERRED_COLLECTION_FUNCTIONS: readonly SqlOperator[] = [
  addElement('ARRAY_APPEND'),
  addElement('ARRAY_PREPEND'),
  combine('ARRAY_CONCAT', 'ARRAY', [1, -1]),
  combine('ARRAY_UNION', 'ARRAY', [2, 2]),
  combine('ARRAY_INTERSECT', 'ARRAY', [2, 2]),
  combine('ARRAY_EXCEPT', 'ARRAY', [2, 2]),
  search('ARRAY_CONTAINS', (b) => withNullability(BOOLEAN, operand(b, 0).nullable)),
  search('ARRAY_POSITION', nullableIfArgs(simpleType('INTEGER', false))),
  search('ARRAY_REMOVE', argument(0)),
  ofArray('ARRAY_DISTINCT'),
  ofArray('ARRAY_REVERSE'),
  extreme('ARRAY_MAX'),
  extreme('ARRAY_MIN'),
  defineInferred({
    name: 'ARRAY_SLICE',
    arity: [2, 3],
    signatures: ['ARRAY_SLICE(<ARRAY>, <INTEGER>, <INTEGER>)', 'ARRAY_SLICE(<ARRAY>, <INTEGER>)'],
    input: oneOf(sequence([array, int, int]), sequence([array, int])),
    returns: nullableIfArgs(argument(0)),
  }),
  defineInferred({
    name: 'ARRAY_SORT',
    arity: [1, 3],
    signatures: [
      'ARRAY_SORT(<ARRAY<COMPARABLE>>)',
      'ARRAY_SORT(<ARRAY<COMPARABLE>>, <BOOLEAN>)',
      'ARRAY_SORT(<ARRAY<COMPARABLE>>, <BOOLEAN>, <BOOLEAN>)',
    ],
    input: oneOf(sequence([comparableArray]), sequence([comparableArray, bool]), sequence([comparableArray, bool, bool])),
    returns: nullableIfArgs(argument(0)),
  }),
  defineInferred({
    name: 'ARRAY_JOIN',
    arity: [2, 3],
    signatures: ['ARRAY_JOIN(ARRAY<STRING>, <CHARACTER_STRING>)', 'ARRAY_JOIN(ARRAY<STRING>, <CHARACTER_STRING>, <CHARACTER_STRING>)'],
    input: oneOf(sequence([textArray, text]), sequence([textArray, text, text])),
    returns: nullableIfArgs(STRING),
  }),
  ofMap('MAP_KEYS', (t) => arrayType(t.key ?? t, false)),
  ofMap('MAP_VALUES', (t) => arrayType(t.value ?? t, false)),
  ofMap('MAP_ENTRIES', entries),
  combine('MAP_UNION', 'MAP', [1, -1]),
  defineInferred({
    name: 'MAP_FROM_ARRAYS',
    arity: [2, 2],
    signatures: ['MAP_FROM_ARRAYS(keysArray <ARRAY>, valuesArray <ARRAY>)'],
    input: sequence([array, array]),
    returns: nullableIfArgs((b) => mapType(operand(b, 0).element ?? operand(b, 0), operand(b, 1).element ?? operand(b, 1), false)),
  }),
  defineInferred({
    name: 'OBJECT_OF',
    arity: [1, -1],
    signatures: ['OBJECT_OF(class name STRING, [STRING, ANY]*...)'],
    input: objectOf,
    returns: objectType,
  }),
  defineInferred({
    name: 'OBJECT_UPDATE',
    arity: [3, -1],
    signatures: ['OBJECT_UPDATE(object STRUCTURED_TYPE, [STRING, ANY]+...)'],
    input: objectUpdate,
    returns: updatedObject,
  }),
];

/** ARRAY<STRING>, to which arrays of other texts are cast; texts of length 0 have no VARCHAR to go to. */
function textArray(b: CallBinding, i: number): ReturnType<ArgumentStrategy> {
  const t = b.operandTypes[i];
  const isText = t?.element?.name === 'CHAR' || t?.element?.name === 'VARCHAR';
  if (!t || !isText) return { message: '' };
  if (t.element.precision === 0) return { message: 'Variable character string length must be between 1 and 2147483647 (both inclusive).' };
  return explicit(arrayType(stringType(true), t.nullable))(b, i);
}
