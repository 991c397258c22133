import type { FlinkError } from '../../base/diagnostic.ts';
import { validationError } from '../../base/diagnostic.ts';
import type { CatalogManager } from '../../catalog/catalog-manager.ts';
import type { SqlNode } from '../../sql/ast.ts';
import type { ExpressionResolver } from './expression-resolver.ts';

/** What applying a statement to the catalog needs. */
export interface DdlContext {
  readonly catalog: CatalogManager;
  readonly resolver: ExpressionResolver;
  /** SQL text of a node with every name in back-ticks, as Flink keeps expressions and queries. */
  readonly toSql: (node: SqlNode) => string;
  /** The tree of such a text of an expression; positions count from its start. */
  readonly parseExpression: (sql: string) => SqlNode;
}

/** A `ValidationException` about a statement that defines or changes an object. */
export function ddlError(message: string): FlinkError {
  return validationError('catalog/ddl', message);
}
