import type { SqlKind, SqlOperator } from '../../catalog/sql-operator.ts';
import type { Decimal } from '../../types/decimal.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { RelNode } from '../rel-node.ts';

export type { Decimal };

/**
 * Row expressions (Calcite's `RexNode`). Immutable plain objects told apart by `rex`; build them with `rex-factory.ts` / `rex-builder.ts`,
 * never by hand. Two texts of an expression must not be mixed up: `rex-text.ts` prints it, `rex-key.ts` gives the key under which two
 * expressions are equal (it normalises `>` to `<` and orders symmetrical operands; no printed text is ever normalised).
 */
export type RexNode =
  | RexInputRef
  | RexLocalRef
  | RexLiteral
  | RexCall
  | RexOver
  | RexSubQuery
  | RexFieldAccess
  | RexCorrelVariable
  | RexDynamicParam
  | RexPatternFieldRef
  | RexTableArg;

interface RexBase {
  readonly type: SqlType;
}

/** `$3`: a field of the input row; over several inputs the fields are counted through. */
export interface RexInputRef extends RexBase {
  readonly rex: 'inputRef';
  readonly index: number;
}

/** `$t3`: only inside a `RexProgram`. */
export interface RexLocalRef extends RexBase {
  readonly rex: 'localRef';
  readonly index: number;
}

/** The type under which a literal's value is kept and printed ("value type name"), which need not be its SQL type. */
export type LiteralValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Every exact number made from SQL or by folding, whatever the literal's SQL type (`1:DOUBLE` has one). */
  | { readonly kind: 'decimal'; readonly value: Decimal }
  /** Prints `5L`: made only by casting an interval literal to an integer type. */
  | { readonly kind: 'bigint'; readonly value: Decimal }
  /** `1e0` and folded doubles, kept as the exact decimal value of the double. */
  | { readonly kind: 'double'; readonly value: Decimal }
  | { readonly kind: 'char'; readonly value: string }
  | { readonly kind: 'binary'; readonly value: Uint8Array }
  /** Days since 1970-01-01. */
  | { readonly kind: 'date'; readonly days: number }
  /** Nanoseconds of the day. */
  | { readonly kind: 'time'; readonly nanos: bigint }
  /** Nanoseconds since 1970-01-01T00:00:00, of local time for TIMESTAMP and of UTC for TIMESTAMP_LTZ. */
  | { readonly kind: 'timestamp'; readonly nanos: bigint }
  /** Milliseconds, or months for a year-month interval. */
  | { readonly kind: 'interval'; readonly value: bigint }
  /** Prints `FLAG(DAY)`. */
  | { readonly kind: 'symbol'; readonly value: string }
  | { readonly kind: 'sarg'; readonly value: Sarg }
  | { readonly kind: 'row'; readonly values: readonly RexLiteral[] };

export interface RexLiteral extends RexBase {
  readonly rex: 'literal';
  readonly value: LiteralValue;
}

/** A set of ranges over one ordered type, the right operand of SEARCH. */
export interface Sarg {
  /** Ascending, disjoint, not touching. */
  readonly ranges: readonly SargRange[];
  readonly nullAs: 'TRUE' | 'FALSE' | 'UNKNOWN';
}

export interface SargRange {
  /** Undefined = unbounded. A point has both ends equal and closed. */
  readonly lower?: LiteralValue;
  readonly lowerClosed: boolean;
  readonly upper?: LiteralValue;
  readonly upperClosed: boolean;
}

export interface RexCall extends RexBase {
  readonly rex: 'call';
  readonly op: SqlOperator;
  readonly operands: readonly RexNode[];
}

export type Direction = 'ASCENDING' | 'DESCENDING' | 'STRICTLY_ASCENDING' | 'STRICTLY_DESCENDING' | 'CLUSTERED';
export type NullDirection = 'FIRST' | 'LAST' | 'UNSPECIFIED';

export interface RexFieldCollation {
  readonly expr: RexNode;
  readonly direction: Direction;
  readonly nullDirection: NullDirection;
}

export type RexWindowBound =
  | { readonly bound: 'UNBOUNDED PRECEDING' | 'UNBOUNDED FOLLOWING' | 'CURRENT ROW' }
  | { readonly bound: 'PRECEDING' | 'FOLLOWING'; readonly offset: RexNode };

export interface RexWindow {
  readonly partitionKeys: readonly RexNode[];
  readonly orderKeys: readonly RexFieldCollation[];
  readonly lower: RexWindowBound;
  readonly upper: RexWindowBound;
  readonly isRows: boolean;
}

/** An aggregate or ranking call with OVER. */
export interface RexOver extends RexBase {
  readonly rex: 'over';
  readonly op: SqlOperator;
  readonly operands: readonly RexNode[];
  readonly window: RexWindow;
  readonly distinct: boolean;
  readonly ignoreNulls: boolean;
}

export type SubQueryKind = 'IN' | 'EXISTS' | 'SCALAR_QUERY' | 'SOME' | 'ARRAY_QUERY' | 'MULTISET_QUERY' | 'MAP_QUERY' | 'UNIQUE';

export interface RexSubQuery extends RexBase {
  readonly rex: 'subQuery';
  readonly kind: SubQueryKind;
  /** The operator for its name and, for SOME, its comparison (`> SOME`). */
  readonly op: SqlOperator;
  /** Comparison of SOME: `>`, `<=`, `<>` … */
  readonly comparison?: string;
  readonly operands: readonly RexNode[];
  readonly rel: RelNode;
}

/** `ref.field`; `ref` is a correlation variable, an input reference of ROW type, or another access. */
export interface RexFieldAccess extends RexBase {
  readonly rex: 'fieldAccess';
  readonly ref: RexNode;
  readonly fieldName: string;
  readonly fieldIndex: number;
}

/** `$cor0`. */
export interface RexCorrelVariable extends RexBase {
  readonly rex: 'correlVariable';
  readonly id: number;
}

export interface RexDynamicParam extends RexBase {
  readonly rex: 'dynamicParam';
  readonly index: number;
}

/** `A.$2` in MATCH_RECOGNIZE. */
export interface RexPatternFieldRef extends RexBase {
  readonly rex: 'patternFieldRef';
  readonly alpha: string;
  readonly index: number;
}

/** `TABLE(#0) PARTITION BY($1)`: a table argument of a table function. */
export interface RexTableArg extends RexBase {
  readonly rex: 'tableArg';
  readonly inputIndex: number;
  readonly partitionKeys: readonly number[];
  readonly orderKeys: readonly number[];
  /** `ASC_NULLS_FIRST` and kin, one an order key. */
  readonly sortOrder: readonly string[];
}

/** True for a plain call (not OVER, not a sub-query) of the given kind. */
export function isCallOf<K extends SqlKind>(e: RexNode, kind: K): e is CallOf<K> {
  return e.rex === 'call' && e.op.kind === kind;
}

/** A call of a known kind. */
export type CallOf<K extends SqlKind> = RexCall & { readonly op: { readonly kind: K } };

export function isTrueLiteral(e: RexNode): boolean {
  return e.rex === 'literal' && e.value.kind === 'boolean' && e.value.value;
}

export function isFalseLiteral(e: RexNode): boolean {
  return e.rex === 'literal' && e.value.kind === 'boolean' && !e.value.value;
}

export function isNullLiteral(e: RexNode): e is RexLiteral {
  return e.rex === 'literal' && e.value.kind === 'null';
}

/** The Sarg of a SEARCH call. */
export function sargOf(search: RexCall): Sarg {
  const literal = search.operands[1];
  if (literal?.rex !== 'literal' || literal.value.kind !== 'sarg') throw new Error('SEARCH without a search argument');
  return literal.value.value;
}

function isUnbounded(sarg: Sarg): boolean {
  const range = sarg.ranges[0];
  return sarg.ranges.length === 1 && range !== undefined && range.lower === undefined && range.upper === undefined;
}

/**
 * True as written, without any reasoning beyond one look at the call (Calcite's `RexNode.isAlwaysTrue`): the literal, IS NOT NULL of a
 * NOT NULL operand, NOT of a false one, a cast of a true one, a SEARCH over everything.
 */
export function isAlwaysTrue(e: RexNode): boolean {
  if (e.rex !== 'call') return isTrueLiteral(e);
  const x = e.operands[0];
  if (!x) return false;
  switch (e.op.kind) {
    case 'IS_NOT_NULL':
      return !x.type.nullable;
    case 'IS_NOT_TRUE':
    case 'IS_FALSE':
    case 'NOT':
      return isAlwaysFalse(x);
    case 'IS_NOT_FALSE':
    case 'IS_TRUE':
    case 'CAST':
      return isAlwaysTrue(x);
    case 'SEARCH': {
      const sarg = sargOf(e);
      return isUnbounded(sarg) && (sarg.nullAs === 'TRUE' || !x.type.nullable);
    }
    default:
      return false;
  }
}

/** False as written: the mirror of `isAlwaysTrue`. */
export function isAlwaysFalse(e: RexNode): boolean {
  if (e.rex !== 'call') return isFalseLiteral(e);
  const x = e.operands[0];
  if (!x) return false;
  switch (e.op.kind) {
    case 'IS_NULL':
      return !x.type.nullable;
    case 'IS_NOT_TRUE':
    case 'IS_FALSE':
    case 'NOT':
      return isAlwaysTrue(x);
    case 'IS_NOT_FALSE':
    case 'IS_TRUE':
    case 'CAST':
      return isAlwaysFalse(x);
    case 'SEARCH': {
      const sarg = sargOf(e);
      return sarg.ranges.length === 0 && (sarg.nullAs === 'FALSE' || !x.type.nullable);
    }
    default:
      return false;
  }
}
