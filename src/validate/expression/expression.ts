import type { SqlBasicCall, SqlCase, SqlIntervalQualifier, SqlNode } from '../../sql/ast.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { BoundExpr } from '../bound.ts';
import type { ExprContext } from './context.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import { simpleType, withNullability } from '../../types/sql-type.ts';
import { NO_PLACE, contextError } from '../errors.ts';
import { bindAggregateForm } from './aggregate.ts';
import { bindBetween, bindCast, bindComparisonSubQuery, bindExists, bindIn, bindScalarQuery } from './predicate.ts';
import { isNull, withType } from './call-binding.ts';
import { bindConstructor, bindDescriptor, bindDot, bindIntervalCall, bindItem, bindRow } from './constructor.ts';
import { bindFunction, bindNegatable, bindNullaryCall, bindOperator } from './function.ts';
import { bindIdentifier, originOf } from './identifier.ts';
import { bindLiteral, symbolOf } from './literal.ts';
import { bindOver } from './over.ts';

/** Binds any expression; the root may be NULL without a type. */
export function bindExpression(node: SqlNode, cx: ExprContext): BoundExpr {
  switch (node.type) {
    case 'SqlIdentifier':
      return bindNullaryCall(node, cx) ?? bindIdentifier(node, cx);
    case 'SqlNumericLiteral':
    case 'SqlCharStringLiteral':
    case 'SqlBinaryStringLiteral':
    case 'SqlBooleanLiteral':
    case 'SqlNullLiteral':
    case 'SqlUnknownLiteral':
    case 'SqlDateTimeLiteral':
    case 'SqlIntervalLiteral':
    case 'SqlSymbolLiteral':
      return bindLiteral(node);
    case 'SqlIntervalQualifier':
      return symbolOf(timeFrameOf(node), originOf(node));
    case 'SqlBasicCall':
      return bindCall(node, cx);
    case 'SqlCase':
      return bindCase(node, cx);
    case 'SqlSelect':
    case 'SqlOrderBy':
    case 'SqlWith':
      return bindScalarQuery(node, node, cx);
    case 'SqlNodeList':
      if (node.list.length === 1 && node.list[0]) return bindExpression(node.list[0], cx);
      return bindRow(node.list, node, cx);
    case 'SqlDynamicParam':
      return { kind: 'dynamicParam', index: node.index, type: simpleType('ANY', true), origin: originOf(node) };
    default:
      throw new UnsupportedError('expression', `An expression of the form ${node.type} is not supported.`, node.span);
  }
}

function bindCall(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  switch (node.kind) {
    case 'AS': {
      const [operand] = node.operands;
      if (!operand) throw new Error('AS without operand');
      return bindExpression(operand, cx);
    }
    case 'OVER':
      return bindOver(node, cx);
    case 'FILTER':
    case 'WITHIN_GROUP':
    case 'RESPECT_NULLS':
    case 'IGNORE_NULLS':
      return bindAggregateForm(node, cx);
    case 'BETWEEN':
      return bindBetween(node, cx);
    case 'IN':
    case 'NOT_IN':
      return bindIn(node, cx);
    case 'SOME':
    case 'ALL':
      return bindComparisonSubQuery(node, cx);
    case 'EXISTS':
    case 'UNIQUE':
      return bindExists(node, cx);
    case 'SCALAR_QUERY': {
      const [query] = node.operands;
      if (!query) throw new Error('sub-query without query');
      return bindScalarQuery(query, node, cx);
    }
    case 'UNION':
    case 'INTERSECT':
    case 'EXCEPT':
    case 'VALUES':
      return bindScalarQuery(node, node, cx);
    case 'EXPLICIT_TABLE':
      return bindScalarQuery(node, node, cx, NO_PLACE);
    case 'CAST':
    case 'SAFE_CAST':
      return bindCast(node, cx);
    case 'LIKE':
    case 'SIMILAR':
    case 'RLIKE':
      return bindNegatable(node, cx);
    case 'ITEM':
      return bindItem(node, cx);
    case 'DOT':
      return bindDot(node, cx);
    case 'ROW': {
      const items = node.operands.flatMap((o) => (o ? [o] : []));
      return bindRow(items, node, cx);
    }
    case 'INTERVAL':
      return bindIntervalCall(node, cx);
    case 'DESCRIPTOR':
      return bindDescriptor(node);
    case 'ARRAY_VALUE_CONSTRUCTOR':
    case 'MAP_VALUE_CONSTRUCTOR':
    case 'MULTISET_VALUE_CONSTRUCTOR':
    case 'ARRAY_QUERY_CONSTRUCTOR':
    case 'MAP_QUERY_CONSTRUCTOR':
    case 'MULTISET_QUERY_CONSTRUCTOR':
      return bindConstructor(node, cx);
    case 'DEFAULT':
      return { kind: 'default', type: simpleType('ANY', true), origin: originOf(node, 'DEFAULT') };
    default:
      if (node.operator === 'DESCRIPTOR') return bindDescriptor(node);
      if (node.functionName || node.syntax) return bindFunction(node, cx);
      return bindOperator(node, cx);
  }
}

/** CASE with conditions; the parser has already made them of the simple form. */
function bindCase(node: SqlCase, cx: ExprContext): BoundExpr {
  const origin = originOf(node);
  const conditions = node.whenList.map((w) => {
    const bound = bindExpression(w, cx);
    if (bound.type.name !== 'BOOLEAN' && !isNull(bound)) throw contextError('validate/case-condition', node, 'Expected a boolean type');
    return isNull(bound) ? withType(bound, simpleType('BOOLEAN', true)) : bound;
  });
  const values = node.thenList.map((t) => bindExpression(t, cx));
  const otherwise = bindExpression(node.elseExpr, cx);
  const all = [...values, otherwise];
  const known = all.filter((v) => !isNull(v));
  if (known.length === 0) throw contextError('validate/case-nulls', node, 'ELSE clause or at least one THEN clause must be non-NULL');
  const common = caseType(known.map((v) => v.type));
  if (!common) throw contextError('validate/case-types', node, 'Illegal mixing of types in CASE or COALESCE statement');
  const type = known.length < all.length ? withNullability(common, true) : common;
  const typed = (v: BoundExpr): BoundExpr => (isNull(v) ? withType(v, type) : v);
  return { kind: 'case', conditions, values: values.map(typed), otherwise: typed(otherwise), type, origin };
}

function caseType(types: readonly SqlType[]): SqlType | undefined {
  return leastRestrictive(types);
}

/** The unit of `EXTRACT(DOY FROM …)` and kin. `WEEK(MONDAY)` is known to Calcite; any other name but a unit's is a mistake. */
function timeFrameOf(node: SqlIntervalQualifier): string {
  const name = node.timeFrameName;
  if (name !== undefined && !name.startsWith('WEEK_')) {
    throw contextError('validate/time-frame', node, `'${name}' is not a valid time frame`);
  }
  return name ?? node.startUnit;
}

/** Refuses a bare NULL where nothing gives it a type. */
export function refuseBareNull(e: BoundExpr): BoundExpr {
  if (isNull(e)) throw contextError('validate/illegal-null', e.origin, `Illegal use of 'NULL'`);
  return e;
}
