import type { SqlNode } from '../sql/ast.ts';
import type { BoundExpr, BoundQuery } from './bound.ts';
import type { Binder, ExprContext, QueryPlace } from './expression/context.ts';
import type { Session } from './session.ts';
import { bindExpression } from './expression/expression.ts';
import { bindQuery } from './query.ts';

/** Ties the rules of binding together for one statement. */
export function createBinder(session: Session): Binder {
  const binder: Binder = {
    session,
    expression: (node: SqlNode, cx: ExprContext): BoundExpr => bindExpression(node, cx),
    query: (node: SqlNode, place: QueryPlace): BoundQuery => bindQuery(binder, node, place),
  };
  return binder;
}

/** The place of a statement's own query. */
export function topPlace(session: Session): QueryPlace {
  const { catalog } = session;
  return { parent: undefined, with: undefined, path: [catalog.currentCatalog, catalog.currentDatabase], depth: 0 };
}
