import type { SqlHint, SqlNode } from '../sql/ast.ts';
import type { RelHint } from '../rel/rel-node.ts';
import { inHashOrder } from '../base/java-hash.ts';

/** Hints of a table name and of a SELECT. */

function textOf(node: SqlNode): string {
  switch (node.type) {
    case 'SqlIdentifier':
      return node.names.join('.');
    case 'SqlCharStringLiteral':
      return node.value;
    case 'SqlNumericLiteral':
      return node.text;
    default:
      return '';
  }
}

function pairsOf(hint: SqlHint): readonly (readonly [string, string])[] {
  if (hint.format !== 'KV_LIST') return [];
  const texts = hint.options.map(textOf);
  return texts.flatMap((key, i) => (i % 2 === 0 ? [[key, texts[i + 1] ?? ''] as const] : []));
}

function isOptions(hint: SqlHint): boolean {
  return hint.name.names[0]?.toUpperCase() === 'OPTIONS';
}

/** Options that a table's OPTIONS hints set. */
export function hintOptionsOf(hints: readonly SqlHint[]): readonly (readonly [string, string])[] {
  return hints.filter(isOptions).flatMap(pairsOf);
}

export function relHint(hint: SqlHint): RelHint {
  const name = hint.name.names[0] ?? '';
  return {
    name: name.toUpperCase(),
    inheritPath: [],
    listOptions: hint.format === 'KV_LIST' ? [] : hint.options.map(textOf),
    kvOptions: inHashOrder(pairsOf(hint)),
  };
}

/** OPTIONS hints of a scan. */
export function tableHints(hints: readonly SqlHint[]): readonly RelHint[] {
  return hints.filter(isOptions).map(relHint);
}

/** True if a SELECT anywhere in a statement has hints. The tree of the parser is plain data, so its values are simply walked. */
export function hasQueryHints(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasQueryHints);
  if (typeof node !== 'object' || node === null) return false;
  if ('type' in node && node.type === 'SqlSelect' && 'hints' in node && Array.isArray(node.hints) && node.hints.length > 0) return true;
  return Object.values(node).some(hasQueryHints);
}
