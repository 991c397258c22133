import type { SqlNode } from '../sql/ast.ts';
import type { BoundExpr } from './bound.ts';
import type { ExprContext } from './expression/context.ts';
import { contextError, overPlace } from './errors.ts';
import { findAggregate, isGroupWindow } from './expression/aggregate-finder.ts';
import { resolveNames } from './resolve-names.ts';

/** A condition of WHERE or ON. */
export function bindCondition(node: SqlNode, cx: ExprContext, clause: 'WHERE' | 'ON'): BoundExpr {
  resolveNames(node, cx);
  const illegal = findAggregate(node, cx, { over: true, group: true });
  if (illegal) {
    const { kind } = illegal;
    if (kind === 'OVER') {
      throw contextError('validate/window-illegal', overPlace(illegal), `Windowed aggregate expression is illegal in ${clause} clause`);
    }
    const isGroup = isGroupWindow(illegal, cx);
    if (isGroup) {
      throw contextError('validate/group-function', illegal, `Group function '${illegal.operator}' can only appear in GROUP BY clause`);
    }
    throw contextError('validate/aggregate-illegal', illegal, `Aggregate expression is illegal in ${clause} clause`);
  }
  const bound = cx.binder.expression(node, cx);
  if (bound.type.name !== 'BOOLEAN') throw contextError('validate/condition', node, `${clause} clause must be a condition`);
  return bound;
}
