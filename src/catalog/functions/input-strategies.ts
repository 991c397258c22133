import { mergeTypes } from './merge-types.ts';
import type { SqlType } from '../../types/sql-type.ts';
import {
  MAX_LENGTH,
  charType,
  isApproximateNumeric,
  isBinary,
  isCharacter,
  isDatetime,
  isExactNumeric,
  isIntegral,
  isNumeric,
  isTimestamp,
  isYearMonthInterval,
  sameTypeIgnoringNullability,
  simpleType,
  stringType,
  timestampType,
  withNullability,
  withoutIndicator,
} from '../../types/sql-type.ts';
import { flinkTypeText } from '../flink-type-text.ts';
import type { CallBinding } from '../sql-operator.ts';
import type { Inferred, InputStrategy } from './flink-inference.ts';
import { REFUSED } from './flink-inference.ts';

/** Flink's `LogicalTypeFamily`. */
export type FlinkFamily =
  | 'CHARACTER_STRING'
  | 'BINARY_STRING'
  | 'NUMERIC'
  | 'INTEGER_NUMERIC'
  | 'EXACT_NUMERIC'
  | 'APPROXIMATE_NUMERIC'
  | 'DATETIME'
  | 'TIMESTAMP'
  | 'CONSTRUCTED';

/** What one operand makes of itself: a type it is to have, "as it is", or a message (empty: none). */
export type ArgumentResult = { readonly type: SqlType | undefined } | { readonly message: string };

/** Flink's `ArgumentTypeStrategy`. */
export type ArgumentStrategy = (b: CallBinding, i: number) => ArgumentResult;

const AS_IS: ArgumentResult = { type: undefined };

function inFlinkFamily(t: SqlType, family: FlinkFamily): boolean {
  switch (family) {
    case 'CHARACTER_STRING':
      return isCharacter(t);
    case 'BINARY_STRING':
      return isBinary(t);
    case 'NUMERIC':
      return isNumeric(t);
    case 'INTEGER_NUMERIC':
      return isIntegral(t);
    case 'EXACT_NUMERIC':
      return isExactNumeric(t);
    case 'APPROXIMATE_NUMERIC':
      return isApproximateNumeric(t);
    case 'DATETIME':
      return isDatetime(t);
    case 'TIMESTAMP':
      return isTimestamp(t);
    case 'CONSTRUCTED':
      return t.name === 'ARRAY' || t.name === 'MULTISET' || t.name === 'MAP' || t.name === 'ROW';
  }
}

/** The type that an untyped NULL takes as an operand of a family. */
function nullTypeOf(family: FlinkFamily): SqlType | undefined {
  switch (family) {
    case 'CHARACTER_STRING':
      return stringType(true);
    case 'BINARY_STRING':
      return charType('VARBINARY', MAX_LENGTH, true);
    case 'NUMERIC':
    case 'INTEGER_NUMERIC':
    case 'EXACT_NUMERIC':
      return simpleType('INTEGER', true);
    case 'APPROXIMATE_NUMERIC':
      return simpleType('DOUBLE', true);
    case 'DATETIME':
    case 'TIMESTAMP':
      return timestampType(6, true);
    case 'CONSTRUCTED':
      return undefined;
  }
}

/** A type of the family (`FamilyArgumentTypeStrategy`). */
export function family(f: FlinkFamily): ArgumentStrategy {
  return (b, i) => {
    const t = b.operandTypes[i];
    if (t && inFlinkFamily(t, f)) return AS_IS;
    const ofNull = t?.name === 'NULL' ? nullTypeOf(f) : undefined;
    if (ofNull) return { type: ofNull };
    return { message: `Unsupported argument type. Expected type of family '${f}' but actual type was '${t ? flinkTypeText(t) : ''}'.` };
  };
}

/** A type of this root (`RootArgumentTypeStrategy`); `text` is the root in messages. */
export function root(name: SqlType['name'], text: string, ofNull?: SqlType): ArgumentStrategy {
  return (b, i) => {
    const t = b.operandTypes[i];
    if (t?.name === name) return AS_IS;
    if (t?.name === 'NULL') return { type: ofNull };
    const widened =
      t && name === 'INTEGER' && (t.name === 'TINYINT' || t.name === 'SMALLINT') ? simpleType('INTEGER', t.nullable) : undefined;
    if (widened) return { type: widened };
    return { message: `Unsupported argument type. Expected type root '${text}' but actual type was '${t ? flinkTypeText(t) : ''}'.` };
  };
}

/** Exactly this type, to which operands are cast (`ExplicitArgumentTypeStrategy`). */
export function explicit(type: SqlType): ArgumentStrategy {
  return () => ({ type });
}

export const any: ArgumentStrategy = () => AS_IS;

/** A literal of a type that fits the other strategy. */
export function literal(of: ArgumentStrategy): ArgumentStrategy {
  return (b, i) => (b.isLiteral(i) && !b.isNullLiteral(i) ? of(b, i) : { message: '' });
}

/** One of several. */
export function either(...list: readonly ArgumentStrategy[]): ArgumentStrategy {
  return (b, i) => {
    const results = list.map((s) => s(b, i));
    return results.find((r) => 'type' in r) ?? results[0] ?? { message: '' };
  };
}

/** Operands one after the other (`SequenceInputTypeStrategy`); `rest` for all further ones. */
export function sequence(list: readonly ArgumentStrategy[], rest?: ArgumentStrategy): InputStrategy {
  return (b) => {
    const n = b.operandTypes.length;
    if (rest ? n < list.length : n !== list.length) return REFUSED;
    const types: (SqlType | undefined)[] = [];
    for (let i = 0; i < n; i++) {
      const result = (list[i] ?? rest)?.(b, i);
      if (!result) return REFUSED;
      if ('message' in result) return { ok: false, message: result.message === '' ? undefined : result.message };
      types.push(result.type);
    }
    return { ok: true, types };
  };
}

/** The first of several lists that fits (`OrInputTypeStrategy`): if none does, Flink has no message of its own. */
export function oneOf(...list: readonly InputStrategy[]): InputStrategy {
  return (b) => list.map((s) => s(b)).find((r) => r.ok) ?? REFUSED;
}

/** All operands brought to their common type (`CommonInputTypeStrategy`). */
export const commonInput: InputStrategy = (b) => {
  const type = mergeTypes(b.operandTypes);
  if (!type) return REFUSED;
  return { ok: true, types: b.operandTypes.map((t) => withNullability(type, t.nullable)) };
};

/** Like `commonInput` for arrays or maps only, with their own message. */
export function commonOf(name: 'ARRAY' | 'MAP'): InputStrategy {
  return (b) => {
    if (b.operandTypes.some((t) => t.name !== name)) return { ok: false, message: `All arguments requires to be a ${name} type` };
    const type = mergeTypes(b.operandTypes);
    if (!type) {
      return { ok: false, message: `Could not find a common type for arguments: [${b.operandTypes.map(flinkTypeText).join(', ')}]` };
    }
    return { ok: true, types: b.operandTypes.map((t) => withNullability(type, t.nullable || t.name === 'NULL')) };
  };
}

/** Operands that can be compared with each other (`ComparableTypeStrategy`). */
export const comparableInput: InputStrategy = (b) => {
  const types = b.operandTypes;
  for (let i = 0; i < types.length; i++) {
    const [first, second] = [types[i], types[i + 1] ?? (types.length === 1 ? types[i] : undefined)];
    if (!first || !second) continue;
    if (!areComparable(first, second)) {
      return {
        ok: false,
        message:
          types.length === 1
            ? `Type '${flinkTypeText(first)}' should support both 'EQUALS' and 'ORDER' comparison with itself.`
            : `All types in a comparison should support both 'EQUALS' and 'ORDER' comparison with each other. Can not compare ${flinkTypeText(first)} with ${flinkTypeText(second)}`,
      };
    }
  }
  return { ok: true, types: types.map(() => undefined) };
};

/** True if Flink can order values of the two types (`ComparableTypeStrategy.areComparable`). */
export function areComparable(a: SqlType, b: SqlType): boolean {
  if (a.name === 'NULL' || b.name === 'NULL') return true;
  if (isCharacter(a) && isCharacter(b)) return true;
  if (isBinary(a) && isBinary(b)) return true;
  if (isNumeric(a) && isNumeric(b)) return true;
  if (a.name === 'BOOLEAN' && b.name === 'BOOLEAN') return true;
  if (isDatetime(a) && isDatetime(b)) return (a.name === 'TIME') === (b.name === 'TIME');
  if (a.name === 'INTERVAL' && b.name === 'INTERVAL') return isYearMonthInterval(a) === isYearMonthInterval(b);
  if (a.element && b.element) return a.name === b.name && areComparable(a.element, b.element);
  if (a.key && a.value && b.key && b.value) return areComparable(a.key, b.key) && areComparable(a.value, b.value);
  return false;
}

/** Types whose values an array may be sorted by; BOOLEAN is none of them (`ArrayComparableElementArgumentTypeStrategy`). */
function isFullyComparable(t: SqlType): boolean {
  return t.name === 'NULL' || isNumeric(t) || isDatetime(t) || isCharacter(t) || isBinary(t);
}

/** An array whose elements can be ordered. */
export const comparableArray: ArgumentStrategy = (b, i) => {
  const t = b.operandTypes[i];
  if (!t?.element) return { message: 'The argument requires to be an ARRAY type' };
  if (isFullyComparable(t.element)) return AS_IS;
  return { message: `Type '${flinkTypeText(t.element)}' should support both 'EQUALS' and 'ORDER' comparison with itself.` };
};

/** Targets of implicit casts by source beyond the types themselves (`LogicalTypeCasts`); lengths and precisions do not matter. */
const IMPLICIT: Readonly<Record<string, readonly SqlType['name'][]>> = {
  CHAR: ['VARCHAR'],
  BINARY: ['VARBINARY'],
  TINYINT: ['SMALLINT', 'INTEGER', 'BIGINT', 'DECIMAL', 'FLOAT', 'DOUBLE'],
  SMALLINT: ['INTEGER', 'BIGINT', 'DECIMAL', 'FLOAT', 'DOUBLE'],
  INTEGER: ['BIGINT', 'DECIMAL', 'FLOAT', 'DOUBLE'],
  BIGINT: ['DECIMAL', 'FLOAT', 'DOUBLE'],
  DECIMAL: ['FLOAT', 'DOUBLE'],
  FLOAT: ['DECIMAL', 'DOUBLE'],
  DOUBLE: ['DECIMAL'],
  TIMESTAMP: ['DATE', 'TIME', 'TIMESTAMP_WITH_LOCAL_TIME_ZONE'],
  TIMESTAMP_WITH_LOCAL_TIME_ZONE: ['TIMESTAMP'],
};

/** True if a value may become one of the other type without a CAST, nullability aside. */
function isImplicitCast(from: SqlType, to: SqlType): boolean {
  if (from.name === 'NULL' || sameTypeIgnoringNullability(from, to)) return true;
  if (from.name !== to.name) return IMPLICIT[from.name]?.includes(to.name) ?? false;
  if (from.element && to.element) return isImplicitCast(from.element, to.element);
  if (from.key && to.key && from.value && to.value) return isImplicitCast(from.key, to.key) && isImplicitCast(from.value, to.value);
  if (from.fields && to.fields) {
    const { fields } = to;
    return from.fields.length === fields.length && from.fields.every((f, i) => isImplicitCast(f.type, fields[i]?.type ?? f.type));
  }
  return from.name !== 'INTERVAL' || isYearMonthInterval(from) === isYearMonthInterval(to);
}

/** The element of the array that is the first operand (`ArrayElementArgumentTypeStrategy`). */
export function arrayElement(preserveNullability: boolean): ArgumentStrategy {
  return (b, i) => {
    const element = b.operandTypes[0]?.element;
    const actual = b.operandTypes[i];
    if (!element || !actual) return { message: '' };
    if (actual.name === 'NULL') return { type: withNullability(element, true) };
    const wanted = withNullability(element, preserveNullability ? element.nullable || actual.nullable : actual.nullable);
    return isImplicitCast(withoutIndicator(actual), element) ? { type: wanted } : { message: '' };
  };
}

/** Checks an operand without wanting another type. */
export function satisfying(test: (t: SqlType, b: CallBinding, i: number) => boolean): ArgumentStrategy {
  return (b, i) => {
    const t = b.operandTypes[i];
    return t && test(t, b, i) ? AS_IS : { message: '' };
  };
}

export type { Inferred };
