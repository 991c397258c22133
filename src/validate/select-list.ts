import type { SqlIdentifier, SqlNode, SqlSelect } from '../sql/ast.ts';
import type { BoundExpr, BoundRelation } from './bound.ts';
import type { ExprContext } from './expression/context.ts';
import type { ScopeChild } from './name-scope.ts';
import { contextError } from './errors.ts';
import { findAggregate, isGroupWindow } from './expression/aggregate-finder.ts';
import { refuseBareNull } from './expression/expression.ts';
import { accessFields, columnAt, identifierText, originOf, partsPlace } from './expression/identifier.ts';
import { commonColumnOrder } from './join.ts';
import { resolveNames } from './resolve-names.ts';

/** An item of the select list after stars are expanded. */
export interface ListedItem {
  readonly expr: BoundExpr;
  /** The alias or the column's own name; undefined where the name is made up. */
  readonly name: string | undefined;
  /** The name of the field as the query's row type has it. */
  readonly fieldName: string;
}

/** The name that an item has by itself: its alias, the last part of a name, a function without parentheses. */
function itemName(node: SqlNode): string | undefined {
  switch (node.type) {
    case 'SqlIdentifier':
      return node.names[node.names.length - 1];
    case 'SqlBasicCall': {
      if (node.kind === 'AS') {
        const alias = node.operands[1];
        return alias?.type === 'SqlIdentifier' ? alias.names[0] : undefined;
      }
      if (node.kind === 'OVER') return node.operands[0]?.type === 'SqlIdentifier' ? itemName(node.operands[0]) : undefined;
      if (node.syntax === 'FUNCTION_ID') return node.operator;
      return undefined;
    }
    default:
      return undefined;
  }
}

/** Binds all items; stars become one item a column. */
export function bindSelectList(select: SqlSelect, cx: ExprContext, from: BoundRelation | undefined): readonly ListedItem[] {
  const result: ListedItem[] = [];
  const names = new Set<string>();
  const add = (expr: BoundExpr, name: string | undefined): void => {
    // Made-up names count the different names so far.
    const fieldName = name ?? `EXPR$${names.size}`;
    names.add(fieldName);
    result.push({ expr, name, fieldName });
  };
  for (const item of select.selectList) {
    if (item.type === 'SqlIdentifier' && item.names[item.names.length - 1] === '') {
      for (const { expr, name } of expandStar(item, cx, from)) add(expr, name);
      continue;
    }
    refuseGroupFunction(item, cx);
    resolveNames(item, cx);
    add(refuseBareNull(cx.binder.expression(item, cx)), itemName(item));
  }
  return result;
}

function refuseGroupFunction(item: SqlNode, cx: ExprContext): void {
  const found = findAggregate(item, cx, { group: true });
  if (found && isGroupWindow(found, cx)) {
    const name = found.operator.startsWith('$') ? found.operator : `$${found.operator}`;
    throw contextError('validate/group-function', found, `Group function '${name}' can only appear in GROUP BY clause`);
  }
}

interface StarItem {
  readonly expr: BoundExpr;
  readonly name: string;
}

function expandStar(star: SqlIdentifier, cx: ExprContext, from: BoundRelation | undefined): readonly StarItem[] {
  if (star.names.length > 1) return expandQualifiedStar(star, cx);
  if (!from) throw contextError('validate/star-without-from', star, 'SELECT * requires a FROM clause');
  const items = cx.scope.children.flatMap((child) => childItems(child, star, cx));
  const order = commonColumnOrder(from);
  if (!order) return items;
  return order(items);
}

function childItems(child: ScopeChild, star: SqlIdentifier, cx: ExprContext): readonly StarItem[] {
  return child.fields.map((f, i) => {
    if (child.fields.filter((g) => g.name === f.name).length > 1) {
      throw contextError('validate/ambiguous-column', star, `Column '${f.name}' is ambiguous`);
    }
    const origin = originOf(star, `${child.name}.${f.name}`);
    return { expr: columnAt({ scope: cx.scope, child }, i, origin), name: f.name };
  });
}

/** `t.*`, or `r.*` of a ROW column. */
function expandQualifiedStar(star: SqlIdentifier, cx: ExprContext): readonly StarItem[] {
  const prefix = star.names.slice(0, -1);
  const [first = ''] = prefix;
  const child = cx.scope.children.find((c) => c.name === first);
  if (child && prefix.length === 1) return childItems(child, star, cx);
  const place = partsPlace(star, 0, prefix.length);
  const base: SqlIdentifier = { ...star, names: prefix, parts: star.parts.slice(0, prefix.length), pos: place.pos };
  const known = child ?? cx.scope.children.find((c) => c.fields.some((f) => f.name === first));
  if (!known) throw contextError('validate/unknown-table', place, `Unknown identifier '${identifierText(base)}'`);
  const row = cx.binder.expression(base, cx);
  return (row.type.fields ?? []).flatMap((f) => {
    const expr = accessFields(row, [f.name], originOf(star));
    return expr ? [{ expr, name: f.name }] : [];
  });
}
