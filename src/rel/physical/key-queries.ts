import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode } from '../rel-node.ts';

/** Upsert keys of a node that serve rows grouped by `keys` (Flink's `getUpsertKeysInKeyGroupRange`); undefined if unknown. */
export function upsertKeysInRange(mq: MetadataQuery, node: RelNode, keys: readonly number[]): readonly (readonly number[])[] | undefined {
  return mq.upsertKeysInKeyGroupRange(node, keys);
}
