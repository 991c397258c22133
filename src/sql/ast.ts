import type { Position, Span } from '../base/span.ts';

/*
 * The tree that the parser makes: expressions and queries. Statements stand in `ast-statement.ts`.
 *
 * Names are Calcite's and Flink's. `type` is the class name and discriminates the unions. Trees are immutable data: no functions, no
 * links to parents, safe to send through a worker or to compare field by field.
 */

/** What every node has. */
export interface NodeBase {
  /**
   * Where Flink says the node stands: line and column count from the start of the statement's own text, ends are inclusive. For some
   * nodes this is less than their text (a join has the position of its keyword, an alias that of both sides).
   */
  readonly pos: Position;
  /** The same place as offsets in the whole script. */
  readonly span: Span;
}

/** A part of a compound name with its own place. */
export interface NamePart extends NodeBase {
  readonly name: string;
  /** True if the part was written in back-ticks. */
  readonly quoted: boolean;
}

/** `a`, `a.b.c`, `a.*` or `*`. A star is the empty string, always the last name. Names keep their case. */
export interface SqlIdentifier extends NodeBase {
  readonly type: 'SqlIdentifier';
  readonly names: readonly string[];
  /** One entry for each name; empty where the parser made the identifier itself. */
  readonly parts: readonly NamePart[];
}

/** A list that stands as one operand: `IN (…)`, the fields of a `GROUPING SETS` element, the columns of a partition clause. */
export interface SqlNodeList extends NodeBase {
  readonly type: 'SqlNodeList';
  readonly list: readonly SqlNode[];
}

/** `?`, numbered from 0 through the statement. */
export interface SqlDynamicParam extends NodeBase {
  readonly type: 'SqlDynamicParam';
  readonly index: number;
}

// ---------------------------------------------------------------------------------------------------------------------- literals

/** `1`, `1.50`, `1e3`. A sign in front of it is a call of the prefix operator, except where only a literal may stand. */
export interface SqlNumericLiteral extends NodeBase {
  readonly type: 'SqlNumericLiteral';
  /** `1`, `0.50`, `-7`; with an exponent as written (`1.5e-2`). No leading zeros in front of a digit, no trailing point. */
  readonly text: string;
  /** Digits as written, zeros in front included: the precision of a literal with a point, where the text has other zeros. */
  readonly digits?: number;
  /** True for DECIMAL and integers; false if there is an exponent, then the literal is a DOUBLE. */
  readonly exact: boolean;
}

/** `'it''s'`, `_UTF16'x'`, `U&'\0041'`, `E'a\n'`; neighbouring pieces are already joined. */
export interface SqlCharStringLiteral extends NodeBase {
  readonly type: 'SqlCharStringLiteral';
  /** The text without quotes and escapes. */
  readonly value: string;
  /** The pieces of `'abc' 'def'`, where there is more than one; `value` is all of them. */
  readonly pieces?: readonly string[];
  /** The first piece that begins on the line where the piece before it ends, which the standard forbids. */
  readonly sameLine?: NodeBase;
  /** The character set in upper case if one was written or the form implies one (`U&` and `E`: UTF16, `N`: ISO-8859-1). */
  readonly charset?: string;
}

/** `X'0AFF'`. */
export interface SqlBinaryStringLiteral extends NodeBase {
  readonly type: 'SqlBinaryStringLiteral';
  /** Hexadecimal digits in upper case. */
  readonly hex: string;
  /** The pieces of `X'0A' 'FF'`, where there is more than one. */
  readonly pieces?: readonly string[];
}

/** `TRUE`, `FALSE`, and `UNKNOWN`, which has the value undefined. */
export interface SqlBooleanLiteral extends NodeBase {
  readonly type: 'SqlBooleanLiteral';
  readonly value: boolean | undefined;
}

export interface SqlNullLiteral extends NodeBase {
  readonly type: 'SqlNullLiteral';
}

/**
 * `DATE '…'`, `TIME '…'`, `TIMESTAMP '…'`, `TIMESTAMP WITH LOCAL TIME ZONE '…'`: text that the grammar does not look into; the
 * validator does (`DATE '2031-02-30'` parses).
 */
export interface SqlUnknownLiteral extends NodeBase {
  readonly type: 'SqlUnknownLiteral';
  readonly tag: 'DATE' | 'DATETIME' | 'TIME' | 'TIMESTAMP' | 'TIMESTAMP WITH LOCAL TIME ZONE' | 'TIMESTAMP WITH TIME ZONE';
  readonly value: string;
}

/** `{d '…'}`, `{t '…'}`, `{ts '…'}`: checked by the grammar; value is the canonical text. */
export interface SqlDateTimeLiteral extends NodeBase {
  readonly type: 'SqlDateTimeLiteral';
  readonly typeName: 'DATE' | 'TIME' | 'TIMESTAMP';
  readonly value: string;
  /** Digits after the second. */
  readonly precision: number;
}

/** `INTERVAL '1:30' HOUR TO MINUTE`, `INTERVAL -'5' SECOND`. `INTERVAL 5 MINUTE` is a call of kind `INTERVAL`. */
export interface SqlIntervalLiteral extends NodeBase {
  readonly type: 'SqlIntervalLiteral';
  readonly sign: 1 | -1;
  /** The text between the quotes. */
  readonly value: string;
  readonly qualifier: SqlIntervalQualifier;
}

// prettier-ignore
export type TimeUnit =
  | 'YEAR' | 'QUARTER' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | 'MILLISECOND' | 'MICROSECOND' | 'NANOSECOND' | 'DOW'
  | 'DOY' | 'ISODOW' | 'ISOYEAR' | 'EPOCH' | 'DECADE' | 'CENTURY' | 'MILLENNIUM';

/** `DAY(3) TO SECOND(2)`; also a bare unit in `EXTRACT(DOW FROM …)`, `TIMESTAMPADD(DAY, …)`. */
export interface SqlIntervalQualifier extends NodeBase {
  readonly type: 'SqlIntervalQualifier';
  readonly startUnit: TimeUnit;
  readonly endUnit?: TimeUnit;
  readonly startPrecision?: number;
  readonly fractionalSecondPrecision?: number;
  /** A unit that is not built in (`WEEK(MONDAY)`, a word the grammar does not know); `startUnit` is then `EPOCH`. */
  readonly timeFrameName?: string;
}

/** A keyword that stands as an operand: `DISTINCT`, `BOTH` of TRIM, `ROWS`, `NULL ON NULL`, … `value` is Calcite's enum constant. */
export interface SqlSymbolLiteral extends NodeBase {
  readonly type: 'SqlSymbolLiteral';
  /** The enum of Calcite's or Flink's that the constant belongs to, for example `SqlTrimFunction.Flag`. */
  readonly symbol: string;
  readonly value: string;
}

// prettier-ignore
export type SqlLiteral =
  | SqlNumericLiteral | SqlCharStringLiteral | SqlBinaryStringLiteral | SqlBooleanLiteral | SqlNullLiteral | SqlUnknownLiteral
  | SqlDateTimeLiteral | SqlIntervalLiteral | SqlSymbolLiteral;

// ------------------------------------------------------------------------------------------------------------------------- types

/** `INT NOT NULL`. The name is one of `SqlTypeNameSpec`. */
export interface SqlDataTypeSpec extends NodeBase {
  readonly type: 'SqlDataTypeSpec';
  readonly typeName: SqlTypeNameSpec;
  /** False after `NOT NULL`, true after `NULL` or by default in column lists; undefined where the grammar leaves it open (CAST). */
  readonly nullable: boolean | undefined;
}

/** `INT`, `DECIMAL(10, 2)`, `VARCHAR(5)`, `TIMESTAMP(3) WITH LOCAL TIME ZONE`. */
export interface SqlBasicTypeNameSpec extends NodeBase {
  readonly type: 'SqlBasicTypeNameSpec';
  /** Calcite's type name: INTEGER for INT, DECIMAL for DEC and NUMERIC, TIMESTAMP_WITH_LOCAL_TIME_ZONE, … */
  readonly name: string;
  readonly precision?: number;
  readonly scale?: number;
  readonly charset?: string;
}

/** `STRING` and `BYTES`, which are Flink's own words for the longest VARCHAR and VARBINARY; `TIMESTAMP_LTZ(p)`. */
export interface SqlAlienSystemTypeNameSpec extends NodeBase {
  readonly type: 'SqlAlienSystemTypeNameSpec';
  readonly alias: 'STRING' | 'BYTES' | 'TIMESTAMP_LTZ' | 'VARIANT';
  readonly precision?: number;
}

/** `INT ARRAY`, `INT NOT NULL MULTISET`, `ARRAY<INT>`, `MULTISET<STRING>`. */
export interface ExtendedSqlCollectionTypeNameSpec extends NodeBase {
  readonly type: 'ExtendedSqlCollectionTypeNameSpec';
  readonly collection: 'ARRAY' | 'MULTISET';
  readonly element: SqlTypeNameSpec;
  readonly elementNullable: boolean;
  /** True for `ARRAY<INT>`, false for the SQL standard's `INT ARRAY`. */
  readonly angle: boolean;
}

/** `MAP<K, V>`. */
export interface SqlMapTypeNameSpec extends NodeBase {
  readonly type: 'SqlMapTypeNameSpec';
  readonly key: SqlDataTypeSpec;
  readonly value: SqlDataTypeSpec;
}

export interface RowTypeField extends NodeBase {
  readonly name: SqlIdentifier;
  readonly dataType: SqlDataTypeSpec;
  readonly comment?: SqlCharStringLiteral;
}

/** `ROW<a INT 'comment', b STRING>` and `ROW(a INT)`. */
export interface ExtendedSqlRowTypeNameSpec extends NodeBase {
  readonly type: 'ExtendedSqlRowTypeNameSpec';
  readonly fields: readonly RowTypeField[];
  /** True for angle brackets. */
  readonly angle: boolean;
}

/** `RAW('class', 'serializer snapshot')`. */
export interface SqlRawTypeNameSpec extends NodeBase {
  readonly type: 'SqlRawTypeNameSpec';
  readonly className: SqlCharStringLiteral;
  readonly serializer: SqlCharStringLiteral;
}

/** `STRUCTURED<'class', a INT>`. */
export interface SqlStructuredTypeNameSpec extends NodeBase {
  readonly type: 'SqlStructuredTypeNameSpec';
  readonly className: SqlCharStringLiteral;
  readonly fields: readonly RowTypeField[];
}

/** `BITMAP`. */
export interface SqlBitmapTypeNameSpec extends NodeBase {
  readonly type: 'SqlBitmapTypeNameSpec';
}

/** A name that is not built in: a user-defined type. */
export interface SqlUserDefinedTypeNameSpec extends NodeBase {
  readonly type: 'SqlUserDefinedTypeNameSpec';
  readonly name: SqlIdentifier;
}

/** `INTERVAL DAY TO SECOND`, in CAST only. */
export interface SqlIntervalTypeNameSpec extends NodeBase {
  readonly type: 'SqlIntervalTypeNameSpec';
  readonly qualifier: SqlIntervalQualifier;
}

// prettier-ignore
export type SqlTypeNameSpec =
  | SqlBasicTypeNameSpec | SqlAlienSystemTypeNameSpec | ExtendedSqlCollectionTypeNameSpec | SqlMapTypeNameSpec
  | ExtendedSqlRowTypeNameSpec | SqlRawTypeNameSpec | SqlStructuredTypeNameSpec | SqlBitmapTypeNameSpec | SqlUserDefinedTypeNameSpec
  | SqlIntervalTypeNameSpec;

// ------------------------------------------------------------------------------------------------------------------------- calls

/**
 * Kind of a call, Calcite's `SqlKind` constants. `OTHER_FUNCTION` is a function looked up by name; `OTHER` an operator without a kind of
 * its own (`||`, collection operators).
 */
// prettier-ignore
export type SqlKind =
  // operators
  | 'PLUS' | 'MINUS' | 'TIMES' | 'DIVIDE' | 'MOD' | 'PLUS_PREFIX' | 'MINUS_PREFIX' | 'PERCENT_REMAINDER' | 'EQUALS' | 'NOT_EQUALS'
  | 'LESS_THAN' | 'LESS_THAN_OR_EQUAL' | 'GREATER_THAN' | 'GREATER_THAN_OR_EQUAL' | 'AND' | 'OR' | 'NOT' | 'IS_NULL' | 'IS_NOT_NULL'
  | 'IS_TRUE' | 'IS_NOT_TRUE' | 'IS_FALSE' | 'IS_NOT_FALSE' | 'IS_UNKNOWN' | 'IS_DISTINCT_FROM' | 'IS_NOT_DISTINCT_FROM' | 'BETWEEN'
  | 'IN' | 'NOT_IN' | 'LIKE' | 'SIMILAR' | 'RLIKE' | 'EXISTS' | 'UNIQUE' | 'SOME' | 'ALL' | 'CONTAINS' | 'OVERLAPS' | 'PRECEDES'
  | 'IMMEDIATELY_PRECEDES' | 'SUCCEEDS' | 'IMMEDIATELY_SUCCEEDS' | 'PERIOD_EQUALS' | 'ITEM' | 'DOT' | 'ROW' | 'AS' | 'DESCENDING'
  | 'NULLS_FIRST' | 'NULLS_LAST' | 'INTERVAL' | 'ARGUMENT_ASSIGNMENT' | 'DEFAULT' | 'PATTERN_ALTER' | 'PATTERN_CONCAT'
  | 'PATTERN_QUANTIFIER' | 'PATTERN_PERMUTE' | 'PATTERN_EXCLUDED' | 'SKIP_TO_FIRST' | 'SKIP_TO_LAST' | 'FINAL' | 'RUNNING' | 'FIRST'
  | 'LAST' | 'PREV' | 'NEXT' | 'PLUS_PREFIX' | 'MULTISET_VALUE_CONSTRUCTOR' | 'MULTISET_QUERY_CONSTRUCTOR' | 'ARRAY_VALUE_CONSTRUCTOR'
  | 'ARRAY_QUERY_CONSTRUCTOR' | 'MAP_VALUE_CONSTRUCTOR' | 'MAP_QUERY_CONSTRUCTOR' | 'CURSOR' | 'NEW_SPECIFICATION' | 'COLLATE'
  | 'VARIANT_ITEM' | 'SAFE_CAST'
  // relations
  | 'UNION' | 'INTERSECT' | 'EXCEPT' | 'VALUES' | 'EXPLICIT_TABLE' | 'COLLECTION_TABLE' | 'LATERAL' | 'UNNEST' | 'TABLESAMPLE' | 'EXTEND'
  | 'SET_SEMANTICS_TABLE' | 'SCALAR_QUERY' | 'EXPLICIT_MODEL' | 'GROUPING_SETS' | 'ROLLUP' | 'CUBE' | 'GROUP_BY_DISTINCT'
  | 'PROCEDURE_CALL'
  // around aggregates and functions
  | 'OVER' | 'FILTER' | 'WITHIN_GROUP' | 'WITHIN_DISTINCT' | 'RESPECT_NULLS' | 'IGNORE_NULLS' | 'CAST' | 'EXTRACT' | 'POSITION' | 'TRIM'
  | 'FLOOR' | 'CEIL' | 'JDBC_FN' | 'DESCRIPTOR' | 'STRING_AGG' | 'JSON_OBJECTAGG' | 'JSON_ARRAYAGG' | 'JSON_VALUE_EXPRESSION' | 'TUMBLE'
  | 'HOP' | 'SESSION' | 'NEXT_VALUE' | 'CURRENT_VALUE' | 'TIMESTAMP_ADD' | 'TIMESTAMP_DIFF' | 'CONVERT' | 'TRANSLATE' | 'OTHER'
  | 'OTHER_FUNCTION';

/**
 * A call of an operator or function. `operator` is its name as Calcite prints it: `+`, `IS NOT NULL`, `NOT LIKE`, `UNION ALL`, `CAST`,
 * `AS`, `DESC`, `$SCALAR_QUERY`. The order of operands is Calcite's; the ones that are not obvious:
 *
 * - `AS`: node, alias, then one identifier for each column alias.
 * - `BETWEEN` (`BETWEEN ASYMMETRIC`, `NOT BETWEEN SYMMETRIC`, …): value, lower, upper.
 * - `LIKE`, `SIMILAR`: value, pattern, optional escape character.
 * - `IN`, `NOT IN`, `= SOME`, `< ALL`, …: value, then a `SqlNodeList` or a query.
 * - `OVER`: aggregate call, then a `SqlWindow` or the identifier of a named window.
 * - `FILTER`: aggregate call, condition. `WITHIN GROUP`: aggregate call, `SqlNodeList` of order items.
 * - `ARGUMENT_ASSIGNMENT` (`name => value`): value, then the name.
 * - `UNNEST`, `LATERAL`, `COLLECTION_TABLE` (`TABLE(f(…))`), `EXPLICIT_TABLE` (`TABLE t`): one operand.
 * - `SET_SEMANTICS_TABLE`: input, `SqlNodeList` of partition keys, `SqlNodeList` of order items.
 * - `EXTRACT`, `TIMESTAMPADD`, `FLOOR(x TO unit)`: the unit is a `SqlIntervalQualifier` operand.
 * - `INTERVAL 5 MINUTE`: value, qualifier.
 * - `ITEM`: collection, index. `DOT`: record, field identifier.
 */
export interface SqlBasicCall extends NodeBase {
  readonly type: 'SqlBasicCall';
  readonly kind: SqlKind;
  readonly operator: string;
  /** Undefined is an operand that was left out (`OVERLAY` without length, `TRIM` without characters). */
  readonly operands: readonly (SqlNode | undefined)[];
  /** `DISTINCT` or `ALL` inside the parentheses of a function. */
  readonly quantifier?: SqlSymbolLiteral;
  /** The name as written, for functions that are looked up by name. Absent for operators and for functions with syntax of their own. */
  readonly functionName?: SqlIdentifier;
  /** `SPECIFIC f(…)`. */
  readonly specific?: boolean;
  /** How the call was written; drives printing. Absent for operators, whose kind says it. */
  readonly syntax?: 'FUNCTION' | 'FUNCTION_ID' | 'FUNCTION_STAR' | 'SPECIAL';
}

/** `CASE WHEN w THEN t … ELSE e END`. The parser makes conditions of `CASE value WHEN w`: `value = w`, or `value IN (w1, w2)`. */
export interface SqlCase extends NodeBase {
  readonly type: 'SqlCase';
  readonly whenList: readonly SqlNode[];
  readonly thenList: readonly SqlNode[];
  /** A NULL literal with the place of the whole if there is no ELSE. */
  readonly elseExpr: SqlNode;
}

/** A bound of a window frame. */
export type SqlWindowBound =
  | { readonly bound: 'UNBOUNDED PRECEDING' | 'UNBOUNDED FOLLOWING' | 'CURRENT ROW'; readonly pos: Position; readonly span: Span }
  | { readonly bound: 'PRECEDING' | 'FOLLOWING'; readonly offset: SqlNode; readonly pos: Position; readonly span: Span };

/** `(w PARTITION BY a ORDER BY b ROWS BETWEEN … AND …)` behind OVER or in the WINDOW clause. */
export interface SqlWindow extends NodeBase {
  readonly type: 'SqlWindow';
  /** The name in `WINDOW name AS (…)`. */
  readonly declName?: SqlIdentifier;
  /** The window that this one refines. */
  readonly refName?: SqlIdentifier;
  readonly partitionList: readonly SqlNode[];
  readonly orderList: readonly SqlNode[];
  /** True for ROWS; false for RANGE and where no frame was written. */
  readonly isRows: boolean;
  /** Where ROWS or RANGE stands. */
  readonly unitPos?: Position;
  readonly lowerBound?: SqlWindowBound;
  readonly upperBound?: SqlWindowBound;
  /** `ALLOW PARTIAL` or `DISALLOW PARTIAL`. */
  readonly allowPartial?: boolean;
}

// ----------------------------------------------------------------------------------------------------------------------- queries

/** A hint: `OPTIONS('k' = 'v')`, `BROADCAST(t)`, `LOOKUP('table' = 'D')`. */
export interface SqlHint extends NodeBase {
  readonly type: 'SqlHint';
  readonly name: SqlIdentifier;
  readonly format: 'EMPTY' | 'LITERAL_LIST' | 'ID_LIST' | 'KV_LIST';
  /** Literals or identifiers; for `KV_LIST` keys and values take turns. */
  readonly options: readonly SqlNode[];
}

/** A table name with hints behind it. Without hints the name is a plain `SqlIdentifier`. */
export interface SqlTableRef extends NodeBase {
  readonly type: 'SqlTableRef';
  readonly name: SqlIdentifier;
  readonly hints: readonly SqlHint[];
}

/** `SELECT …` without ORDER BY, which stands around it as `SqlOrderBy`. */
export interface SqlSelect extends NodeBase {
  readonly type: 'SqlSelect';
  readonly hints: readonly SqlHint[];
  /** `DISTINCT`, `ALL`, `STREAM` as written. */
  readonly keywords: readonly SqlSymbolLiteral[];
  readonly selectList: readonly SqlNode[];
  readonly from?: SqlNode;
  readonly where?: SqlNode;
  /** Undefined without GROUP BY; empty list for `GROUP BY ()`'s single empty grouping is `[SqlNodeList of nothing]`. */
  readonly groupBy?: readonly SqlNode[];
  readonly having?: SqlNode;
  /** Entries of the WINDOW clause, each with `declName`. */
  readonly windowDecls: readonly SqlWindow[];
  readonly qualify?: SqlNode;
}

/** A query with ORDER BY, OFFSET or FETCH / LIMIT. */
export interface SqlOrderBy extends NodeBase {
  readonly type: 'SqlOrderBy';
  readonly query: SqlNode;
  readonly orderList: readonly SqlNode[];
  readonly offset?: SqlNode;
  readonly fetch?: SqlNode;
}

export interface SqlWithItem extends NodeBase {
  readonly type: 'SqlWithItem';
  readonly name: SqlIdentifier;
  readonly columnList?: readonly SqlIdentifier[];
  readonly query: SqlNode;
  readonly recursive: boolean;
}

/** `WITH a AS (…) body`. */
export interface SqlWith extends NodeBase {
  readonly type: 'SqlWith';
  readonly withList: readonly SqlWithItem[];
  readonly body: SqlNode;
}

/** A join; its position is that of the join's keyword, as in Calcite. */
export interface SqlJoin extends NodeBase {
  readonly type: 'SqlJoin';
  readonly left: SqlNode;
  readonly right: SqlNode;
  readonly joinType: 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS' | 'COMMA';
  readonly natural: boolean;
  readonly conditionType: 'NONE' | 'ON' | 'USING';
  /** The condition of ON, or a `SqlNodeList` of identifiers for USING. */
  readonly condition?: SqlNode;
}

/** `t FOR SYSTEM_TIME AS OF period`. */
export interface SqlSnapshot extends NodeBase {
  readonly type: 'SqlSnapshot';
  readonly table: SqlNode;
  readonly period: SqlNode;
}

/** `table MATCH_RECOGNIZE (…)`. */
export interface SqlMatchRecognize extends NodeBase {
  readonly type: 'SqlMatchRecognize';
  readonly table: SqlNode;
  readonly partitionList: readonly SqlNode[];
  readonly orderList: readonly SqlNode[];
  /** Calls of AS. */
  readonly measures: readonly SqlNode[];
  readonly rowsPerMatch?: 'ONE ROW PER MATCH' | 'ALL ROWS PER MATCH';
  /**
   * `SKIP TO NEXT ROW` / `SKIP PAST LAST ROW` as a symbol of `AfterOption`, or a call of kind SKIP_TO_FIRST / SKIP_TO_LAST on a variable;
   * undefined if the clause is missing.
   */
  readonly after?: SqlNode;
  /** Variables and calls of kind PATTERN_*. A quantifier has the operands pattern, least, most (-1: no limit), reluctant. */
  readonly pattern: SqlNode;
  /** `^` in front of the pattern. */
  readonly strictStart: boolean;
  /** `$` behind the pattern. */
  readonly strictEnd: boolean;
  /** Calls of `=`: name, `SqlNodeList` of variables. */
  readonly subsets: readonly SqlNode[];
  /** Calls of AS: condition, variable. */
  readonly definitions: readonly SqlNode[];
  readonly within?: SqlIntervalLiteral;
}

/** `t PIVOT (SUM(a) AS s FOR x IN (1 AS uno, 2))`. */
export interface SqlPivot extends NodeBase {
  readonly type: 'SqlPivot';
  readonly query: SqlNode;
  readonly aggList: readonly SqlNode[];
  readonly axisList: readonly SqlNode[];
  readonly inList: readonly SqlNode[];
}

/** `t UNPIVOT (v FOR x IN (a AS 'a', b))`. */
export interface SqlUnpivot extends NodeBase {
  readonly type: 'SqlUnpivot';
  readonly query: SqlNode;
  readonly includeNulls: boolean;
  readonly measureList: readonly SqlNode[];
  readonly axisList: readonly SqlNode[];
  readonly inList: readonly SqlNode[];
}

/** The argument of `TABLESAMPLE`: `BERNOULLI(10) REPEATABLE(3)`, `SYSTEM(5)`, `SUBSTITUTE('name')`. */
export interface SqlSampleSpec extends NodeBase {
  readonly type: 'SqlSampleSpec';
  readonly method: 'BERNOULLI' | 'SYSTEM' | 'SUBSTITUTE';
  /** Percentage as text, or the name for SUBSTITUTE. */
  readonly value: string;
  readonly seed?: number;
}

/** Anything that may stand in an expression or in a FROM clause. A query may stand in both. */
// prettier-ignore
export type SqlNode =
  | SqlIdentifier | SqlNodeList | SqlDynamicParam | SqlLiteral | SqlIntervalQualifier | SqlDataTypeSpec | SqlBasicCall | SqlCase
  | SqlWindow | SqlHint | SqlTableRef | SqlSelect | SqlOrderBy | SqlWithItem | SqlWith | SqlJoin | SqlSnapshot | SqlMatchRecognize
  | SqlPivot | SqlUnpivot | SqlSampleSpec;

/** Every call-like node that is a query: what OrderedQueryOrExpr returns for a query. */
export type SqlQuery = SqlSelect | SqlOrderBy | SqlWith | SqlBasicCall;
