import type { SqlType } from '../../types/sql-type.ts';
import { arrayType, isIntegral, mapType, multisetType, rowTypeOf, simpleType, stringType, withNullability } from '../../types/sql-type.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import type { CallBinding, OperandCheck, SqlOperator } from '../sql-operator.ts';
import { isComparable } from './comparable.ts';
import { define, unchecked } from './define.ts';
import { operandText } from './families.ts';
import { INTEGER, nullableIfArgs, operand } from './returns.ts';

const OK: OperandCheck = { ok: true };
const refuse = (message: string): OperandCheck => ({ ok: false, style: 'calcite', message });

function commonOf(b: CallBinding, from: number, step: number): SqlType | undefined {
  return leastRestrictive(b.operandTypes.filter((_, i) => i % step === from));
}

/** False without a common type and for nothing but NULLs. */
function isTyped(type: SqlType | undefined): boolean {
  return type !== undefined && type.name !== 'NULL';
}

/** Operands are cast to their common type while they are validated (`ARRAY[i, d]` is `ARRAY(CAST(i AS DOUBLE), d)`). */
function casts(b: CallBinding, step: number): readonly (SqlType | undefined)[] {
  const wanted = Array.from({ length: step }, (_, k) => commonOf(b, k, step));
  return b.operandTypes.map((t, i) => {
    const type = wanted[i % step];
    if (!type) return undefined;
    const same = withNullability(t, true).digest === withNullability(type, true).digest;
    return same ? undefined : withNullability(type, t.nullable || t.name === 'NULL');
  });
}

const base = (name: string, kind: SqlOperator['kind']): SqlOperator => unchecked(name, kind, (b) => operand(b, 0), { syntax: 'special' });

const ARRAY: SqlOperator = {
  ...base('ARRAY', 'ARRAY_VALUE_CONSTRUCTOR'),
  checkOperands(b) {
    if (b.operandTypes.length === 0) return refuse('Require at least 1 argument');
    return isTyped(commonOf(b, 0, 1)) ? OK : refuse('Parameters must be of the same type');
  },
  coerceOperands: (b) => casts(b, 1),
  inferReturnType: (b) => arrayType(commonOf(b, 0, 1) ?? operand(b, 0), false),
};

const MULTISET: SqlOperator = {
  ...base('MULTISET', 'MULTISET_VALUE_CONSTRUCTOR'),
  checkOperands: (b) => ARRAY.checkOperands(b),
  coerceOperands: (b) => casts(b, 1),
  inferReturnType: (b) => multisetType(commonOf(b, 0, 1) ?? operand(b, 0), false),
};

/** A value that is always NULL takes the type of the keys, as the common type of a list of nulls has none. */
const MAP: SqlOperator = {
  ...base('MAP', 'MAP_VALUE_CONSTRUCTOR'),
  checkOperands(b) {
    const n = b.operandTypes.length;
    if (n === 0) return refuse('Map requires at least 2 arguments');
    if (n % 2 === 1) return refuse('Map requires an even number of arguments');
    return isTyped(commonOf(b, 0, 2)) && commonOf(b, 1, 2) ? OK : refuse('Parameters must be of the same type');
  },
  coerceOperands: (b) => casts(b, 2),
  inferReturnType(b) {
    const key = commonOf(b, 0, 2) ?? operand(b, 0);
    const value = commonOf(b, 1, 2) ?? withNullability(key, true);
    return mapType(key, value, false);
  },
};

const ROW: SqlOperator = {
  ...base('ROW', 'ROW'),
  inferReturnType: (b) =>
    rowTypeOf(
      b.operandTypes.map((type, i) => ({ name: `EXPR$${i}`, type })),
      false,
    ),
};

const ITEM_FORMS = ['<ARRAY>[<INTEGER>]', '<MAP>[<ANY>]', '<ROW>[<CHARACTER>|<INTEGER>]', '<VARIANT>[<CHARACTER>|<INTEGER>]'].join('\n');

/** The field of a row that a literal names or counts (from 1). */
function fieldOf(b: CallBinding): SqlType | undefined {
  const row = operand(b, 0);
  const key = b.literalValue(1);
  if (typeof key !== 'string') return undefined;
  return isIntegral(operand(b, 1)) ? row.fields?.[Number(key) - 1]?.type : row.fields?.find((f) => f.name === key)?.type;
}

function itemType(b: CallBinding): SqlType | undefined {
  const [container, index] = [operand(b, 0), operand(b, 1)];
  const isText = index.name === 'CHAR' || index.name === 'VARCHAR';
  switch (container.name) {
    case 'ARRAY':
      return isIntegral(index) || index.name === 'NULL' ? container.element : undefined;
    case 'MAP':
      return container.key && (index.name === 'NULL' || sameFamily(container.key, index)) ? container.value : undefined;
    case 'ROW':
    case 'STRUCTURED':
      return fieldOf(b);
    case 'VARIANT':
      return isIntegral(index) || isText ? simpleType('VARIANT', true) : undefined;
    case 'ANY':
      return container;
    default:
      return undefined;
  }
}

function sameFamily(a: SqlType, b: SqlType): boolean {
  return isComparable(a, b) && (a.name === 'CHAR' || a.name === 'VARCHAR') === (b.name === 'CHAR' || b.name === 'VARCHAR');
}

const ITEM: SqlOperator = {
  ...unchecked('ITEM', 'ITEM', (b) => withNullability(itemType(b) ?? operand(b, 0), true), { syntax: 'special', nullPolicy: 'ANY' }),
  arity: { min: 2, max: 2 },
  checkOperands(b) {
    if (itemType(b)) return OK;
    const call = `ITEM(${operandText(b, 0)}, ${operandText(b, 1)})`;
    return refuse(`Cannot apply 'ITEM' to arguments of type '${call}'. Supported form(s): ${ITEM_FORMS}`);
  },
};

/** Constructors of collections and what takes them apart, with Calcite's checks. */
export const COLLECTION_OPERATORS: readonly SqlOperator[] = [
  ARRAY,
  MULTISET,
  MAP,
  ROW,
  ITEM,
  unchecked('DOT', 'DOT', (b) => operand(b, 1), { syntax: 'special' }),
  define({ name: 'CARDINALITY', forms: [['MULTISET'], ['ARRAY'], ['MAP']], returns: nullableIfArgs(INTEGER) }),
  define({
    name: 'ELEMENT',
    forms: [['MULTISET'], ['ARRAY']],
    returns: (b) => {
      const element = operand(b, 0).element ?? stringType(true);
      return withNullability(element, element.nullable || operand(b, 0).nullable);
    },
  }),
];
