import type { SqlHint, SqlNode } from '../sql/ast.ts';
import type { Binder, ExprContext, QueryPlace } from './expression/context.ts';
import type { NameScope } from './name-scope.ts';
import { lateralScope } from './name-scope.ts';

/** Where an item of FROM stands. */
export interface FromContext {
  readonly binder: Binder;
  readonly place: QueryPlace;
  /** The scope that the item's relation is added to: that of its join, or of its query. */
  readonly scope: NameScope;
  /** An outer join may leave the item out. */
  readonly nullable: boolean;
  readonly lateral: boolean;
  /** The alias given to the item, and the node that a message about the relation points at. */
  readonly alias?: string;
  readonly columns?: readonly string[];
  readonly enclosing?: SqlNode;
  readonly hints?: readonly SqlHint[];
}

/** Where the query of an item stands: outside its siblings, unless it is lateral. */
export function itemPlace(cx: FromContext): QueryPlace {
  return cx.lateral ? { ...cx.place, parent: lateralScope(cx.scope, cx.place.parent) } : cx.place;
}

/** Expressions of an item that may use the relations before it (`UNNEST(t.xs)`, `TABLE(f(t.x))`). */
export function itemExpressions(cx: FromContext, scope: NameScope): ExprContext {
  return { binder: cx.binder, place: cx.place, scope, aggregates: 'refused', groupCount: -1, windows: new Map() };
}
