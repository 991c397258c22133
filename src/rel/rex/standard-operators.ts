import type {
  AggregateTraits,
  CallBinding,
  NullPolicy,
  SqlFunctionCategory,
  SqlKind,
  SqlOperator,
  SqlSyntax,
} from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import { avgType, decimalResultType, sumType } from '../../types/numeric-types.ts';
import {
  arrayType,
  isDatetime,
  isTimestamp,
  mapType,
  rowTypeOf,
  simpleType,
  timestampLtzType,
  timestampType,
  withNullability,
} from '../../types/sql-type.ts';

/**
 * The operators that planner code makes calls of by itself. Their operands are not checked (a rule knows what it does); the catalogue
 * has operators of the same names and kinds for SQL, with Calcite's checks. Operators are equal by name and kind.
 */

type Inference = (b: CallBinding) => SqlType;

interface Options {
  readonly syntax?: SqlSyntax;
  readonly category?: SqlFunctionCategory;
  readonly nullPolicy?: NullPolicy;
  readonly deterministic?: boolean;
  readonly dynamic?: boolean;
  readonly arity?: readonly [number, number];
  readonly aggregate?: AggregateTraits;
}

function operator(name: string, kind: SqlKind, inferReturnType: Inference, options: Options = {}): SqlOperator {
  const [min, max] = options.arity ?? [0, -1];
  return {
    name,
    kind,
    syntax: options.syntax ?? 'function',
    category: options.category ?? 'scalar',
    deterministic: options.deterministic ?? true,
    dynamic: options.dynamic ?? false,
    nullPolicy: options.nullPolicy ?? 'AS_IS',
    flinkInference: false,
    arity: { min, max },
    checkOperands: () => ({ ok: true }),
    inferReturnType,
    aggregate: options.aggregate,
  };
}

function operandType(b: CallBinding, i: number): SqlType {
  const type = b.operandTypes[i];
  if (!type) throw new Error(`no operand ${i}`);
  return type;
}

const anyNullable = (b: CallBinding): boolean => b.operandTypes.some((t) => t.nullable);
const booleanNullable: Inference = (b) => simpleType('BOOLEAN', anyNullable(b));
const booleanNotNull: Inference = () => simpleType('BOOLEAN', false);
const bigintNotNull: Inference = () => simpleType('BIGINT', false);

function common(b: CallBinding): SqlType {
  const type = leastRestrictive(b.operandTypes);
  if (!type) throw new Error(`no common type of ${b.operandTypes.map((t) => t.digest).join(', ')}`);
  return type;
}

/** `ReturnTypes.ARG0_INTERVAL_NULLABLE`. */
function firstInterval(b: CallBinding): SqlType | undefined {
  const type = operandType(b, 0);
  return type.name === 'INTERVAL' ? withNullability(type, anyNullable(b)) : undefined;
}

const binary: Options = { syntax: 'binary', nullPolicy: 'ANY', arity: [2, 2] };
const postfix: Options = { syntax: 'postfix', nullPolicy: 'NOT_NULL', arity: [1, 1] };

export const AND = operator('AND', 'AND', booleanNullable, { syntax: 'binary', nullPolicy: 'CUSTOM' });
export const OR = operator('OR', 'OR', booleanNullable, { syntax: 'binary', nullPolicy: 'CUSTOM' });
export const NOT = operator('NOT', 'NOT', booleanNullable, { syntax: 'prefix', nullPolicy: 'ANY', arity: [1, 1] });

export const EQUALS = operator('=', 'EQUALS', booleanNullable, binary);
export const NOT_EQUALS = operator('<>', 'NOT_EQUALS', booleanNullable, binary);
export const LESS_THAN = operator('<', 'LESS_THAN', booleanNullable, binary);
export const LESS_THAN_OR_EQUAL = operator('<=', 'LESS_THAN_OR_EQUAL', booleanNullable, binary);
export const GREATER_THAN = operator('>', 'GREATER_THAN', booleanNullable, binary);
export const GREATER_THAN_OR_EQUAL = operator('>=', 'GREATER_THAN_OR_EQUAL', booleanNullable, binary);
export const IS_DISTINCT_FROM = operator('IS DISTINCT FROM', 'IS_DISTINCT_FROM', booleanNotNull, { ...binary, nullPolicy: 'NOT_NULL' });
export const IS_NOT_DISTINCT_FROM = operator('IS NOT DISTINCT FROM', 'IS_NOT_DISTINCT_FROM', booleanNotNull, {
  ...binary,
  nullPolicy: 'NOT_NULL',
});

export const IS_NULL = operator('IS NULL', 'IS_NULL', booleanNotNull, postfix);
export const IS_NOT_NULL = operator('IS NOT NULL', 'IS_NOT_NULL', booleanNotNull, postfix);
export const IS_TRUE = operator('IS TRUE', 'IS_TRUE', booleanNotNull, postfix);
export const IS_NOT_TRUE = operator('IS NOT TRUE', 'IS_NOT_TRUE', booleanNotNull, postfix);
export const IS_FALSE = operator('IS FALSE', 'IS_FALSE', booleanNotNull, postfix);
export const IS_NOT_FALSE = operator('IS NOT FALSE', 'IS_NOT_FALSE', booleanNotNull, postfix);
export const IS_UNKNOWN = operator('IS UNKNOWN', 'IS_NULL', booleanNotNull, postfix);
export const IS_NOT_UNKNOWN = operator('IS NOT UNKNOWN', 'IS_NOT_NULL', booleanNotNull, postfix);

/** Type of CASE: the common type of the values; operands are condition, value, …, else. */
const caseType: Inference = (b) => {
  const values = b.operandTypes.filter((_, i) => i % 2 === 1 || i === b.operandTypes.length - 1);
  const type = leastRestrictive(values);
  if (!type) throw new Error('no common type of the values of CASE');
  return type;
};
export const CASE = operator('CASE', 'CASE', caseType, { syntax: 'special', nullPolicy: 'CUSTOM' });

function typeMustBeGiven(name: string): Inference {
  return () => {
    throw new Error(`${name} needs its type`);
  };
}

export const CAST = operator('CAST', 'CAST', typeMustBeGiven('CAST'), { syntax: 'special', nullPolicy: 'CUSTOM', arity: [1, 1] });
export const TRY_CAST = operator('TRY_CAST', 'OTHER_FUNCTION', typeMustBeGiven('TRY_CAST'), { syntax: 'special', arity: [1, 1] });
export const REINTERPRET = operator('Reinterpret', 'REINTERPRET', typeMustBeGiven('Reinterpret'), { syntax: 'special', arity: [1, 2] });

const sum: Inference = (b) => decimalResultType('plus', operandType(b, 0), operandType(b, 1)) ?? common(b);

/** `+` of numbers, and of intervals and datetimes (Calcite's PLUS and DATETIME_PLUS print alike). */
const plusType: Inference = (b) => datetimePlusType(b) ?? sum(b);

/** `SqlDatetimePlusOperator`: the datetime operand's type, a DATE stays a DATE. */
function datetimePlusType(b: CallBinding): SqlType | undefined {
  const [x, y] = [operandType(b, 0), operandType(b, 1)];
  const datetime = isDatetime(x) ? x : isDatetime(y) ? y : undefined;
  if (!datetime || (x.name !== 'INTERVAL' && y.name !== 'INTERVAL')) return undefined;
  return withNullability(datetimeWithoutLoss(datetime, x.name === 'INTERVAL' ? x : y), anyNullable(b));
}

function datetimeWithoutLoss(datetime: SqlType, interval: SqlType): SqlType {
  const fraction = interval.interval?.fractionalPrecision;
  if (fraction === undefined || !isTimestamp(datetime) || fraction <= (datetime.precision ?? 0)) return datetime;
  return datetime.name === 'TIMESTAMP' ? timestampType(fraction, datetime.nullable) : timestampLtzType(fraction, datetime.nullable);
}

export const PLUS = operator('+', 'PLUS', plusType, binary);
export const MINUS = operator('-', 'MINUS', plusType, binary);
export const MULTIPLY = operator(
  '*',
  'TIMES',
  (b) => decimalResultType('times', operandType(b, 0), operandType(b, 1)) ?? firstInterval(b) ?? secondInterval(b) ?? common(b),
  binary,
);

function secondInterval(b: CallBinding): SqlType | undefined {
  const type = operandType(b, 1);
  return type.name === 'INTERVAL' ? withNullability(type, anyNullable(b)) : undefined;
}

export const DIVIDE = operator(
  '/',
  'DIVIDE',
  (b) => decimalResultType('divide', operandType(b, 0), operandType(b, 1)) ?? firstInterval(b) ?? common(b),
  binary,
);
export const DIVIDE_INTEGER = operator('/INT', 'DIVIDE', (b) => firstInterval(b) ?? common(b), binary);
export const MOD = operator(
  'MOD',
  'MOD',
  (b) => decimalResultType('mod', operandType(b, 0), operandType(b, 1)) ?? withNullability(operandType(b, 1), anyNullable(b)),
  { arity: [2, 2] },
);
export const UNARY_MINUS = operator('-', 'MINUS_PREFIX', (b) => operandType(b, 0), { syntax: 'prefix', nullPolicy: 'ANY', arity: [1, 1] });

/** The type of SEARCH depends on its Sarg, see `rex-factory.ts`; an operand type alone gives that of NULL AS UNKNOWN. */
export const SEARCH = operator('SEARCH', 'SEARCH', (b) => simpleType('BOOLEAN', operandType(b, 0).nullable), {
  syntax: 'internal',
  arity: [2, 2],
});

/** ARRAY, MAP and ROW access; the element is nullable, a field of a ROW needs its type given. */
export const ITEM = operator(
  'ITEM',
  'ITEM',
  (b) => {
    const type = operandType(b, 0);
    const element = type.element ?? type.value;
    if (!element) throw new Error('ITEM of a row needs its type');
    return withNullability(element, true);
  },
  { syntax: 'special', arity: [2, 2] },
);

export const ROW = operator(
  'ROW',
  'ROW',
  (b) =>
    rowTypeOf(
      b.operandTypes.map((type, i) => ({ name: `EXPR$${i}`, type })),
      false,
    ),
  { syntax: 'special' },
);
export const ARRAY_VALUE_CONSTRUCTOR = operator('ARRAY', 'ARRAY_VALUE_CONSTRUCTOR', (b) => arrayType(common(b), false), {
  syntax: 'special',
});
export const MAP_VALUE_CONSTRUCTOR = operator(
  'MAP',
  'MAP_VALUE_CONSTRUCTOR',
  (b) => {
    const key = leastRestrictive(b.operandTypes.filter((_, i) => i % 2 === 0));
    const value = leastRestrictive(b.operandTypes.filter((_, i) => i % 2 === 1));
    if (!key || !value) throw new Error('no common type of the entries of MAP');
    return mapType(key, value, false);
  },
  { syntax: 'special' },
);

/** Flink's COALESCE: a plain function, nullable only if every operand is. */
export const COALESCE = operator('COALESCE', 'OTHER_FUNCTION', (b) =>
  withNullability(
    common(b),
    b.operandTypes.every((t) => t.nullable),
  ),
);

export const LIKE = operator('LIKE', 'LIKE', booleanNullable, { syntax: 'special', nullPolicy: 'ANY', arity: [2, 3] });
export const EXTRACT = operator('EXTRACT', 'EXTRACT', (b) => simpleType('BIGINT', anyNullable(b)), { nullPolicy: 'ANY', arity: [2, 2] });
export const AS = operator('AS', 'AS', (b) => operandType(b, 0), { syntax: 'special' });
export const DESCRIPTOR = operator('DESCRIPTOR', 'DESCRIPTOR', () => simpleType('COLUMN_LIST', false));

/** Makes a processing-time attribute an ordinary timestamp. */
export const PROCTIME_MATERIALIZE = operator('PROCTIME_MATERIALIZE', 'OTHER_FUNCTION', (b) => timestampLtzType(3, anyNullable(b)), {
  deterministic: false,
  arity: [1, 1],
});
export const PROCTIME = operator('PROCTIME', 'OTHER_FUNCTION', () => timestampLtzType(3, false, 'PROCTIME'), {
  deterministic: false,
  arity: [0, 0],
});
export const STREAMRECORD_TIMESTAMP = operator('STREAMRECORD_TIMESTAMP', 'OTHER_FUNCTION', () => timestampType(3, false, 'ROWTIME'), {
  deterministic: false,
  arity: [0, 0],
});

export const TEMPORAL_JOIN_CONDITION = operator('__TEMPORAL_JOIN_CONDITION', 'OTHER_FUNCTION', booleanNotNull);
export const INITIAL_TEMPORAL_JOIN_CONDITION = operator('__INITIAL_TEMPORAL_JOIN_CONDITION', 'OTHER_FUNCTION', booleanNotNull);
export const TEMPORAL_JOIN_LEFT_KEY = operator('__TEMPORAL_JOIN_LEFT_KEY', 'OTHER_FUNCTION', booleanNotNull);
export const TEMPORAL_JOIN_RIGHT_KEY = operator('__TEMPORAL_JOIN_RIGHT_KEY', 'OTHER_FUNCTION', booleanNotNull);
export const TEMPORAL_JOIN_CONDITION_PRIMARY_KEY = operator('__TEMPORAL_JOIN_CONDITION_PRIMARY_KEY', 'OTHER_FUNCTION', booleanNotNull);

// Operators of sub-queries.
export const IN = operator('IN', 'IN', booleanNullable, { syntax: 'binary' });
export const EXISTS = operator('EXISTS', 'EXISTS', booleanNotNull, { syntax: 'prefix' });
export const SCALAR_QUERY = operator('$SCALAR_QUERY', 'SCALAR_QUERY', typeMustBeGiven('$SCALAR_QUERY'), { syntax: 'internal' });
export const ARRAY_QUERY = operator('ARRAY', 'ARRAY_QUERY_CONSTRUCTOR', typeMustBeGiven('ARRAY'), { syntax: 'special' });
export const MULTISET_QUERY = operator('MULTISET', 'MULTISET_QUERY_CONSTRUCTOR', typeMustBeGiven('MULTISET'), { syntax: 'special' });
export const MAP_QUERY = operator('MAP', 'MAP_QUERY_CONSTRUCTOR', typeMustBeGiven('MAP'), { syntax: 'special' });

/** `> SOME` and kin; `= SOME` is IN. */
export function someOperator(comparison: string): SqlOperator {
  return operator(`${comparison} SOME`, 'SOME', booleanNullable, { syntax: 'binary' });
}

const plain: AggregateTraits = { requiresOrder: false, requiresOver: false, allowsFraming: true, allowsNullTreatment: false };
const ranking: AggregateTraits = { requiresOrder: true, requiresOver: true, allowsFraming: false, allowsNullTreatment: false };
const aggregate = (traits: AggregateTraits): Options => ({ category: 'aggregate', aggregate: traits });

/** Nullable over an empty group, or if the argument is. */
function nullableIfEmpty(b: CallBinding, type: SqlType): SqlType {
  return withNullability(type, type.nullable || b.groupCount === 0 || b.hasFilter);
}

export const COUNT = operator('COUNT', 'COUNT', bigintNotNull, { ...aggregate(plain), syntax: 'functionStar' });
export const SUM = operator('SUM', 'SUM', (b) => nullableIfEmpty(b, sumType(operandType(b, 0))), aggregate(plain));
/** SUM that gives 0 for no rows: never null, but keeps a nullable argument's type name. */
export const SUM0 = operator('$SUM0', 'SUM0', (b) => withNullability(sumType(operandType(b, 0)), false), aggregate(plain));
export const AVG = operator('AVG', 'AVG', (b) => nullableIfEmpty(b, avgType(operandType(b, 0))), aggregate(plain));
export const MIN = operator('MIN', 'MIN', (b) => nullableIfEmpty(b, operandType(b, 0)), aggregate(plain));
export const MAX = operator('MAX', 'MAX', (b) => nullableIfEmpty(b, operandType(b, 0)), aggregate(plain));
export const SINGLE_VALUE = operator('SINGLE_VALUE', 'SINGLE_VALUE', (b) => withNullability(operandType(b, 0), true), aggregate(plain));
export const ROW_NUMBER = operator('ROW_NUMBER', 'ROW_NUMBER', bigintNotNull, aggregate(ranking));
export const RANK = operator('RANK', 'RANK', bigintNotNull, aggregate(ranking));
export const DENSE_RANK = operator('DENSE_RANK', 'DENSE_RANK', bigintNotNull, aggregate(ranking));

/** The comparison with swapped operands: `<` for `>`; undefined for others than comparisons. */
export function reversedComparison(kind: SqlKind): SqlOperator | undefined {
  switch (kind) {
    case 'EQUALS':
      return EQUALS;
    case 'NOT_EQUALS':
      return NOT_EQUALS;
    case 'LESS_THAN':
      return GREATER_THAN;
    case 'LESS_THAN_OR_EQUAL':
      return GREATER_THAN_OR_EQUAL;
    case 'GREATER_THAN':
      return LESS_THAN;
    case 'GREATER_THAN_OR_EQUAL':
      return LESS_THAN_OR_EQUAL;
    default:
      return undefined;
  }
}

/**
 * The operator of the opposite answer that keeps null null (Calcite's `RexUtil.op(kind.negateNullSafe())`): `<=` for `>`, IS NOT NULL for
 * IS NULL. Undefined where there is none.
 */
export function negatedOperator(kind: SqlKind): SqlOperator | undefined {
  switch (kind) {
    case 'EQUALS':
      return NOT_EQUALS;
    case 'NOT_EQUALS':
      return EQUALS;
    case 'LESS_THAN':
      return GREATER_THAN_OR_EQUAL;
    case 'LESS_THAN_OR_EQUAL':
      return GREATER_THAN;
    case 'GREATER_THAN':
      return LESS_THAN_OR_EQUAL;
    case 'GREATER_THAN_OR_EQUAL':
      return LESS_THAN;
    case 'IS_DISTINCT_FROM':
      return IS_NOT_DISTINCT_FROM;
    case 'IS_NOT_DISTINCT_FROM':
      return IS_DISTINCT_FROM;
    case 'IS_NULL':
      return IS_NOT_NULL;
    case 'IS_NOT_NULL':
      return IS_NULL;
    case 'IS_TRUE':
      return IS_NOT_TRUE;
    case 'IS_NOT_TRUE':
      return IS_TRUE;
    case 'IS_FALSE':
      return IS_NOT_FALSE;
    case 'IS_NOT_FALSE':
      return IS_FALSE;
    default:
      return undefined;
  }
}
