import type { Cluster } from '../rel/cluster.ts';
import type { Cost } from '../rel/metadata/cost.ts';
import type { MetadataQuery } from '../rel/metadata/metadata-query.ts';
import type { RelNode } from '../rel/rel-node.ts';

/**
 * What the engines need of the cluster's metadata query. When an entry is forgotten is part of the engines' behaviour, since stale row
 * counts decide between plans and print in costs.
 */
export interface PlannerMetadata {
  rowCount(node: RelNode): number | undefined;
  /** Own cost without inputs (Calcite's `getNonCumulativeCost`), from the cache where it is there. */
  selfCost(node: RelNode): Cost | undefined;
  /** Drops all entries of one node. */
  forget(node: RelNode): void;
  /** Drops everything. */
  forgetAll(): void;
}

/** The cluster's metadata query as the engines see it. */
export function metadataOf(cluster: Cluster): PlannerMetadata {
  const mq: MetadataQuery & Partial<PlannerMetadata> = cluster.mq;
  return {
    rowCount: (node) => mq.rowCount(node),
    selfCost: (node) => (mq.selfCost ? mq.selfCost(node) : node.computeSelfCost(mq)),
    forget: (node) => mq.forget?.(node),
    forgetAll: () => mq.forgetAll?.(),
  };
}
