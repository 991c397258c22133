import type { SqlJoin, SqlNode, SqlIdentifier } from '../sql/ast.ts';
import type { BoundExpr, BoundJoin, BoundRelation, BoundUsingColumn } from './bound.ts';
import type { ExprContext } from './expression/context.ts';
import type { FromContext } from './from-context.ts';
import type { Place } from './errors.ts';
import { contextError } from './errors.ts';
import { checkCall, operatorsNamed } from './expression/call-binding.ts';
import { columnAt, originOf } from './expression/identifier.ts';
import { isComparable } from '../catalog/functions/comparable.ts';
import { itemExpressions } from './from-context.ts';
import { NameScope } from './name-scope.ts';
import { bindCondition } from './condition.ts';
import { withNullability } from '../types/sql-type.ts';

type BindFrom = (node: SqlNode, cx: FromContext) => BoundRelation;

/** A join: its sides from left to right, then its condition over the relations of both. */
export function bindJoin(node: SqlJoin, cx: FromContext, bindFrom: BindFrom): BoundJoin {
  const scope = new NameScope('join', cx.place.parent, { using: cx.scope });
  const { joinType } = node;
  const sides = { ...cx, scope, lateral: false, alias: undefined, columns: undefined, enclosing: undefined, hints: undefined };
  const left = bindFrom(node.left, { ...sides, nullable: cx.nullable || joinType === 'RIGHT' || joinType === 'FULL' });
  const middle = scope.children.length;
  const right = bindFrom(node.right, { ...sides, nullable: cx.nullable || joinType === 'LEFT' || joinType === 'FULL' });
  const expressions = itemExpressions(cx, scope);
  let condition: BoundExpr | undefined;
  let using: readonly BoundUsingColumn[] = [];
  if (node.natural) {
    using = naturalColumns(node, scope, middle, expressions);
  } else if (node.conditionType === 'USING') {
    using = usingColumns(node, scope, middle, expressions);
  } else if (node.conditionType === 'ON' && node.condition) {
    condition = bindCondition(node.condition, expressions, 'ON');
  }
  checkConditionPresence(node);
  return {
    kind: 'join',
    left,
    right,
    joinType,
    natural: node.natural,
    scope,
    condition,
    using,
    fields: [...left.fields, ...right.fields],
    span: node.span,
  };
}

function checkConditionPresence(node: SqlJoin): void {
  const crossing = node.joinType === 'CROSS' || node.joinType === 'COMMA';
  if (crossing && node.natural) {
    throw contextError('validate/join-condition', node, 'Cannot specify NATURAL keyword with ON or USING clause');
  }
  if (!crossing && !node.natural && node.conditionType === 'NONE') {
    throw contextError(
      'validate/join-condition',
      node,
      'INNER, LEFT, RIGHT or FULL join requires a condition (NATURAL keyword or ON or USING clause)',
    );
  }
}

function childrenWith(
  scope: NameScope,
  from: number,
  to: number,
  name: string,
): readonly { readonly child: number; readonly index: number }[] {
  return scope.children.slice(from, to).flatMap((c, i) => {
    const index = c.fields.findIndex((f) => f.name === name);
    return index < 0 ? [] : [{ child: from + i, index }];
  });
}

function usingColumn(
  name: string,
  at: { readonly place: Place; readonly scope: NameScope; readonly middle: number; readonly cx: ExprContext },
): BoundUsingColumn {
  const { scope, middle } = at;
  const side = (from: number, to: number): BoundExpr => {
    const found = childrenWith(scope, from, to, name);
    const [first] = found;
    const child = first && scope.children[first.child];
    if (!first || !child) throw contextError('validate/unknown-column', at.place, `Column '${name}' not found in any table`);
    if (found.length > 1) {
      throw contextError(
        'validate/using-not-unique',
        at.place,
        `Column name '${name}' in NATURAL join or USING clause is not unique on one side of join`,
      );
    }
    return columnAt({ scope, child }, first.index, { pos: at.place.pos, span: at.place.span ?? { start: 0, end: 0 } });
  };
  const left = side(0, middle);
  const right = side(middle, scope.children.length);
  if (!isComparable(left.type, right.type)) {
    throw contextError(
      'validate/using-types',
      at.place,
      `Column '${name}' matched using NATURAL keyword or USING clause has incompatible types: cannot compare '${left.type.digest.replace(/ NOT NULL$/, '')}' to '${right.type.digest.replace(/ NOT NULL$/, '')}'`,
    );
  }
  return { name, left, right, merged: merge(left, right, at.cx) };
}

/** `COALESCE(left, right)`: what the bare name of a common column means. */
function merge(left: BoundExpr, right: BoundExpr, cx: ExprContext): BoundExpr {
  const call = checkCall(operatorsNamed(cx, 'COALESCE'), [left, right], cx, { place: left.origin, name: 'COALESCE' });
  const type = withNullability(call.type, left.type.nullable && right.type.nullable);
  return { kind: 'call', ...call, operands: [left, right], type, origin: left.origin };
}

function usingColumns(node: SqlJoin, scope: NameScope, middle: number, cx: ExprContext): readonly BoundUsingColumn[] {
  const list = node.condition?.type === 'SqlNodeList' ? node.condition.list : [];
  return list
    .filter((id): id is SqlIdentifier => id.type === 'SqlIdentifier')
    .map((id) => usingColumn(id.names[0] ?? '', { place: id, scope, middle, cx }));
}

/** Names that both sides have, in the order of the left side. */
function naturalColumns(node: SqlJoin, scope: NameScope, middle: number, cx: ExprContext): readonly BoundUsingColumn[] {
  const names = (from: number, to: number): string[] => scope.children.slice(from, to).flatMap((c) => c.fields.map((f) => f.name));
  const right = new Set(names(middle, scope.children.length));
  const common = [...new Set(names(0, middle))].filter((n) => right.has(n));
  return common.map((name) => usingColumn(name, { place: originOf(node), scope, middle, cx }));
}

/** Columns of JOIN … USING by name, as a bare name in the select list means them. */
export function commonColumns(from: BoundRelation): ReadonlyMap<string, BoundExpr> | undefined {
  const result = new Map<string, BoundExpr>();
  const visit = (r: BoundRelation): void => {
    if (r.kind !== 'join') return;
    if (!r.natural) for (const u of r.using) if (!result.has(u.name)) result.set(u.name, u.merged);
    visit(r.left);
  };
  visit(from);
  return result.size > 0 ? result : undefined;
}

interface Named {
  readonly expr: BoundExpr;
  readonly name: string;
}

/** How `*` orders its columns over joins with common columns: those first, merged; undefined if there are none. */
export function commonColumnOrder(from: BoundRelation): ((items: readonly Named[]) => readonly Named[]) | undefined {
  if (!hasCommonColumns(from)) return undefined;
  return (items) => permute(from, items);
}

function hasCommonColumns(r: BoundRelation): boolean {
  return r.kind === 'join' && (r.using.length > 0 || hasCommonColumns(r.left) || hasCommonColumns(r.right));
}

function permute(r: BoundRelation, items: readonly Named[]): readonly Named[] {
  if (r.kind !== 'join') return items;
  const width = r.left.fields.length;
  const left = permute(r.left, items.slice(0, width));
  const right = permute(r.right, items.slice(width));
  if (r.using.length === 0) return [...left, ...right];
  const names = new Set(r.using.map((u) => u.name));
  const merged = r.using.map((u): Named => ({ name: u.name, expr: u.merged }));
  return [...merged, ...left.filter((i) => !names.has(i.name)), ...right.filter((i) => !names.has(i.name))];
}
