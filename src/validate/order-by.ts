import type { SqlNode } from '../sql/ast.ts';
import type { BoundExpr, BoundSortItem } from './bound.ts';
import type { ExprContext } from './expression/context.ts';
import type { ListedItem } from './select-list.ts';
import { contextError } from './errors.ts';
import { sortItem } from './expression/aggregate.ts';
import { resolveNames } from './resolve-names.ts';

/** ORDER BY: ordinals, names of select items, and expressions over the relations in FROM. */
export function bindOrderItems(orderList: readonly SqlNode[], list: readonly ListedItem[], cx: ExprContext): readonly BoundSortItem[] {
  const aliases = new Map<string, BoundExpr>();
  for (const item of list) if (!aliases.has(item.fieldName)) aliases.set(item.fieldName, item.expr);
  const ordered: ExprContext = { ...cx, common: aliases };
  return orderList.map((node) => {
    const { item, ...order } = sortItem(node);
    return { expr: bindOrderItem(item, list, ordered), ...order };
  });
}

function bindOrderItem(node: SqlNode, list: readonly ListedItem[], cx: ExprContext): BoundExpr {
  if (node.type === 'SqlNumericLiteral' && /^\d+$/.test(node.text)) {
    const item = list[Number(node.text) - 1];
    if (!item) throw contextError('validate/ordinal', node, 'Ordinal out of range');
    return item.expr;
  }
  if (node.type === 'SqlIdentifier' && node.names.length === 1) {
    const name = node.names[0] ?? '';
    if (list.filter((i) => i.fieldName === name).length > 1)
      throw contextError('validate/ambiguous-column', node, `Column '${name}' is ambiguous`);
  }
  resolveNames(node, cx);
  return cx.binder.expression(node, cx);
}
