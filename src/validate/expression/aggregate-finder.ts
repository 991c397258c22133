import type { SqlBasicCall, SqlNode } from '../../sql/ast.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { ExprContext } from './context.ts';
import { lookupFunction } from './user-functions.ts';
import { isQuery } from '../../sql/parser/node.ts';

/** What is looked for in an expression before it is bound. */
export interface Wanted {
  /** Calls with OVER are found too, not passed over. */
  readonly over?: boolean;
  /** Group windows (`TUMBLE(ts, …)` outside FROM). */
  readonly group?: boolean;
}

/** Calls around an aggregate that OVER does not take for one. */
export const NO_AGGREGATES: ReadonlySet<SqlBasicCall['kind']> = new Set(['FILTER', 'WITHIN_GROUP', 'WITHIN_DISTINCT']);

const FORMS: ReadonlySet<SqlBasicCall['kind']> = new Set(['FILTER', 'WITHIN_GROUP', 'WITHIN_DISTINCT', 'RESPECT_NULLS', 'IGNORE_NULLS']);

/** True for calls whose name is looked up. */
export function isFunctionCall(node: SqlBasicCall): boolean {
  return node.functionName !== undefined || node.syntax !== undefined;
}

function operatorOf(node: SqlBasicCall, cx: ExprContext): SqlOperator | undefined {
  return isFunctionCall(node) ? lookupFunction(node, cx).operators[0] : undefined;
}

/** Children of a node that belong to the same query. */
export function childNodes(node: SqlNode): readonly SqlNode[] {
  switch (node.type) {
    case 'SqlBasicCall':
      return node.operands.flatMap((o) => (o ? [o] : []));
    case 'SqlCase':
      return [...node.whenList, ...node.thenList, node.elseExpr];
    case 'SqlNodeList':
      return node.list;
    case 'SqlWindow':
      return [...node.partitionList, ...node.orderList];
    default:
      return [];
  }
}

/** The first aggregate call of an expression, outside sub-queries (Calcite's `AggFinder`). */
export function findAggregate(node: SqlNode, cx: ExprContext, wanted: Wanted = {}): SqlBasicCall | undefined {
  if (isQuery(node)) return undefined;
  if (node.type === 'SqlBasicCall') {
    if (node.kind === 'OVER') return wanted.over ? node : undefined;
    if (FORMS.has(node.kind)) return node;
    const op = operatorOf(node, cx);
    if (op?.category === 'aggregate' && !op.aggregate?.requiresOver) return node;
    if (wanted.group && op?.category === 'groupWindow') return node;
  }
  for (const child of childNodes(node)) {
    const found = findAggregate(child, cx, wanted);
    if (found) return found;
  }
  return undefined;
}

/** True if a call with OVER has an aggregate in front of it or in its window: such a query is an aggregate query. */
export function hasAggregateInOver(node: SqlNode, cx: ExprContext): boolean {
  if (isQuery(node)) return false;
  if (node.type === 'SqlBasicCall' && node.kind === 'OVER') {
    const [fn, window] = node.operands;
    // `SUM(x) FILTER (…)` in front of OVER is a mistake of its own.
    const isForm = fn?.type === 'SqlBasicCall' && NO_AGGREGATES.has(fn.kind);
    const inside = fn && !isForm ? childNodes(fn).some((c) => findAggregate(c, cx) !== undefined) : false;
    return inside || (window !== undefined && findAggregate(window, cx) !== undefined);
  }
  return childNodes(node).some((c) => hasAggregateInOver(c, cx));
}

/** True for TUMBLE, HOP and SESSION as windows of GROUP BY. */
export function isGroupWindow(node: SqlBasicCall, cx: ExprContext): boolean {
  return operatorOf(node, cx)?.category === 'groupWindow';
}
