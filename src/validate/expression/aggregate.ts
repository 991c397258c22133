import type { SqlBasicCall, SqlNode } from '../../sql/ast.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { BoundExpr, BoundSortItem } from '../bound.ts';
import type { ExprContext } from './context.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { contextError, joinPositions } from '../errors.ts';
import { findAggregate } from './aggregate-finder.ts';
import { checkCall } from './call-binding.ts';
import { originOf } from './identifier.ts';
import { functionName, lookupFunction } from './user-functions.ts';

/** What stands around an aggregate call. */
export interface AggregateForm {
  readonly filter?: SqlNode;
  readonly withinGroup?: readonly SqlNode[];
  readonly ignoreNulls?: boolean;
  /** The outermost node of the form, which messages point at. */
  readonly outer?: SqlNode;
}

/** Takes `f(x) FILTER (…)`, `f(x) IGNORE NULLS` and the like apart. */
export function unwrapAggregate(node: SqlBasicCall): { readonly call: SqlBasicCall; readonly form: AggregateForm } {
  let call = node;
  let form: AggregateForm = { outer: node };
  for (;;) {
    const [inner, extra] = call.operands;
    switch (call.kind) {
      case 'FILTER':
        form = { ...form, filter: extra };
        break;
      case 'WITHIN_GROUP':
        form = { ...form, withinGroup: extra?.type === 'SqlNodeList' ? extra.list : extra ? [extra] : [] };
        break;
      case 'IGNORE_NULLS':
        form = { ...form, ignoreNulls: true };
        break;
      case 'RESPECT_NULLS':
        form = { ...form, ignoreNulls: false };
        break;
      default:
        return { call, form };
    }
    if (inner?.type !== 'SqlBasicCall') throw new UnsupportedError('aggregate-form', 'This aggregate call is not supported.', node.span);
    call = inner;
  }
}

/** FILTER, WITHIN GROUP and null treatment around a call. */
export function bindAggregateForm(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const { call, form } = unwrapAggregate(node);
  const { operators } = lookupFunction(call, cx);
  checkForm(call, operators, form);
  return bindAggregateCall(call, operators, cx, form);
}

/** Functions that may have an order of their own rows; Calcite's `SqlAggFunction.requiresGroupOrder`. */
const ORDERED: ReadonlySet<string> = new Set(['COLLECT', 'JSON_ARRAYAGG_NULL_ON_NULL', 'JSON_ARRAYAGG_ABSENT_ON_NULL', 'JSON_ARRAYAGG']);
const NULL_TREATMENT: ReadonlySet<string> = new Set(['LEAD', 'LAG', 'ARRAY_AGG']);

/** Whether the function takes the words behind its call. */
export function checkForm(call: SqlBasicCall, overloads: readonly SqlOperator[], form: AggregateForm): void {
  const name = functionName(call);
  if (form.withinGroup && overloads.every((o) => o.category !== 'aggregate')) {
    throw contextError(
      'validate/within-group',
      joinPositions([call, form.outer ?? call]),
      `WITHIN GROUP not allowed with ${name} function`,
    );
  }
  if (form.withinGroup && !ORDERED.has(name)) {
    throw contextError('validate/within-group', call, `Aggregate expression '${name}' must not contain a WITHIN GROUP clause`);
  }
  if (form.ignoreNulls !== undefined && !NULL_TREATMENT.has(name)) {
    throw contextError('validate/null-treatment', call, `Cannot specify IGNORE NULLS or RESPECT NULLS following '${name}'`);
  }
}

function isStar(o: SqlNode | undefined): boolean {
  return o?.type === 'SqlIdentifier' && o.names.length === 1 && o.names[0] === '';
}

/** Operands and modifiers of an aggregate call, for aggregation and for OVER. */
export interface BoundArguments {
  readonly op: SqlOperator;
  readonly operands: readonly BoundExpr[];
  readonly type: BoundExpr['type'];
  readonly filter: BoundExpr | undefined;
  readonly distinct: boolean;
}

export function bindArguments(node: SqlBasicCall, overloads: readonly SqlOperator[], cx: ExprContext, form: AggregateForm): BoundArguments {
  const star = node.syntax === 'FUNCTION_STAR' || isStar(node.operands[0]);
  const operands = star ? [] : node.operands.flatMap((o) => (o && o.type !== 'SqlDataTypeSpec' ? [cx.binder.expression(o, cx)] : []));
  const name = functionName(node);
  const options = { place: node, name, hasFilter: form.filter !== undefined, groupCount: cx.groupCount };
  const call = star ? starCall(overloads, node, cx, options) : checkCall(overloads, operands, cx, options);
  let filter: BoundExpr | undefined;
  if (form.filter) {
    const nested = findAggregate(form.filter, cx);
    if (nested) throw contextError('validate/aggregate-in-filter', form.filter, 'FILTER must not contain aggregate expression');
    filter = cx.binder.expression(form.filter, cx);
    if (filter.type.name !== 'BOOLEAN') throw contextError('validate/filter-condition', form.filter, 'FILTER clause must be a condition');
  }
  return { ...call, filter, distinct: node.quantifier?.value === 'DISTINCT' };
}

/** COUNT(*) and other functions that may be called with a star. */
export function starCall(
  overloads: readonly SqlOperator[],
  node: SqlBasicCall,
  cx: ExprContext,
  { hasFilter = false }: { readonly hasFilter?: boolean },
): Pick<BoundArguments, 'op' | 'operands' | 'type'> {
  const op = overloads.find((o) => o.syntax === 'functionStar' || o.name === 'COUNT');
  if (!op) throw contextError('validate/unknown-identifier', node.operands.find(isStar) ?? node, `Unknown identifier '*'`);
  const type = op.inferReturnType({
    operandTypes: [],
    isLiteral: () => false,
    isNullLiteral: () => false,
    literalValue: () => undefined,
    symbol: () => undefined,
    groupCount: cx.groupCount,
    hasFilter,
  });
  return { op, operands: [], type };
}

/** The expression of an ORDER BY item without the words behind it, and what they say. */
export function sortItem(node: SqlNode): Omit<BoundSortItem, 'expr'> & { readonly item: SqlNode } {
  let item = node;
  let descending = false;
  let nulls: BoundSortItem['nulls'];
  while (item.type === 'SqlBasicCall') {
    const [inner] = item.operands;
    if (!inner) break;
    if (item.kind === 'DESCENDING') descending = true;
    else if (item.kind === 'NULLS_FIRST') nulls = 'FIRST';
    else if (item.kind === 'NULLS_LAST') nulls = 'LAST';
    else break;
    item = inner;
  }
  return { item, descending, nulls };
}

/** ORDER BY items of WITHIN GROUP and of windows. */
export function bindSortItem(node: SqlNode, cx: ExprContext): BoundSortItem {
  const { item, ...order } = sortItem(node);
  return { expr: cx.binder.expression(item, cx), ...order };
}

/** `ARRAY_AGG(x ORDER BY y)` says the same as `ARRAY_AGG(x) WITHIN GROUP (ORDER BY y)`. */
function withOwnOrder(node: SqlBasicCall, form: AggregateForm): { readonly node: SqlBasicCall; readonly form: AggregateForm } {
  const last = node.operands.at(-1);
  if (last?.type !== 'SqlNodeList' || form.withinGroup) return { node, form };
  return { node: { ...node, operands: node.operands.slice(0, -1) }, form: { ...form, withinGroup: last.list } };
}

/** An aggregate call without OVER. */
export function bindAggregateCall(
  written: SqlBasicCall,
  overloads: readonly SqlOperator[],
  cx: ExprContext,
  writtenForm: AggregateForm,
): BoundExpr {
  const outer = writtenForm.outer ?? written;
  const { node, form } = withOwnOrder(written, writtenForm);
  const [first] = overloads;
  if (first?.aggregate?.requiresOver) throw contextError('validate/over-required', node, 'OVER clause is necessary for window functions');
  if (first && isGrouping(first) && cx.groupCount < 1) {
    throw contextError('validate/grouping', node, `${first.name} operator may only occur in an aggregate query`);
  }
  for (const operand of node.operands) {
    if (operand && findAggregate(operand, cx, { over: true })) {
      throw contextError('validate/nested-aggregate', outer, 'Aggregate expressions cannot be nested');
    }
  }
  const inner: ExprContext = { ...cx, aggregates: 'inside', common: undefined };
  const bound = bindArguments(node, overloads, inner, form);
  const withinGroup = (form.withinGroup ?? []).map((item) => bindSortItem(item, inner));
  return {
    kind: 'aggregate',
    ...bound,
    approximate: false,
    ignoreNulls: form.ignoreNulls ?? false,
    withinGroup,
    origin: originOf(outer),
  };
}

function isGrouping(op: SqlOperator): boolean {
  return op.kind === 'GROUPING' || op.kind === 'GROUP_ID' || op.name === 'GROUPING_ID';
}
