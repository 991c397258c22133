import type { Field, SqlType } from '../../types/sql-type.ts';
import type { SqlNode } from '../../sql/ast.ts';

/** An expression of a computed column or watermark after validation. */
export interface ResolvedExpression {
  readonly type: SqlType;
  /** The validated expression (names qualified, operators looked up), if it differs from what was given. */
  readonly expression?: SqlNode;
}

/** The output of a query after validation. */
export interface ResolvedQuery {
  readonly fields: readonly Field[];
  /** The query as SQL text with all names expanded; absent if the resolver cannot print it. */
  readonly expandedSql?: string;
}

/**
 * What applying DDL needs of query validation; implemented by the side that validates expressions. Both methods throw `FlinkError` as
 * Flink's validator would, without the "SQL validation failed." wrapper (a `CalciteContextException` over a `SqlValidatorException`).
 */
export interface ExpressionResolver {
  /** Validates an expression over the given columns only (`validateParameterizedExpression`): an unknown name is `Unknown identifier 'x'`. */
  resolveExpression(expression: SqlNode, columns: readonly Field[]): ResolvedExpression;
  /** Validates a query against the catalog as it stands. */
  resolveQuery(query: SqlNode): ResolvedQuery;
}
