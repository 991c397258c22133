import type { SqlBasicCall, SqlNode } from '../sql/ast.ts';
import type { BoundExpr, BoundQuery } from './bound.ts';
import type { Binder, ExprContext, QueryPlace } from './expression/context.ts';
import { leastRestrictive } from '../types/least-restrictive.ts';
import { contextError } from './errors.ts';
import { refuseBareNull } from './expression/expression.ts';
import { NameScope } from './name-scope.ts';

/** VALUES: rows of equal length whose columns have common types. */
export function bindValues(binder: Binder, node: SqlBasicCall, place: QueryPlace): BoundQuery {
  const scope = new NameScope('empty', place.parent);
  const cx: ExprContext = { binder, place, scope, aggregates: 'refused', groupCount: -1, windows: new Map() };
  const rows = node.operands.flatMap((r) => (r ? [rowItems(r).map((item) => refuseBareNull(binder.expression(item, cx)))] : []));
  const [first] = rows;
  if (!first) throw new Error('VALUES without rows');
  if (rows.some((r) => r.length !== first.length)) throw incompatible(node);
  const fields = first.map((_, i) => {
    const column = rows.flatMap((r) => (r[i] ? [r[i]] : []));
    const type = commonType(column);
    if (!type) throw incompatible(node);
    return { name: `EXPR$${i}`, type };
  });
  return { kind: 'values', scope, rows, fields, span: node.span };
}

function commonType(column: readonly BoundExpr[]): BoundExpr['type'] | undefined {
  return leastRestrictive(column.map((e) => e.type));
}

function incompatible(node: SqlBasicCall): Error {
  return contextError('validate/values', node, 'Values passed to VALUES operator must have compatible types');
}

/** The items of one row; a row without ROW is a row of one. */
export function rowItems(row: SqlNode): readonly SqlNode[] {
  if (row.type === 'SqlBasicCall' && row.kind === 'ROW') return row.operands.flatMap((o) => (o ? [o] : []));
  if (row.type === 'SqlNodeList') return row.list;
  return [row];
}
