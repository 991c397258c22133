import type { SqlNode } from '../sql/ast.ts';
import type { Field } from '../types/sql-type.ts';
import type { ExpressionResolver, ResolvedExpression, ResolvedQuery } from './ddl/expression-resolver.ts';
import type { Session } from './session.ts';
import { createBinder, topPlace } from './binder.ts';
import { NameScope } from './name-scope.ts';

/** What applying DDL asks of validation: types of computed columns and watermarks, rows of views. */
export function expressionResolver(session: Session): ExpressionResolver {
  return {
    resolveExpression(expression: SqlNode, columns: readonly Field[]): ResolvedExpression {
      const bound = createBinder(session).expression(expression, {
        binder: createBinder(session),
        place: topPlace(session),
        scope: new NameScope('parameters', undefined),
        aggregates: 'refused',
        groupCount: -1,
        windows: new Map(),
        parameters: columns,
      });
      return { type: bound.type };
    },
    resolveQuery(query: SqlNode): ResolvedQuery {
      return { fields: createBinder(session).query(query, topPlace(session)).fields };
    },
  };
}
