import type { SqlBasicCall, SqlNode } from '../../sql/ast.ts';
import type { BoundExpr } from '../bound.ts';
import type { ExprContext } from './context.ts';
import { FlinkError, UnsupportedError } from '../../base/diagnostic.ts';
import { arrayType, intervalType, mapType, multisetType, relRowType, rowTypeOf, shortTypeText, simpleType } from '../../types/sql-type.ts';
import { intervalQualifier } from '../ddl/data-type.ts';
import { contextError } from '../errors.ts';
import { checkCall, operatorNamed, operatorsNamed, refuseNulls } from './call-binding.ts';
import { accessFields, originOf } from './identifier.ts';
import { unitSize } from './interval-literal.ts';
import { subQueryPlace } from './predicate.ts';

/** Values put together from others and parts taken out of them: ROW, ARRAY, MAP, `a[1]`, `r.f`, `INTERVAL n DAY`, DESCRIPTOR. */

export function bindRow(items: readonly SqlNode[], node: SqlNode, cx: ExprContext): BoundExpr {
  const operands = items.map((i) => cx.binder.expression(i, cx));
  refuseNulls(operands);
  const type = rowTypeOf(
    operands.map((o, i) => ({ name: `EXPR$${i}`, type: o.type })),
    false,
  );
  return { kind: 'call', op: operatorNamed(cx, 'ROW', undefined, node), operands, type, origin: originOf(node) };
}

export function bindConstructor(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const origin = originOf(node);
  const [query] = node.operands;
  switch (node.kind) {
    case 'ARRAY_QUERY_CONSTRUCTOR':
    case 'MAP_QUERY_CONSTRUCTOR':
    case 'MULTISET_QUERY_CONSTRUCTOR': {
      if (!query) throw new Error('constructor without query');
      const bound = cx.binder.query(query, subQueryPlace(cx));
      const [first, second] = bound.fields;
      if (!first) throw new Error('query without columns');
      const subQuery = node.kind === 'ARRAY_QUERY_CONSTRUCTOR' ? 'ARRAY' : node.kind === 'MAP_QUERY_CONSTRUCTOR' ? 'MAP' : 'MULTISET';
      if (subQuery === 'MAP' && bound.fields.length !== 2) {
        const row = shortTypeText(relRowType(bound.fields));
        const message = `MAP requires exactly two fields, got ${bound.fields.length}; row type ${row}`;
        throw new FlinkError('validate/map-query', [{ className: 'IllegalArgumentException', message }], node.span);
      }
      const element = second ? rowTypeOf(bound.fields, false) : first.type;
      const type =
        subQuery === 'ARRAY'
          ? arrayType(element, false)
          : subQuery === 'MAP'
            ? mapType(first.type, second?.type ?? first.type, false)
            : multisetType(element, false);
      return { kind: 'subQuery', subQuery, negated: false, operands: [], query: bound, type, origin };
    }
    default: {
      const operands = node.operands.flatMap((o) => (o ? [cx.binder.expression(o, cx)] : []));
      const overloads = operatorsNamed(cx, node.operator);
      return { kind: 'call', ...checkCall(overloads, operands, cx, { place: node, name: node.operator }), origin };
    }
  }
}

export function bindItem(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const operands = node.operands.flatMap((o) => (o ? [cx.binder.expression(o, cx)] : []));
  return { kind: 'call', ...checkCall(operatorsNamed(cx, 'ITEM'), operands, cx, { place: node, name: 'ITEM' }), origin: originOf(node) };
}

export function bindDot(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const [record, field] = node.operands;
  if (!record || field?.type !== 'SqlIdentifier') throw new UnsupportedError('dot', 'This access to a field is not supported.', node.span);
  const ref = cx.binder.expression(record, cx);
  const result = accessFields(ref, field.names, originOf(node));
  if (!result) throw contextError('validate/unknown-field', field, `Unknown field '${field.names.join('.')}'`);
  return result;
}

/** `INTERVAL n MINUTE` is `n * INTERVAL '1' MINUTE`. */
export function bindIntervalCall(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const [value, qualifier] = node.operands;
  if (!value || qualifier?.type !== 'SqlIntervalQualifier')
    throw new UnsupportedError('interval', 'This interval is not supported.', node.span);
  const bound = cx.binder.expression(value, cx);
  const origin = originOf(node);
  const one: BoundExpr = {
    kind: 'literal',
    value: { kind: 'interval', value: unitSize(qualifier.startUnit) },
    type: intervalType(intervalQualifier(qualifier), false),
    origin: originOf(qualifier),
  };
  return {
    kind: 'call',
    op: operatorNamed(cx, '*', 'binary', node),
    operands: [bound, one],
    type: intervalType(intervalQualifier(qualifier), bound.type.nullable),
    origin,
  };
}

export function bindDescriptor(node: SqlBasicCall): BoundExpr {
  const columns = node.operands.map((o) => {
    if (o?.type !== 'SqlIdentifier') throw new UnsupportedError('descriptor', 'DESCRIPTOR takes names of columns.', node.span);
    return o.names[o.names.length - 1] ?? '';
  });
  return { kind: 'descriptor', columns, type: simpleType('COLUMN_LIST', false), origin: originOf(node) };
}
