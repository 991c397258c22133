import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode } from '../rel-node.ts';

/** Upsert keys of a node that serve rows grouped by `keys` (Flink's `getUpsertKeysInKeyGroupRange`); undefined if unknown. */
export function upsertKeysInRange(mq: MetadataQuery, node: RelNode, keys: readonly number[]): readonly (readonly number[])[] | undefined {
  return mq.upsertKeysInKeyGroupRange(node, keys);
}

/** The key with the fewest columns, then the one whose columns come first (Flink's `UpsertKeyUtil.smallestKey`). */
export function smallestKey(keys: readonly (readonly number[])[]): readonly number[] | undefined {
  return keys.reduce<readonly number[] | undefined>((best, key) => (best && !isSmaller(key, best) ? best : key), undefined);
}

function isSmaller(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const i = a.findIndex((column, at) => column !== b[at]);
  return i >= 0 && (a[i] ?? 0) < (b[i] ?? 0);
}
