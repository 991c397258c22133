import type { SqlBasicCall, SqlNode } from '../sql/ast.ts';
import type { BoundExpr, BoundGroupBy } from './bound.ts';
import type { ExprContext } from './expression/context.ts';
import { Identities, boundKey } from './bound-key.ts';
import { contextError, overPlace } from './errors.ts';
import { findAggregate } from './expression/aggregate-finder.ts';
import { resolveNames } from './resolve-names.ts';

/** Number of items of GROUP BY, `()` not counted (Calcite's `getGroupCount`). */
export function groupItemCount(items: readonly SqlNode[]): number {
  return items.filter((i) => !(i.type === 'SqlNodeList' && i.list.length === 0)).length;
}

class Keys {
  readonly list: BoundExpr[] = [];
  private readonly byKey = new Map<string, number>();
  private readonly ids = new Identities();

  indexOf(e: BoundExpr): number {
    const key = boundKey(e, this.ids);
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    this.byKey.set(key, this.list.length);
    this.list.push(e);
    return this.list.length - 1;
  }
}

/** Keys and grouping sets: the sets of the items of GROUP BY, each combined with each. */
export function bindGroupBy(items: readonly SqlNode[] | undefined, cx: ExprContext): BoundGroupBy {
  const keys = new Keys();
  let sets: readonly (readonly number[])[] = [[]];
  for (const item of items ?? []) resolveNames(item, cx);
  for (const item of items ?? []) {
    const found = findAggregate(item, cx, { over: true });
    if (found) {
      const what = found.kind === 'OVER' ? 'Windowed aggregate expression' : 'Aggregate expression';
      throw contextError(
        'validate/aggregate-illegal',
        found.kind === 'OVER' ? overPlace(found) : found,
        `${what} is illegal in GROUP BY clause`,
      );
    }
    const own = itemSets(item, keys, cx);
    sets = sets.flatMap((a) => own.map((b) => [...new Set([...a, ...b])]));
  }
  return { keys: keys.list, sets };
}

function isGrouping(node: SqlNode): node is SqlBasicCall {
  return node.type === 'SqlBasicCall' && (node.kind === 'GROUPING_SETS' || node.kind === 'ROLLUP' || node.kind === 'CUBE');
}

function itemSets(item: SqlNode, keys: Keys, cx: ExprContext): readonly (readonly number[])[] {
  if (!isGrouping(item)) return [columnSet(item, keys, cx)];
  const operands = item.operands.flatMap((o) => (o ? [o] : []));
  switch (item.kind) {
    case 'GROUPING_SETS':
      return operands.flatMap((o) => itemSets(o, keys, cx));
    case 'ROLLUP': {
      const parts = operands.map((o) => columnSet(o, keys, cx));
      return Array.from({ length: parts.length + 1 }, (_, i) => [...new Set(parts.slice(0, parts.length - i).flat())]);
    }
    default: {
      const parts = operands.map((o) => columnSet(o, keys, cx));
      return cube(parts);
    }
  }
}

function cube(parts: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const [first, ...rest] = parts;
  if (!first) return [[]];
  const tails = cube(rest);
  return [...tails.map((t) => [...new Set([...first, ...t])]), ...tails];
}

/** One expression, or several in parentheses. */
function columnSet(node: SqlNode, keys: Keys, cx: ExprContext): readonly number[] {
  if (node.type === 'SqlNodeList') return [...new Set(node.list.flatMap((n) => columnSet(n, keys, cx)))];
  if (node.type === 'SqlBasicCall' && node.kind === 'ROW') {
    return [...new Set(node.operands.flatMap((n) => (n ? columnSet(n, keys, cx) : [])))];
  }
  return [keys.indexOf(cx.binder.expression(node, cx))];
}
