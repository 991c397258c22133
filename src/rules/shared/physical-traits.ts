import type { RelNode } from '../../rel/rel-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import { SINGLE_DISTRIBUTION, hashDistribution } from '../../rel/traits/distribution.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';

/** The node's traits in the physical convention: what a converted node provides. */
export function physicalTraits(node: RelNode): TraitSet {
  return replaceTraits(node.traitSet, { convention: 'STREAM_PHYSICAL' });
}

/** The input as a physical one, wherever its rows are. */
export function physicalInput(call: RuleCall, input: RelNode): RelNode {
  return call.convert(input, { convention: 'STREAM_PHYSICAL' });
}

/** The input as a physical one with rows of equal keys on one task; without keys all rows on one task. */
export function inputByKeys(call: RuleCall, input: RelNode, keys: readonly number[]): RelNode {
  const distribution = keys.length === 0 ? SINGLE_DISTRIBUTION : hashDistribution(keys);
  return call.convert(input, { convention: 'STREAM_PHYSICAL', distribution });
}
