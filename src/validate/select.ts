import type { SqlNode, SqlOrderBy, SqlSelect, SqlWindow } from '../sql/ast.ts';
import type { Field } from '../types/sql-type.ts';
import type { BoundExpr, BoundRelation, BoundSelect } from './bound.ts';
import type { Binder, ExprContext, QueryPlace } from './expression/context.ts';
import { printSql } from '../sql/printer.ts';
import { someBound } from './bound-key.ts';
import { contextError } from './errors.ts';
import { findAggregate, hasAggregateInOver } from './expression/aggregate-finder.ts';
import { bindFrom, checkAliases } from './from-clause.ts';
import { bindGroupBy, groupItemCount } from './group-by.ts';
import { checkAuxiliaries, checkGrouped } from './grouped-check.ts';
import { commonColumns } from './join.ts';
import { NameScope } from './name-scope.ts';
import { bindOrderItems } from './order-by.ts';
import { resolveNames } from './resolve-names.ts';
import { bindCondition } from './condition.ts';
import { bindSelectList } from './select-list.ts';
import type { ListedItem } from './select-list.ts';

/** SELECT with its clauses, checked in Calcite's order: FROM, WHERE, GROUP BY, HAVING, the select list, ORDER BY. */
export function bindSelect(binder: Binder, node: SqlSelect, place: QueryPlace, order?: SqlOrderBy): BoundSelect {
  const scope = new NameScope('select', place.parent);
  const from = bindFromClause(binder, node, place, scope);
  const base = context(binder, node, place, scope);
  const where = node.where && bindCondition(node.where, base, 'WHERE');
  const isAggregate = isAggregateQuery(node, base);
  const groupCount = node.groupBy ? groupItemCount(node.groupBy) : isAggregate ? 0 : -1;
  const common = from ? commonColumns(from) : undefined;
  const grouped: ExprContext = { ...base, aggregates: 'allowed', groupCount, common };
  const groupBy = isAggregate ? bindGroupBy(node.groupBy, { ...grouped, aggregates: 'refused', groupCount: -1 }) : undefined;
  const items: ExprContext = { ...grouped, groupWindows: groupBy?.keys };
  const having = node.having && bindHaving(node.having, items);
  if (having && groupBy) checkGrouped([having], groupBy.keys, scope, 'group');
  const list = bindSelectList(node, items, from);
  if (groupBy) {
    const exprs = list.map((i) => i.expr);
    checkAuxiliaries(having ? [having, ...exprs] : exprs, groupBy.keys);
    checkGrouped(exprs, groupBy.keys, scope, 'group');
  }
  const qualify = node.qualify && bindQualify(node.qualify, list, items);
  if (qualify && groupBy) checkGrouped([qualify], groupBy.keys, scope, 'group');
  if (node.keywords.some((k) => k.value === 'STREAM')) throw notStreamed(node, scope);
  const distinct = node.keywords.some((k) => k.value === 'DISTINCT');
  const fields = list.map((i): Field => ({ name: i.fieldName, type: i.expr.type }));
  const orderBy = order ? bindOrderItems(order.orderList, list, { ...items, common: undefined }) : [];
  const orderExprs = orderBy.map((i) => i.expr);
  if (groupBy) checkGrouped(orderExprs, groupBy.keys, scope, 'group');
  if (distinct) {
    const keys = list.map((i) => i.expr);
    checkGrouped(orderExprs, keys, scope, 'distinct');
  }
  return {
    kind: 'select',
    span: node.span,
    fields,
    scope,
    from,
    where,
    groupBy,
    having,
    items: list.map((i) => ({ expr: i.expr, name: i.name })),
    qualify,
    distinct,
    orderBy,
    offset: order?.offset && binder.expression(order.offset, base),
    fetch: order?.fetch && binder.expression(order.fetch, base),
    hints: node.hints,
  };
}

/** SELECT STREAM: Calcite asks each relation whether it is a stream, and no table of Flink's says yes. */
function notStreamed(node: SqlSelect, scope: NameScope): Error {
  const [first] = scope.children;
  if (!first) {
    return contextError(
      'validate/select-stream',
      node,
      "Cannot stream results of a query with no streaming inputs: ''. At least one input should be convertible to a stream",
    );
  }
  return contextError('validate/select-stream', leftmost(node.from) ?? first.enclosing, `Cannot convert table '${first.name}' to stream`);
}

/** The first relation of FROM without its name. */
function leftmost(node: SqlNode | undefined): SqlNode | undefined {
  if (node?.type === 'SqlJoin') return leftmost(node.left);
  return node?.type === 'SqlBasicCall' && node.kind === 'AS' ? leftmost(node.operands[0]) : node;
}

function bindFromClause(binder: Binder, node: SqlSelect, place: QueryPlace, scope: NameScope): BoundRelation | undefined {
  if (!node.from) return undefined;
  checkAliases(node.from);
  return bindFrom(node.from, { binder, place, scope, nullable: false, lateral: false });
}

function context(binder: Binder, node: SqlSelect, place: QueryPlace, scope: NameScope): ExprContext {
  const windows = new Map<string, SqlWindow>();
  for (const w of node.windowDecls) {
    const name = w.declName?.names.join('.') ?? '';
    if (windows.has(name)) throw contextError('validate/window-name', w.declName ?? w, 'Duplicate window names not allowed');
    windows.set(name, w);
  }
  return { binder, place, scope, aggregates: 'refused', groupCount: -1, windows };
}

function bindHaving(node: SqlNode, cx: ExprContext): BoundExpr {
  resolveNames(node, cx);
  const bound = cx.binder.expression(node, cx);
  if (bound.type.name !== 'BOOLEAN') throw contextError('validate/condition', node, 'HAVING clause must be a condition');
  return bound;
}

/** QUALIFY sees the names of select items and must have a call with OVER. */
function bindQualify(node: SqlNode, list: readonly ListedItem[], cx: ExprContext): BoundExpr {
  const names = new Map(list.flatMap((i) => (i.name === undefined ? [] : [[i.name, i.expr] as const])));
  const own: ExprContext = { ...cx, common: names };
  resolveNames(node, own);
  const bound = own.binder.expression(node, own);
  if (bound.type.name !== 'BOOLEAN') throw contextError('validate/condition', node, 'QUALIFY clause must be a condition');
  if (!someBound(bound, (e) => e.kind === 'over')) {
    throw contextError('validate/qualify', node, `QUALIFY expression '${printSql(node)}' must contain a window function`);
  }
  return bound;
}

function isAggregateQuery(node: SqlSelect, cx: ExprContext): boolean {
  if (node.groupBy || node.having) return true;
  return node.selectList.some((item) => findAggregate(item, cx) !== undefined || hasAggregateInOver(item, cx));
}
