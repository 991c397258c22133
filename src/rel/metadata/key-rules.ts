import type { Expand } from '../core/expand.ts';
import type { JoinType } from '../core/join.ts';
import type { NamedWindowProperty } from '../core/window-aggregate.ts';
import type { Rank } from '../core/rank.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { isInjectiveCast } from '../../types/cast-support.ts';
import { sameTypeIgnoringNullability } from '../../types/sql-type.ts';
import { bitSet, range, shiftSet, union } from '../bit-set.ts';
import { generatesNullsOnLeft, generatesNullsOnRight } from '../core/join.ts';
import { isCallOf } from '../rex/rex-node.ts';
import { expandSources } from './estimates.ts';
import { hashOrdered } from './hash-order.ts';

/*
 * How each kind of node makes keys of its inputs' keys; unique keys and upsert keys follow the same rules.
 */

/** Sets of columns; undefined if unknown, empty if there surely is none. */
export type Keys = readonly (readonly number[])[] | undefined;

/** The primary key if all its columns are still there, and what the table itself knows. */
export function tableUniqueKeys(t: RelOptTable): Keys {
  const keys: (readonly number[])[] = [];
  const primary = t.kind === 'source' && t.table?.kind === 'connector' ? t.table.primaryKey : undefined;
  if (primary) {
    const columns = primary.columns.map((name) => t.rowType.fields.findIndex((f) => f.name === name));
    if (columns.every((i) => i >= 0)) keys.push(bitSet(columns));
  }
  keys.push(...t.uniqueKeys);
  return keys.length === 0 ? undefined : hashOrdered(keys);
}

/** Keys through projections: plain references, renamings and casts that keep values apart. */
export function projectKeys(projects: readonly RexNode[], inputKeys: () => Keys, ignoreNulls: boolean): Keys {
  const outputs = new Map<number, number[]>();
  projects.forEach((e, i) => {
    const source = keySource(e, ignoreNulls);
    if (source !== undefined) outputs.set(source, [...(outputs.get(source) ?? []), i]);
  });
  if (outputs.size === 0) return [];
  const result: number[][] = [];
  for (const key of inputKeys() ?? []) {
    const choices = key.map((c) => outputs.get(c));
    if (!choices.every((c): c is number[] => c !== undefined)) continue;
    const total = choices.reduce((n, c) => n * c.length, 1);
    for (let i = 0; i <= total; i++) result.push(bitSet(choices.map((c) => c[i % c.length] ?? 0)));
  }
  return hashOrdered(result);
}

/** The input column that an expression shows without making different values equal. */
function keySource(e: RexNode, ignoreNulls: boolean): number | undefined {
  if (e.rex === 'inputRef') return e.index;
  const operand = e.rex === 'call' ? e.operands[0] : undefined;
  if (operand?.rex !== 'inputRef') return undefined;
  if (isCallOf(e, 'CAST')) {
    if (ignoreNulls) return sameTypeIgnoringNullability(operand.type, e.type) ? operand.index : undefined;
    return isInjectiveCast(operand.type, e.type) ? operand.index : undefined;
  }
  return isCallOf(e, 'AS') ? operand.index : undefined;
}

/** A key of the input that all projections show, together with the expand id. */
export function expandKeys(node: Expand, inputKeys: () => Keys): Keys {
  const outputs = new Map<number, number>();
  node.rowType.fields.forEach((_, i) => {
    if (i === node.expandIdIndex) return;
    const [only, second] = expandSources(node, i);
    if (only !== undefined && second === undefined && only >= 0) outputs.set(only, i);
  });
  if (outputs.size === 0) return undefined;
  const keys = inputKeys();
  if (!keys || keys.length === 0) return keys;
  const result: number[][] = [];
  for (const key of keys) {
    const shown = key.map((c) => outputs.get(c));
    if (shown.every((c): c is number => c !== undefined)) result.push(bitSet([...shown, node.expandIdIndex]));
  }
  return result.length === 0 ? undefined : hashOrdered(result);
}

/** First row of each partition, without the rank column (Flink's `RankUtil.isDeduplication`). */
export function isDeduplication(node: Rank): boolean {
  const { outputRankNumber, rankType, rankRange } = node.rank;
  return !outputRankNumber && rankType === 'ROW_NUMBER' && rankRange.kind === 'constant' && rankRange.start === 1 && rankRange.end === 1;
}

/** Position of the rank column, −1 if it is not shown. */
export function rankColumnOf(node: Rank): number {
  return node.rank.outputRankNumber ? node.rowType.fields.length - 1 : -1;
}

export function rankKeys(node: Rank, inputKeys: Keys): Keys {
  if (isDeduplication(node)) return [node.rank.partitionKey];
  const rankColumn = rankColumnOf(node);
  if (rankColumn < 0) return inputKeys;
  const own = node.rank.rankType === 'ROW_NUMBER' ? [union(node.rank.partitionKey, [rankColumn])] : [];
  return hashOrdered([...own, ...(inputKeys ?? [])]);
}

/** The keys with each window property; unknown without one. */
export function windowAggregateKeys(fieldCount: number, properties: readonly NamedWindowProperty[], keyCount: number): Keys {
  if (properties.length === 0) return undefined;
  return hashOrdered(properties.map((_, i) => union(range(0, keyCount), [fieldCount - properties.length + i])));
}

export interface JoinKeysQuestion {
  readonly joinType: JoinType;
  readonly leftCount: number;
  readonly left: Keys;
  readonly right: Keys;
  /** Whether the columns of the equations are unique on each side. */
  readonly isLeftUnique: boolean | undefined;
  readonly isRightUnique: boolean | undefined;
}

/** A key of both sides together; a side's own keys where each of its rows meets at most one row of the other. */
export function joinKeys(q: JoinKeysQuestion): Keys {
  const right = q.right?.map((k) => shiftSet(k, q.leftCount));
  const result: (readonly number[])[] = [];
  for (const r of right ?? []) for (const l of q.left ?? []) result.push(union(l, r));
  if (q.isRightUnique === true && q.left && !generatesNullsOnLeft(q.joinType)) result.push(...q.left);
  if (q.isLeftUnique === true && right && !generatesNullsOnRight(q.joinType)) result.push(...right);
  return hashOrdered(result);
}
