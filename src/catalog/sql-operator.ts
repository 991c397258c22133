import type { SqlType } from '../types/sql-type.ts';

/**
 * Calcite's `SqlKind`, as far as row expressions have it, in the order of Calcite's enumeration: the order decides which operand of a
 * symmetrical call counts as the first when two calls are compared (see `rel/rex/rex-key.ts`). Everything without a kind of its own is
 * `OTHER_FUNCTION` (functions) or `OTHER` (operators).
 */
export type SqlKind =
  | 'OTHER'
  | 'AS'
  | 'ARGUMENT_ASSIGNMENT'
  | 'DEFAULT'
  | 'OVER'
  | 'SEARCH'
  | 'TIMES'
  | 'DIVIDE'
  | 'MOD'
  | 'PLUS'
  | 'MINUS'
  | 'IN'
  | 'NOT_IN'
  | 'LESS_THAN'
  | 'GREATER_THAN'
  | 'LESS_THAN_OR_EQUAL'
  | 'GREATER_THAN_OR_EQUAL'
  | 'EQUALS'
  | 'NOT_EQUALS'
  | 'IS_DISTINCT_FROM'
  | 'IS_NOT_DISTINCT_FROM'
  | 'OR'
  | 'AND'
  | 'DOT'
  | 'BETWEEN'
  | 'CASE'
  | 'NULLIF'
  | 'COALESCE'
  | 'LIKE'
  | 'SIMILAR'
  | 'NOT'
  | 'PLUS_PREFIX'
  | 'MINUS_PREFIX'
  | 'EXISTS'
  | 'SOME'
  | 'ALL'
  | 'IS_TRUE'
  | 'IS_FALSE'
  | 'IS_NOT_TRUE'
  | 'IS_NOT_FALSE'
  | 'IS_UNKNOWN'
  | 'IS_NOT_UNKNOWN'
  | 'IS_NULL'
  | 'IS_NOT_NULL'
  | 'ROW'
  | 'CAST'
  | 'SAFE_CAST'
  | 'TRIM'
  | 'ITEM'
  | 'SCALAR_QUERY'
  | 'ARRAY_VALUE_CONSTRUCTOR'
  | 'ARRAY_QUERY_CONSTRUCTOR'
  | 'MULTISET_QUERY_CONSTRUCTOR'
  | 'MAP_VALUE_CONSTRUCTOR'
  | 'MAP_QUERY_CONSTRUCTOR'
  | 'MULTISET_VALUE_CONSTRUCTOR'
  | 'EXTRACT'
  | 'FLOOR'
  | 'CEIL'
  | 'REINTERPRET'
  | 'GREATEST'
  | 'LEAST'
  | 'DESCRIPTOR'
  | 'UNNEST'
  | 'COUNT'
  | 'SUM'
  | 'SUM0'
  | 'MIN'
  | 'MAX'
  | 'AVG'
  | 'STDDEV_POP'
  | 'STDDEV_SAMP'
  | 'VAR_POP'
  | 'VAR_SAMP'
  | 'COVAR_POP'
  | 'COVAR_SAMP'
  | 'REGR_COUNT'
  | 'REGR_SXX'
  | 'REGR_SYY'
  | 'SINGLE_VALUE'
  | 'FIRST_VALUE'
  | 'LAST_VALUE'
  | 'ANY_VALUE'
  | 'COLLECT'
  | 'LISTAGG'
  | 'LEAD'
  | 'LAG'
  | 'NTILE'
  | 'ROW_NUMBER'
  | 'RANK'
  | 'DENSE_RANK'
  | 'CUME_DIST'
  | 'PERCENT_RANK'
  | 'GROUPING'
  | 'GROUP_ID'
  | 'TUMBLE'
  | 'HOP'
  | 'SESSION'
  | 'TUMBLE_START'
  | 'TUMBLE_END'
  | 'HOP_START'
  | 'HOP_END'
  | 'SESSION_START'
  | 'SESSION_END'
  | 'POSITION'
  | 'TIMESTAMP_ADD'
  | 'TIMESTAMP_DIFF'
  | 'JSON_VALUE_EXPRESSION'
  | 'FINAL'
  | 'RUNNING'
  | 'PREV'
  | 'NEXT'
  | 'FIRST'
  | 'LAST'
  | 'CLASSIFIER'
  | 'MATCH_NUMBER'
  | 'OTHER_FUNCTION';

/** How a call is written in SQL; decides its text in messages and whether a row expression without operands prints `()`. */
export type SqlSyntax = 'function' | 'functionId' | 'functionStar' | 'binary' | 'prefix' | 'postfix' | 'special' | 'internal';

/** `scalar` for plain functions and operators. `groupWindow`: TUMBLE, HOP, SESSION in GROUP BY; `groupAuxiliary`: TUMBLE_START and kin. */
export type SqlFunctionCategory =
  'scalar' | 'aggregate' | 'window' | 'table' | 'windowTable' | 'processTable' | 'groupWindow' | 'groupAuxiliary' | 'match';

/** Strong: null as soon as any operand is null (Calcite's `Strong.Policy`). */
export type NullPolicy = 'ANY' | 'AS_IS' | 'NOT_NULL' | 'CUSTOM';

/** What an operator sees of its call while its operands are checked and its type is inferred. */
export interface CallBinding {
  readonly operandTypes: readonly SqlType[];
  /** True for an operand that is a literal (`NULL` included). */
  isLiteral(i: number): boolean;
  isNullLiteral(i: number): boolean;
  /** The string, number text or boolean of a literal operand, else undefined. */
  literalValue(i: number): string | boolean | undefined;
  /** The value of an operand that is a symbol (a time unit, a JSON behaviour …). */
  symbol(i: number): string | undefined;
  /** Aggregate calls: number of group keys, and whether the call has a FILTER; −1 outside an aggregation. */
  readonly groupCount: number;
  readonly hasFilter: boolean;
}

/** A failed check of operands. `position` of the message is the caller's business. */
export type OperandCheck =
  | { readonly ok: true }
  /** Calcite's "Cannot apply …" / "Invalid number of arguments …" message text, or Flink's "Invalid function call" chain (outermost first). */
  | {
      readonly ok: false;
      readonly message: string;
      readonly chain?: readonly string[];
      readonly style: 'calcite' | 'flink';
      /** The message is about this operand and points at it, not at the call. */
      readonly operand?: number;
    };

/**
 * A function or operator: everything that validation, conversion, simplification and printing ask about it. One shared object a
 * function; row expressions compare operators by identity of `name` and `kind`.
 */
export interface SqlOperator {
  /** As it prints in a plan: `+`, `||`, `UPPER`, `IS NOT NULL`, `$UNNEST_ROWS$1`. */
  readonly name: string;
  readonly kind: SqlKind;
  readonly syntax: SqlSyntax;
  readonly category: SqlFunctionCategory;
  /** False: RAND, UUID, PROCTIME, … : never folded, never duplicated. */
  readonly deterministic: boolean;
  /** CURRENT_TIMESTAMP and kin: deterministic within a query, not folded in streaming. */
  readonly dynamic: boolean;
  readonly nullPolicy: NullPolicy;
  /** Functions with Flink's own type inference (their operands may be cast while validating; their messages differ). */
  readonly flinkInference: boolean;
  /** Functions with Flink's inference: what a call with a wrong number of operands lists ("Supported signatures are:"). */
  readonly signatures?: readonly string[];
  /** Number of operands allowed; `max` −1 = any number. */
  readonly arity: { readonly min: number; readonly max: number };
  checkOperands(binding: CallBinding): OperandCheck;
  /**
   * Types to which Flink casts the operands while validating; same length as the operands; undefined entries stay. Only asked when
   * `checkOperands` said ok.
   */
  coerceOperands?(binding: CallBinding): readonly (SqlType | undefined)[] | undefined;
  /** Result type for checked operands. */
  inferReturnType(binding: CallBinding): SqlType;
  /** Set for a temporal table function: its history table, that table's time attribute and its key column. */
  readonly temporalTable?: { readonly table: readonly string[]; readonly timeAttribute: string; readonly key: string };
  /** A function that a program registered: its signature is known, its code is not, whatever its name. */
  readonly isUserDefined?: boolean;
  /** Aggregates: needs ORDER BY in OVER, may be DISTINCT, and the like. */
  readonly aggregate?: AggregateTraits;
}

export interface AggregateTraits {
  readonly requiresOrder: boolean;
  readonly requiresOver: boolean;
  readonly allowsFraming: boolean;
  readonly allowsNullTreatment: boolean;
}

/** Looks functions up by name (case-insensitive, as Flink does for built-ins). Implemented by `catalog/functions/function-catalog.ts`. */
export interface OperatorTable {
  /** All overloads under this name, module functions first. */
  lookup(name: string, syntax?: SqlSyntax): readonly SqlOperator[];
}
