import type { DdlContext } from '../validate/ddl/ddl-context.ts';
import type { PlanSession } from './plan-session.ts';
import { InvariantError } from '../base/assert.ts';
import { parseExpression } from '../sql/parse.ts';
import { printSql } from '../sql/printer.ts';
import { expressionResolver } from '../validate/expression-resolver.ts';

/** What applying a statement to the catalog needs: name resolution, and expressions as text and back. */
export function ddlContext(session: PlanSession): DdlContext {
  return {
    catalog: session.session.catalog,
    resolver: expressionResolver(session.planning),
    toSql: printSql,
    parseExpression: (sql) => {
      const result = parseExpression(sql);
      if (!result.node) throw new InvariantError(`the text of an expression does not parse: ${sql}`);
      return result.node;
    },
  };
}
