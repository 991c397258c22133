import type { RelNode } from '../../rel/rel-node.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { SINGLE_DISTRIBUTION, distributionSatisfies, hashDistribution } from '../../rel/traits/distribution.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';

/** True if the option leaves room for a local phase. */
export function allowsTwoPhases(node: RelNode): boolean {
  return node.cluster.config.enumeration('table.optimizer.agg-phase-strategy') !== 'ONE_PHASE';
}

/** The node with its rows gathered by the keys, through an Exchange if it needs one. */
export function distributedBy(node: RelNode, keys: readonly number[]): RelNode {
  const distribution = keys.length > 0 ? hashDistribution(keys) : SINGLE_DISTRIBUTION;
  if (distributionSatisfies(node.traitSet.distribution, distribution)) return node;
  return new StreamPhysicalExchange(node.cluster, replaceTraits(node.traitSet, { distribution }), node, distribution);
}
