import type { SqlBasicCall, SqlNode, SqlNodeList } from '../../sql/ast.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { BoundExpr, BoundInList, BoundQuery } from '../bound.ts';
import type { Place } from '../errors.ts';
import type { ExprContext, QueryPlace } from './context.ts';
import { FlinkError, UnsupportedError } from '../../base/diagnostic.ts';
import { isQuery } from '../../sql/parser/node.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import { intervalType, relRowType, rowTypeOf, shortTypeText, simpleType, withNullability } from '../../types/sql-type.ts';
import { deriveDataType, intervalQualifier } from '../ddl/data-type.ts';
import { contextError, joinPositions } from '../errors.ts';
import { castOperator, isNull, operatorNamed, withType } from './call-binding.ts';
import { canCast } from './cast-rules.ts';
import { isComparable } from '../../catalog/functions/comparable.ts';
import { originOf } from './identifier.ts';

/** Predicates with syntax of their own, CAST, and sub-queries in expressions. */

/** Where a sub-query of this expression stands. */
export function subQueryPlace(cx: ExprContext): QueryPlace {
  return { ...cx.place, parent: cx.scope };
}

function operand(node: SqlBasicCall, i: number): SqlNode {
  const o = node.operands[i];
  if (!o) throw new Error(`${node.operator} has no operand ${i}`);
  return o;
}

export function negate(e: BoundExpr, cx: ExprContext): BoundExpr {
  return { kind: 'call', op: operatorNamed(cx, 'NOT', 'prefix'), operands: [e], type: e.type, origin: e.origin };
}

/** Stays one call of three operands: the comparisons are made while converting. */
export function bindBetween(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const operands = node.operands.flatMap((o) => (o ? [cx.binder.expression(o, cx)] : []));
  const symmetric = node.operator.includes(' SYMMETRIC');
  const name = symmetric ? 'BETWEEN SYMMETRIC' : 'BETWEEN ASYMMETRIC';
  const negated = node.operator.startsWith('NOT');
  const [value, low, high] = operands.map((o) => (isNull(o) ? withType(o, known(operands)) : o));
  if (!value || !low || !high) throw new Error('BETWEEN has three operands');
  if (!isComparable(value.type, low.type) || !isComparable(value.type, high.type) || !isComparable(low.type, high.type)) {
    const shown = negated ? `NOT ${name}` : name;
    const [a, b, c] = [value, low, high].map((o) => `<${shortTypeText(o.type)}>`);
    throw contextError(
      'validate/operand-type',
      node,
      `Cannot apply '${shown}' to arguments of type '${a} ${shown} ${b} AND ${c}'. Supported form(s): '<COMPARABLE_TYPE> ${shown} <COMPARABLE_TYPE> AND <COMPARABLE_TYPE>'`,
    );
  }
  const type = simpleType('BOOLEAN', value.type.nullable || low.type.nullable || high.type.nullable);
  const op = betweenOperator(name);
  const between: BoundExpr = { kind: 'call', op, operands: [value, low, high], type, origin: originOf(node) };
  return negated ? negate(between, cx) : between;
}

function known(operands: readonly BoundExpr[]): SqlType {
  return operands.find((o) => !isNull(o))?.type ?? simpleType('BOOLEAN', true);
}

/** BETWEEN stays whole while validating only; in a plan it is two comparisons. */
function betweenOperator(name: string): SqlOperator {
  return {
    name,
    kind: 'BETWEEN',
    syntax: 'special',
    category: 'scalar',
    deterministic: true,
    dynamic: false,
    nullPolicy: 'ANY',
    flinkInference: false,
    arity: { min: 3, max: 3 },
    checkOperands: () => ({ ok: true }),
    inferReturnType: (b) =>
      simpleType(
        'BOOLEAN',
        b.operandTypes.some((t) => t.nullable),
      ),
  };
}

export function bindIn(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const negated = node.kind === 'NOT_IN' || node.operator.startsWith('NOT');
  const value = cx.binder.expression(operand(node, 0), cx);
  const right = operand(node, 1);
  if (right.type !== 'SqlNodeList') return bindInQuery(node, right, value, cx, negated);
  const items = right.list;
  const only = items[0];
  if (items.length === 1 && only && isQuery(only)) return bindInQuery(node, only, value, cx, negated);
  return bindInList(node, right, value, cx, { negated });
}

/** IN, and SOME or ALL over a list of values. */
function bindInList(
  node: SqlBasicCall,
  right: SqlNodeList,
  value: BoundExpr,
  cx: ExprContext,
  form: Pick<BoundInList, 'negated' | 'quantified'>,
): BoundExpr {
  let list = right.list.map((item) => cx.binder.expression(item, cx));
  const known = list.filter((e) => !isNull(e));
  const listType = known.length === 0 ? simpleType('NULL', true) : leastRestrictive(known.map((e) => e.type));
  if (!listType) throw contextError('validate/in-list', right, 'Values in expression list must have compatible types');
  checkIn(value.type, listType, node);
  const nullType = value.type;
  list = list.map((e) => (isNull(e) ? withType(e, nullType) : e));
  const nullable = value.type.nullable || list.some((e) => e.type.nullable) || anyFieldNullable(value.type) || anyFieldNullable(listType);
  return { kind: 'inList', value, list, ...form, type: simpleType('BOOLEAN', nullable), origin: originOf(node) };
}

function anyFieldNullable(t: SqlType): boolean {
  return t.fields?.some((f) => f.type.nullable) ?? false;
}

function checkIn(left: SqlType, right: SqlType, place: Place): void {
  const row = (t: SqlType): SqlType => (t.name === 'ROW' ? t : rowTypeOf([{ name: 'ROW_VALUE', type: t }], false));
  if (!isComparable(row(left), row(right))) {
    throw contextError('validate/in-types', place, 'Values passed to IN operator must have compatible types');
  }
}

function inOperands(value: BoundExpr): readonly BoundExpr[] {
  return value.kind === 'call' && value.op.kind === 'ROW' ? value.operands : [value];
}

function queryRow(query: BoundQuery): SqlType {
  return relRowType(query.fields);
}

function bindInQuery(node: SqlBasicCall, right: SqlNode, value: BoundExpr, cx: ExprContext, negated: boolean): BoundExpr {
  const query = cx.binder.query(right, subQueryPlace(cx));
  checkIn(value.type, queryRow(query), node);
  const operands = inOperands(value);
  const nullable = operands.some((o) => o.type.nullable) || query.fields.some((f) => f.type.nullable);
  return { kind: 'subQuery', subQuery: 'IN', negated, operands, query, type: simpleType('BOOLEAN', nullable), origin: originOf(node) };
}

/** `x > SOME (query)`, `x <> ALL (query)`. */
export function bindComparisonSubQuery(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const value = cx.binder.expression(operand(node, 0), cx);
  const right = operand(node, 1);
  const target = right.type === 'SqlNodeList' && right.list.length === 1 && right.list[0] && isQuery(right.list[0]) ? right.list[0] : right;
  const comparison = node.operator.split(' ')[0] ?? '=';
  if (target.type === 'SqlNodeList') {
    return bindInList(node, target, value, cx, { negated: false, quantified: { comparison, all: node.kind === 'ALL' } });
  }
  const query = cx.binder.query(target, subQueryPlace(cx));
  checkIn(value.type, queryRow(query), node);
  const operands = inOperands(value);
  const nullable = operands.some((o) => o.type.nullable) || query.fields.some((f) => f.type.nullable);
  return {
    kind: 'subQuery',
    subQuery: node.kind === 'ALL' ? 'ALL' : 'SOME',
    comparison,
    negated: false,
    operands,
    query,
    type: simpleType('BOOLEAN', nullable),
    origin: originOf(node),
  };
}

export function bindExists(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  // Flink has no UNIQUE.
  if (node.kind === 'UNIQUE') {
    throw contextError('validate/unknown-function', node, 'No match found for function signature UNIQUE');
  }
  const query = cx.binder.query(operand(node, 0), subQueryPlace(cx));
  return {
    kind: 'subQuery',
    subQuery: 'EXISTS',
    negated: false,
    operands: [],
    query,
    type: simpleType('BOOLEAN', false),
    origin: originOf(node),
  };
}

/** A query as a value: one column, null for no row. */
export function bindScalarQuery(queryNode: SqlNode, node: SqlNode, cx: ExprContext, place: Place = queryNode): BoundExpr {
  const query = cx.binder.query(queryNode, subQueryPlace(cx));
  const [field, second] = query.fields;
  if (!field || second) {
    const row = shortTypeText(queryRow(query)).toUpperCase();
    throw contextError(
      'validate/scalar-sub-query',
      place,
      `Cannot apply '$SCALAR_QUERY' to arguments of type '$SCALAR_QUERY(<${row}>)'. Supported form(s): '$SCALAR_QUERY(<RECORDTYPE(SINGLE FIELD)>)'`,
    );
  }
  return {
    kind: 'subQuery',
    subQuery: 'SCALAR',
    negated: false,
    operands: [],
    query,
    type: withNullability(field.type, true),
    origin: originOf(node),
  };
}

/** CAST and TRY_CAST. */
export function bindCast(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const value = cx.binder.expression(operand(node, 0), cx);
  const spec = operand(node, 1);
  const interval = spec.type === 'SqlIntervalQualifier' ? intervalType(intervalQualifier(spec), true) : undefined;
  if (spec.type !== 'SqlDataTypeSpec' && !interval) throw new UnsupportedError('cast', 'This form of CAST is not supported.', node.span);
  const written = spec.type === 'SqlDataTypeSpec' ? spec : undefined;
  const safe = node.kind === 'SAFE_CAST' || node.operator === 'TRY_CAST';
  const nullable = safe || value.type.nullable || written?.nullable === true;
  const type = withNullability(interval ?? (written ? deriveDataType(written) : value.type), nullable);
  const origin = originOf(node);
  if (node.operator === 'SAFE_CAST') {
    throw new FlinkError('validate/safe-cast', [{ className: 'UnsupportedOperationException', message: 'This should never be called' }]);
  }
  if (isNull(value)) {
    const operand0 = withType(value, type);
    return { kind: 'call', op: castOperator(cx), operands: [operand0], type: withNullability(type, true), origin };
  }
  if (!canCast(value.type, type)) {
    throw contextError(
      'validate/cast',
      node,
      `Cast function cannot convert value of type ${shortTypeText(value.type)} to type ${shortTypeText(type)}`,
    );
  }
  const op = safe ? operatorNamed(cx, 'TRY_CAST', undefined, node) : castOperator(cx);
  return { kind: 'call', op, operands: [value], type, origin };
}

/** The place of a list of things. */
export function listPlace(nodes: readonly SqlNode[]): Place {
  return joinPositions(nodes);
}
