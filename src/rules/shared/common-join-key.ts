import type { RexNode } from '../../rel/rex/rex-node.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';

/** Which input of several a field counted through all of them belongs to; −1 if none. */
function inputOf(field: number, counts: readonly number[]): number {
  let offset = 0;
  return counts.findIndex((count) => {
    offset += count;
    return field < offset;
  });
}

/** Equations of plain columns in ANDs. */
function equations(e: RexNode | undefined): (readonly [number, number])[] {
  if (!e) return [];
  if (isCallOf(e, 'AND')) return e.operands.flatMap(equations);
  if (!isCallOf(e, 'EQUALS')) return [];
  const [a, b] = e.operands;
  return a?.rex === 'inputRef' && b?.rex === 'inputRef' ? [[a.index, b.index]] : [];
}

/**
 * Whether all inputs of a join of many share a key: some class of columns that the conditions make equal has one of every input
 * (Flink's `AttributeBasedJoinKeyExtractor`). Only then one state key partitions all of them.
 */
export function haveCommonJoinKey(fieldCounts: readonly number[], conditions: readonly (RexNode | undefined)[]): boolean {
  const classes: Set<number>[] = [];
  for (const [a, b] of conditions.flatMap(equations)) {
    if (inputOf(a, fieldCounts) < 0 || inputOf(b, fieldCounts) < 0) continue;
    const met = classes.filter((c) => c.has(a) || c.has(b));
    const merged = new Set([a, b, ...met.flatMap((c) => [...c])]);
    for (const c of met) classes.splice(classes.indexOf(c), 1);
    classes.push(merged);
  }
  return classes.some((c) => new Set([...c].map((f) => inputOf(f, fieldCounts))).size === fieldCounts.length);
}
