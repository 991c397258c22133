import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { Decimal } from '../../types/decimal.ts';
import type { IntervalQualifier, SqlType } from '../../types/sql-type.ts';
import type { RelNode } from '../rel-node.ts';
import type {
  LiteralValue,
  RexCall,
  RexCorrelVariable,
  RexDynamicParam,
  RexFieldAccess,
  RexInputRef,
  RexLiteral,
  RexLocalRef,
  RexNode,
  RexOver,
  RexPatternFieldRef,
  RexSubQuery,
  RexTableArg,
  RexWindow,
  Sarg,
} from './rex-node.ts';
import { truncateNanos } from '../../types/datetime-text.ts';
import { decimalOf, decimalOfDouble, decimalPrecision, fitsDecimalType } from '../../types/decimal.ts';
import {
  charType,
  decimalType,
  intervalType,
  simpleType,
  timestampLtzType,
  timestampType,
  timeType,
  withNullability,
} from '../../types/sql-type.ts';
import { rexCallBinding } from './call-binding.ts';
import { ARRAY_QUERY, EXISTS, IN, MAP_QUERY, MULTISET_QUERY, SCALAR_QUERY, someOperator } from './standard-operators.ts';

/** Constructors of row expressions. They fix nullability of literals and derive types of calls; they simplify nothing. */

export function inputRef(index: number, type: SqlType): RexInputRef {
  return { rex: 'inputRef', index, type };
}

/** The references to all fields of a row, shifted by `offset` (Calcite's `identityProjects`). */
export function inputRefs(fields: readonly { readonly type: SqlType }[], offset = 0): RexInputRef[] {
  return fields.map((f, i) => inputRef(i + offset, f.type));
}

export function localRef(index: number, type: SqlType): RexLocalRef {
  return { rex: 'localRef', index, type };
}

/**
 * A literal of any value. The type is made nullable for null and NOT NULL otherwise; times are cut to the type's precision
 * (`RexBuilder.makeLiteral`). An exact number whose whole digits do not fit a DECIMAL type throws.
 */
export function literal(value: LiteralValue, type: SqlType): RexLiteral {
  const literalType = withNullability(type, value.kind === 'null');
  switch (value.kind) {
    case 'time':
      return { rex: 'literal', value: { kind: 'time', nanos: truncateNanos(value.nanos, type.precision ?? 0) }, type: literalType };
    case 'timestamp':
      return { rex: 'literal', value: { kind: 'timestamp', nanos: truncateNanos(value.nanos, type.precision ?? 0) }, type: literalType };
    case 'decimal':
      if (type.name === 'DECIMAL' && !fitsDecimalType(value.value, type))
        throw new Error(`Cannot convert a number to ${type.digest} due to overflow`);
      return { rex: 'literal', value, type: literalType };
    default:
      return { rex: 'literal', value, type: literalType };
  }
}

export function nullLiteral(type: SqlType): RexLiteral {
  return { rex: 'literal', value: { kind: 'null' }, type: withNullability(type, true) };
}

export const TRUE_LITERAL: RexLiteral = { rex: 'literal', value: { kind: 'boolean', value: true }, type: simpleType('BOOLEAN', false) };
export const FALSE_LITERAL: RexLiteral = { rex: 'literal', value: { kind: 'boolean', value: false }, type: simpleType('BOOLEAN', false) };

export function booleanLiteral(value: boolean): RexLiteral {
  return value ? TRUE_LITERAL : FALSE_LITERAL;
}

/** The natural type of an exact number: INTEGER, BIGINT, or DECIMAL with its own digits (`RexBuilder.makeExactLiteral`). */
export function exactLiteralType(value: Decimal): SqlType {
  if (value.scale === 0) {
    const fits = value.unscaled >= -2147483648n && value.unscaled <= 2147483647n;
    return simpleType(fits ? 'INTEGER' : 'BIGINT', false);
  }
  const precision = decimalPrecision(value);
  return decimalType(precision > value.scale ? precision : value.scale + 1, value.scale, false);
}

/** An exact number; without a type it gets its natural one. */
export function exactLiteral(value: Decimal | bigint | number, type?: SqlType): RexLiteral {
  const decimal = typeof value === 'object' ? value : decimalOf(value);
  return literal({ kind: 'decimal', value: decimal }, type ?? exactLiteralType(decimal));
}

export function bigintLiteral(value: bigint | number): RexLiteral {
  return exactLiteral(value, simpleType('BIGINT', false));
}

/** An approximate number, DOUBLE unless told otherwise; a JavaScript number counts with its exact value. */
export function approxLiteral(value: Decimal | number, type: SqlType = simpleType('DOUBLE', false)): RexLiteral {
  return literal({ kind: 'double', value: typeof value === 'number' ? decimalOfDouble(value) : value }, type);
}

/** A character string, CHAR of its own length (at least 1) unless told otherwise. */
export function charLiteral(value: string, type?: SqlType): RexLiteral {
  return literal({ kind: 'char', value }, type ?? charType('CHAR', value.length, false));
}

export function binaryLiteral(value: Uint8Array, type?: SqlType): RexLiteral {
  return literal({ kind: 'binary', value }, type ?? charType('BINARY', value.length, false));
}

/** A date by days since 1970-01-01. */
export function dateLiteral(days: number): RexLiteral {
  return literal({ kind: 'date', days }, simpleType('DATE', false));
}

export function timeLiteral(nanosOfDay: bigint, precision: number): RexLiteral {
  return literal({ kind: 'time', nanos: nanosOfDay }, timeType(precision, false));
}

export function timestampLiteral(nanos: bigint, precision: number): RexLiteral {
  return literal({ kind: 'timestamp', nanos }, timestampType(precision, false));
}

export function timestampLtzLiteral(nanos: bigint, precision: number): RexLiteral {
  return literal({ kind: 'timestamp', nanos }, timestampLtzType(precision, false));
}

/** Milliseconds, or months for a year-month interval. */
export function intervalLiteral(value: bigint, qualifier: IntervalQualifier): RexLiteral {
  return literal({ kind: 'interval', value }, intervalType(qualifier, false));
}

/** `FLAG(DAY)`. */
export function symbolLiteral(value: string): RexLiteral {
  return literal({ kind: 'symbol', value }, simpleType('SYMBOL', false));
}

export function sargLiteral(sarg: Sarg, type: SqlType): RexLiteral {
  return literal({ kind: 'sarg', value: sarg }, type);
}

/** A call; without a type the operator infers it (`RexBuilder.makeCall`). */
export function call(op: SqlOperator, operands: readonly RexNode[], type?: SqlType): RexCall {
  return { rex: 'call', op, operands, type: type ?? callType(op, operands) };
}

/** The type that an operator infers for its operands (`RexBuilder.deriveReturnType`). */
export function callType(op: SqlOperator, operands: readonly RexNode[]): SqlType {
  if (op.kind === 'SEARCH') {
    const [ref, sarg] = operands;
    const decided = sarg?.rex === 'literal' && sarg.value.kind === 'sarg' && sarg.value.value.nullAs !== 'UNKNOWN';
    return simpleType('BOOLEAN', ref !== undefined && ref.type.nullable && !decided);
  }
  return op.inferReturnType(rexCallBinding(operands));
}

/** The same call over other operands, type kept (`RexCall.clone`). */
export function withOperands(e: RexCall, operands: readonly RexNode[]): RexCall {
  return { rex: 'call', op: e.op, operands, type: e.type };
}

export interface OverOptions {
  readonly distinct?: boolean;
  readonly ignoreNulls?: boolean;
}

export function over(op: SqlOperator, operands: readonly RexNode[], window: RexWindow, type: SqlType, options: OverOptions = {}): RexOver {
  return {
    rex: 'over',
    op,
    operands,
    window: normalizedWindow(window),
    type,
    distinct: options.distinct ?? false,
    ignoreNulls: options.ignoreNulls ?? false,
  };
}

/** A frame without bounds is written RANGE (`RexBuilder.makeWindow`). */
function normalizedWindow(w: RexWindow): RexWindow {
  return w.isRows && w.lower.bound === 'UNBOUNDED PRECEDING' && w.upper.bound === 'UNBOUNDED FOLLOWING' ? { ...w, isRows: false } : w;
}

/** `ref.field` without Flink's care for nullable rows; see `makeFieldAccess` in `rex-builder.ts`. */
export function fieldAccess(ref: RexNode, fieldIndex: number): RexFieldAccess {
  const field = ref.type.fields?.[fieldIndex];
  if (!field) throw new Error(`no field ${fieldIndex} in ${ref.type.digest}`);
  return { rex: 'fieldAccess', ref, fieldIndex, fieldName: field.name, type: field.type };
}

export function correlVariable(id: number, type: SqlType): RexCorrelVariable {
  return { rex: 'correlVariable', id, type };
}

export function dynamicParam(index: number, type: SqlType): RexDynamicParam {
  return { rex: 'dynamicParam', index, type };
}

export function patternFieldRef(alpha: string, index: number, type: SqlType): RexPatternFieldRef {
  return { rex: 'patternFieldRef', alpha, index, type };
}

export interface TableArgOptions {
  readonly partitionKeys?: readonly number[];
  readonly orderKeys?: readonly number[];
  readonly sortOrder?: readonly string[];
}

export function tableArg(inputIndex: number, type: SqlType, options: TableArgOptions = {}): RexTableArg {
  return {
    rex: 'tableArg',
    inputIndex,
    type,
    partitionKeys: options.partitionKeys ?? [],
    orderKeys: options.orderKeys ?? [],
    sortOrder: options.sortOrder ?? [],
  };
}

function comparisonType(rel: RelNode, operands: readonly RexNode[]): SqlType {
  return simpleType('BOOLEAN', operands.some((o) => o.type.nullable) || rel.rowType.fields.some((f) => f.type.nullable));
}

/** `x IN (sub-query)`. */
export function inSubQuery(rel: RelNode, operands: readonly RexNode[]): RexSubQuery {
  return { rex: 'subQuery', kind: 'IN', op: IN, operands, rel, type: comparisonType(rel, operands) };
}

export function existsSubQuery(rel: RelNode): RexSubQuery {
  return { rex: 'subQuery', kind: 'EXISTS', op: EXISTS, operands: [], rel, type: simpleType('BOOLEAN', false) };
}

export function scalarSubQuery(rel: RelNode): RexSubQuery {
  const [field, second] = rel.rowType.fields;
  if (!field || second) throw new Error('a scalar sub-query has one column');
  return { rex: 'subQuery', kind: 'SCALAR_QUERY', op: SCALAR_QUERY, operands: [], rel, type: withNullability(field.type, true) };
}

/** `x > SOME (sub-query)`; `= SOME` becomes IN. */
export function someSubQuery(rel: RelNode, operands: readonly RexNode[], comparison: string): RexSubQuery {
  if (comparison === '=') return inSubQuery(rel, operands);
  return { rex: 'subQuery', kind: 'SOME', op: someOperator(comparison), comparison, operands, rel, type: comparisonType(rel, operands) };
}

const COLLECTIONS = { ARRAY: ARRAY_QUERY, MULTISET: MULTISET_QUERY, MAP: MAP_QUERY } as const;

/** `ARRAY(sub-query)`, `MULTISET(sub-query)`, `MAP(sub-query)` with the given collection type. */
export function collectionSubQuery(collection: keyof typeof COLLECTIONS, rel: RelNode, type: SqlType): RexSubQuery {
  return { rex: 'subQuery', kind: `${collection}_QUERY`, op: COLLECTIONS[collection], operands: [], rel, type };
}

/** The same sub-query over another plan. */
export function withSubQueryRel(e: RexSubQuery, rel: RelNode): RexSubQuery {
  return { ...e, rel };
}
