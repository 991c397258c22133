import type { SqlBasicCall, SqlNode, SqlWindow, SqlWindowBound } from '../../sql/ast.ts';
import type { BoundExpr, BoundFrameEnd, BoundWindow } from '../bound.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { ExprContext } from './context.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { isNumeric } from '../../types/sql-type.ts';
import { contextError, joinPositions } from '../errors.ts';
import { NO_AGGREGATES } from './aggregate-finder.ts';
import { bindArguments, bindSortItem, checkForm, unwrapAggregate } from './aggregate.ts';
import { unknownFunction } from './call-binding.ts';
import { originOf } from './identifier.ts';
import { functionName, lookupFunction } from './user-functions.ts';

/** `f(x) OVER (…)` and `f(x) OVER w`. */
export function bindOver(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const [fn, windowNode] = node.operands;
  if (fn?.type !== 'SqlBasicCall' || !windowNode) throw new UnsupportedError('over', 'This call with OVER is not supported.', node.span);
  // For Calcite these are calls of their own, and none of them is an aggregate function.
  if (NO_AGGREGATES.has(fn.kind)) {
    const place = joinPositions([...fn.operands.flatMap((o) => (o ? [o] : [])), fn]);
    throw contextError('validate/over', place, 'OVER must be applied to aggregate function');
  }
  const { call, form } = unwrapAggregate(fn);
  const overloads = lookupFunction(call, cx).operators.filter((op) => op.category === 'aggregate' || op.category === 'window');
  const inner: ExprContext = { ...cx, over: true };
  const [first] = overloads;
  if (!first) {
    const other = lookupFunction(call, cx).operators[0];
    if (other) {
      cx.binder.expression(call, cx);
      throw contextError('validate/over', call, 'OVER must be applied to aggregate function');
    }
    throw unknownFunction(
      functionName(call),
      call.operands.flatMap((o) => (o ? [cx.binder.expression(o, cx)] : [])),
      call,
    );
  }
  checkForm(call, overloads, form);
  const window = resolveWindow(windowNode, cx);
  if ((first.kind === 'RANK' || first.kind === 'DENSE_RANK') && window.orderList.length === 0) {
    throw contextError('validate/window-order', window, 'RANK or DENSE_RANK functions require ORDER BY clause in window specification');
  }
  const bound = bindArguments(call, overloads, inner, form);
  return {
    kind: 'over',
    op: bound.op,
    operands: bound.operands,
    distinct: bound.distinct,
    ignoreNulls: form.ignoreNulls ?? false,
    filter: bound.filter,
    window: bindWindow(window, cx),
    type: bound.type,
    origin: originOf(node),
  };
}

/** The window itself, with what it takes over from the one that it refines. */
export function resolveWindow(node: SqlNode, cx: ExprContext): SqlWindow {
  if (node.type === 'SqlIdentifier') {
    const name = node.names.join('.');
    const found = cx.windows.get(name);
    if (!found) throw contextError('validate/unknown-window', node, `Window '${name}' not found`);
    return resolveWindow(found, cx);
  }
  if (node.type !== 'SqlWindow') throw new UnsupportedError('over', 'This window is not supported.', node.span);
  if (!node.refName) return node;
  const name = node.refName.names.join('.');
  const found = cx.windows.get(name);
  if (!found) throw contextError('validate/unknown-window', node.refName, `Window '${name}' not found`);
  const base = resolveWindow(found, cx);
  if (node.partitionList.length > 0) {
    throw contextError('validate/window-reference', node, 'PARTITION BY not allowed with existing window reference');
  }
  if (base.orderList.length > 0 && node.orderList.length > 0) {
    throw contextError('validate/window-reference', node, 'ORDER BY not allowed in both base and referenced windows');
  }
  if (base.lowerBound || base.upperBound)
    throw contextError('validate/window-reference', node, 'Referenced window cannot have framing declarations');
  return {
    ...node,
    refName: undefined,
    partitionList: base.partitionList,
    orderList: base.orderList.length > 0 ? base.orderList : node.orderList,
  };
}

export function bindWindow(w: SqlWindow, cx: ExprContext): BoundWindow {
  const end = (b: SqlWindowBound | undefined): BoundFrameEnd | undefined => {
    if (!b) return undefined;
    return 'offset' in b ? { bound: b.bound, offset: cx.binder.expression(b.offset, cx) } : { bound: b.bound };
  };
  const partitionBy = w.partitionList.map((p) => cx.binder.expression(p, cx));
  const orderBy = w.orderList.map((o) => bindSortItem(o, cx));
  const lower = end(w.lowerBound);
  const upper = end(w.upperBound);
  checkRange(w, orderBy[0]?.expr.type, { lower, upper });
  checkFrame(w, orderBy.length, { lower, upper });
  return { partitionBy, orderBy, isRows: w.isRows, lower, upper };
}

/** What the order of a RANGE with an offset has to be like (Calcite's `SqlWindow.validate`). */
function checkRange(
  w: SqlWindow,
  order: SqlType | undefined,
  frame: { readonly lower: BoundFrameEnd | undefined; readonly upper: BoundFrameEnd | undefined },
): void {
  if (w.isRows || !order) return;
  const offsets = [frame.lower, frame.upper].flatMap((b, i) =>
    b && 'offset' in b ? [{ bound: b.offset, node: i === 0 ? w.lowerBound : w.upperBound }] : [],
  );
  if (offsets.length === 0) return;
  if (w.orderList.length > 1 && w.unitPos)
    throw contextError('validate/window-frame', { pos: w.unitPos }, 'RANGE clause cannot be used with compound ORDER BY clause');
  const allowed = differenceOf(order);
  for (const { bound, node } of offsets) {
    const place = node && 'offset' in node ? node.offset : w;
    if (!allowed) throw contextError('validate/window-frame', place, 'Data type of ORDER BY prohibits use of RANGE clause');
    if ((bound.type.name === 'INTERVAL' ? 'interval' : isNumeric(bound.type) ? 'number' : undefined) !== allowed)
      throw contextError('validate/window-frame', place, 'Data Type mismatch between ORDER BY and RANGE clause');
  }
}

/** What a difference of two values of a type is; undefined where there is none (`SqlTypeFamily.allowableDifferenceTypes`). */
function differenceOf(type: SqlType): 'number' | 'interval' | undefined {
  if (isNumeric(type)) return 'number';
  return ['DATE', 'TIME', 'TIMESTAMP', 'TIMESTAMP_WITH_LOCAL_TIME_ZONE'].includes(type.name) ? 'interval' : undefined;
}

function checkFrame(
  w: SqlWindow,
  orderItems: number,
  frame: { readonly lower: BoundFrameEnd | undefined; readonly upper: BoundFrameEnd | undefined },
): void {
  const { lower, upper } = frame;
  if (lower?.bound === 'UNBOUNDED FOLLOWING') {
    throw contextError('validate/window-frame', w.lowerBound ?? w, 'UNBOUNDED FOLLOWING cannot be specified for the lower frame boundary');
  }
  if (upper?.bound === 'UNBOUNDED PRECEDING') {
    throw contextError('validate/window-frame', w.upperBound ?? w, 'UNBOUNDED PRECEDING cannot be specified for the upper frame boundary');
  }
  if (lower?.bound === 'CURRENT ROW' && upper?.bound === 'PRECEDING') {
    throw contextError(
      'validate/window-frame',
      w.upperBound ?? w,
      'Upper frame boundary cannot be PRECEDING when lower boundary is CURRENT ROW',
    );
  }
  if (lower?.bound === 'FOLLOWING' && upper?.bound === 'CURRENT ROW') {
    throw contextError(
      'validate/window-frame',
      w.upperBound ?? w,
      'Upper frame boundary cannot be CURRENT ROW when lower boundary is FOLLOWING',
    );
  }
  if (lower?.bound === 'FOLLOWING' && upper?.bound === 'PRECEDING') {
    throw contextError(
      'validate/window-frame',
      w.upperBound ?? w,
      'Upper frame boundary cannot be PRECEDING when lower boundary is FOLLOWING',
    );
  }
  if (!w.isRows && orderItems === 0 && lower && 'offset' in lower) {
    throw contextError('validate/window-frame', w, 'Window specification must contain an ORDER BY clause');
  }
}
