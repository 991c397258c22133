import type { Position, Span } from '../base/span.ts';
import type { SqlOperator } from '../catalog/sql-operator.ts';
import type { CatalogTable, TemporalTableFunction } from '../catalog/table.ts';
import type { Decimal } from '../types/decimal.ts';
import type { Field, SqlType } from '../types/sql-type.ts';
import type { SqlHint } from '../sql/ast.ts';
import type { NameScope, ScopeChild } from './name-scope.ts';

/*
 * What validation makes of a query: the same clauses as the tree of the parser, but with every name resolved, every expression typed and
 * every star expanded. `convert` turns it into relational nodes without asking the catalog or a scope again.
 */

/** Where a bound thing was written; positions are for messages, spans for the screen. */
export interface Origin {
  readonly pos: Position;
  readonly span: Span;
  /** The text as Calcite prints the written expression, in messages about it. */
  readonly text?: string;
}

interface BoundBase {
  readonly type: SqlType;
  readonly origin: Origin;
}

/** A column of a relation that is in scope. */
export interface BoundColumn extends BoundBase {
  readonly kind: 'column';
  /** The scope in which the relation was found: the query's own, or one around it (then the column is a correlation). */
  readonly scope: NameScope;
  readonly child: ScopeChild;
  readonly index: number;
  readonly name: string;
}

/** `a.b` where `a` is of ROW type. */
export interface BoundFieldAccess extends BoundBase {
  readonly kind: 'field';
  readonly ref: BoundExpr;
  readonly name: string;
  readonly index: number;
}

export type BoundValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'decimal'; readonly value: Decimal }
  | { readonly kind: 'double'; readonly value: Decimal }
  | { readonly kind: 'char'; readonly value: string }
  | { readonly kind: 'binary'; readonly hex: string }
  | { readonly kind: 'date'; readonly days: number }
  | { readonly kind: 'time'; readonly nanos: bigint }
  | { readonly kind: 'timestamp'; readonly nanos: bigint }
  | { readonly kind: 'interval'; readonly value: bigint }
  | { readonly kind: 'symbol'; readonly value: string };

export interface BoundLiteral extends BoundBase {
  readonly kind: 'literal';
  readonly value: BoundValue;
}

/** A call of a scalar function or operator. CAST and TRY_CAST are calls whose target is `type`. */
export interface BoundCall extends BoundBase {
  readonly kind: 'call';
  readonly op: SqlOperator;
  readonly operands: readonly BoundExpr[];
}

/** CASE: conditions and values, always in the searched form. */
export interface BoundCase extends BoundBase {
  readonly kind: 'case';
  readonly conditions: readonly BoundExpr[];
  readonly values: readonly BoundExpr[];
  readonly otherwise: BoundExpr;
}

/** `x IN (v, …)` over a list; rows are ROW calls. */
export interface BoundInList extends BoundBase {
  readonly kind: 'inList';
  readonly value: BoundExpr;
  readonly list: readonly BoundExpr[];
  readonly negated: boolean;
  /** `x > SOME (1, 2)`; undefined for IN. */
  readonly quantified?: { readonly comparison: string; readonly all: boolean };
}

export interface BoundSortItem {
  readonly expr: BoundExpr;
  readonly descending: boolean;
  /** Undefined: the default of the direction. */
  readonly nulls: 'FIRST' | 'LAST' | undefined;
}

export interface BoundAggregate extends BoundBase {
  readonly kind: 'aggregate';
  readonly op: SqlOperator;
  readonly operands: readonly BoundExpr[];
  readonly distinct: boolean;
  readonly approximate: boolean;
  readonly ignoreNulls: boolean;
  readonly filter: BoundExpr | undefined;
  readonly withinGroup: readonly BoundSortItem[];
}

/** GROUPING, GROUPING_ID and GROUP_ID count as aggregates whose operands are group keys. */
export function isGroupingCall(e: BoundAggregate): boolean {
  return e.op.kind === 'GROUPING' || e.op.kind === 'GROUP_ID' || e.op.name === 'GROUPING_ID';
}

export type BoundFrameEnd =
  | { readonly bound: 'UNBOUNDED PRECEDING' | 'UNBOUNDED FOLLOWING' | 'CURRENT ROW' }
  | { readonly bound: 'PRECEDING' | 'FOLLOWING'; readonly offset: BoundExpr };

export interface BoundWindow {
  readonly partitionBy: readonly BoundExpr[];
  readonly orderBy: readonly BoundSortItem[];
  readonly isRows: boolean;
  readonly lower: BoundFrameEnd | undefined;
  readonly upper: BoundFrameEnd | undefined;
}

export interface BoundOver extends BoundBase {
  readonly kind: 'over';
  readonly op: SqlOperator;
  readonly operands: readonly BoundExpr[];
  readonly distinct: boolean;
  readonly ignoreNulls: boolean;
  readonly filter: BoundExpr | undefined;
  readonly window: BoundWindow;
}

export type BoundSubQueryKind = 'IN' | 'EXISTS' | 'SCALAR' | 'SOME' | 'ALL' | 'ARRAY' | 'MULTISET' | 'MAP';

export interface BoundSubQuery extends BoundBase {
  readonly kind: 'subQuery';
  readonly subQuery: BoundSubQueryKind;
  /** NOT IN. */
  readonly negated: boolean;
  /** Comparison of SOME and ALL. */
  readonly comparison?: string;
  readonly operands: readonly BoundExpr[];
  readonly query: BoundQuery;
}

/** `DESCRIPTOR(a, b)`. */
export interface BoundDescriptor extends BoundBase {
  readonly kind: 'descriptor';
  readonly columns: readonly string[];
}

/** A table argument of a table function; `input` counts the inputs of the call. */
export interface BoundTableArgument extends BoundBase {
  readonly kind: 'tableArgument';
  readonly input: number;
  readonly partitionBy: readonly number[];
  readonly orderBy: readonly { readonly index: number; readonly text: string }[];
}

/** `DEFAULT` for an optional argument. */
export interface BoundDefault extends BoundBase {
  readonly kind: 'default';
}

/** `A.price` inside MATCH_RECOGNIZE. */
export interface BoundPatternColumn extends BoundBase {
  readonly kind: 'patternColumn';
  readonly alpha: string;
  readonly index: number;
}

/** A column of the table or parameters that an expression stands alone over (computed columns, watermarks). */
export interface BoundParameter extends BoundBase {
  readonly kind: 'parameter';
  readonly index: number;
  readonly name: string;
}

export interface BoundDynamicParam extends BoundBase {
  readonly kind: 'dynamicParam';
  readonly index: number;
}

// prettier-ignore
export type BoundExpr =
  | BoundColumn | BoundFieldAccess | BoundLiteral | BoundCall | BoundCase | BoundInList | BoundAggregate | BoundOver | BoundSubQuery
  | BoundDescriptor | BoundTableArgument | BoundDefault | BoundPatternColumn | BoundParameter | BoundDynamicParam;

// --------------------------------------------------------------------------------------------------------------------- relations

interface RelationBase {
  readonly fields: readonly Field[];
  readonly span: Span;
}

export interface BoundTable extends RelationBase {
  readonly kind: 'table';
  readonly table: Exclude<CatalogTable, { readonly kind: 'view' }>;
  readonly hints: readonly SqlHint[];
  /** Computed columns in order of the columns, and the watermark expression. */
  readonly computed: ReadonlyMap<string, BoundExpr>;
  readonly watermark?: { readonly index: number; readonly expr: BoundExpr };
}

/** A view or an item of WITH: its query stands in its place. */
export interface BoundDerived extends RelationBase {
  readonly kind: 'derived';
  readonly query: BoundQuery;
  readonly origin: 'view' | 'with' | 'query';
  /** Names by which the relation is known, where they differ from the query's. */
  readonly view?: string;
}

/** `r AS a (x, y)`. */
export interface BoundAliased extends RelationBase {
  readonly kind: 'alias';
  readonly input: BoundRelation;
  readonly alias: string;
  readonly columns: readonly string[] | undefined;
}

/** A column of USING or NATURAL: one of each side, and what its bare name means. */
export interface BoundUsingColumn {
  readonly name: string;
  readonly left: BoundExpr;
  readonly right: BoundExpr;
  readonly merged: BoundExpr;
}

export interface BoundJoin extends RelationBase {
  readonly kind: 'join';
  readonly left: BoundRelation;
  readonly right: BoundRelation;
  readonly joinType: 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS' | 'COMMA';
  readonly natural: boolean;
  readonly scope: NameScope;
  readonly condition: BoundExpr | undefined;
  readonly using: readonly BoundUsingColumn[];
}

export interface BoundUnnest extends RelationBase {
  readonly kind: 'unnest';
  readonly scope: NameScope;
  readonly operands: readonly BoundExpr[];
  readonly names: readonly string[];
  readonly withOrdinality: boolean;
}

/** `TABLE(f(…))`: window functions and other table functions. */
export interface BoundTableFunction extends RelationBase {
  readonly kind: 'tableFunction';
  readonly scope: NameScope;
  readonly op: SqlOperator;
  readonly operands: readonly BoundExpr[];
  readonly inputs: readonly BoundRelation[];
  readonly temporal?: TemporalTableFunction;
  /** The table that a temporal table function reads. */
  readonly temporalTable?: BoundRelation;
}

export interface BoundSnapshot extends RelationBase {
  readonly kind: 'snapshot';
  readonly input: BoundRelation;
  readonly scope: NameScope;
  readonly period: BoundExpr;
}

export interface BoundMatch extends RelationBase {
  readonly kind: 'match';
  readonly input: BoundRelation;
  readonly scope: NameScope;
  readonly partitionBy: readonly BoundExpr[];
  readonly orderBy: readonly BoundSortItem[];
  /** `failure`: what converting it ends with. */
  readonly measures: readonly { readonly name: string; readonly expr: BoundExpr; readonly failure?: Error }[];
  readonly allRows: boolean;
  readonly after: BoundMatchAfter;
  readonly pattern: BoundPattern;
  readonly strictStart: boolean;
  readonly strictEnd: boolean;
  readonly subsets: readonly { readonly name: string; readonly variables: readonly string[] }[];
  readonly definitions: readonly { readonly name: string; readonly expr: BoundExpr }[];
  readonly within: BoundExpr | undefined;
}

export type BoundMatchAfter =
  { readonly kind: 'symbol'; readonly value: string } | { readonly kind: 'SKIP TO FIRST' | 'SKIP TO LAST'; readonly variable: string };

export type BoundPattern =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'concat' | 'alter' | 'permute' | 'excluded'; readonly operands: readonly BoundPattern[] }
  | {
      readonly kind: 'quantifier';
      readonly operand: BoundPattern;
      readonly least: number;
      readonly most: number;
      readonly reluctant: boolean;
    };

/** TABLESAMPLE: some rows of a relation. */
export interface BoundSample extends RelationBase {
  readonly kind: 'sample';
  readonly input: BoundRelation;
  readonly mode: 'bernoulli' | 'system';
  /** Part of the rows, as a decimal number. */
  readonly rate: string;
  readonly seed?: number;
}

// prettier-ignore
export type BoundRelation =
  | BoundTable | BoundDerived | BoundAliased | BoundJoin | BoundUnnest | BoundTableFunction | BoundSnapshot | BoundMatch | BoundSample;

// ----------------------------------------------------------------------------------------------------------------------- queries

export interface BoundSelectItem {
  readonly expr: BoundExpr;
  /** The alias or the name of the column; undefined where a name is made up from the position. */
  readonly name: string | undefined;
}

export interface BoundGroupBy {
  /** Distinct keys in order. */
  readonly keys: readonly BoundExpr[];
  /** Grouping sets as indices of keys; one set of all keys for a plain GROUP BY. */
  readonly sets: readonly (readonly number[])[];
}

export interface BoundSelect {
  readonly kind: 'select';
  readonly span: Span;
  readonly fields: readonly Field[];
  readonly scope: NameScope;
  readonly from: BoundRelation | undefined;
  readonly where: BoundExpr | undefined;
  /** Present for every aggregate query; without GROUP BY there are no keys and one empty set. */
  readonly groupBy: BoundGroupBy | undefined;
  readonly having: BoundExpr | undefined;
  readonly items: readonly BoundSelectItem[];
  /** QUALIFY. */
  readonly qualify: BoundExpr | undefined;
  readonly distinct: boolean;
  readonly orderBy: readonly BoundSortItem[];
  readonly offset: BoundExpr | undefined;
  readonly fetch: BoundExpr | undefined;
  readonly hints: readonly SqlHint[];
}

export interface BoundSetOp {
  readonly kind: 'setOp';
  readonly span: Span;
  readonly fields: readonly Field[];
  readonly op: 'UNION' | 'INTERSECT' | 'EXCEPT';
  readonly all: boolean;
  readonly left: BoundQuery;
  readonly right: BoundQuery;
}

export interface BoundValues {
  readonly kind: 'values';
  readonly span: Span;
  readonly fields: readonly Field[];
  readonly scope: NameScope;
  readonly rows: readonly (readonly BoundExpr[])[];
}

export type BoundQuery = BoundSelect | BoundSetOp | BoundValues;
