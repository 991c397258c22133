import type { RelNode } from '../rel-node.ts';
import type { StreamPhysicalGroupAggregate } from './stream-physical-group-aggregate.ts';
import { SINGLE_DISTRIBUTION, distributionSatisfies, hashDistribution } from '../traits/distribution.ts';
import { aggregateInfoList } from './aggregate-info.ts';
import { isInsertOnlyKinds } from './changelog.ts';
import { aggCallRetractionFlags } from './retraction.ts';

/** True if rows of equal keys already are on one task, so that a local phase would gain nothing. */
export function isDistributedBy(input: RelNode, keys: readonly number[]): boolean {
  return distributionSatisfies(input.traitSet.distribution, keys.length > 0 ? hashDistribution(keys) : SINGLE_DISTRIBUTION);
}

/**
 * Whether an aggregate over `input` (below the Exchange) can be split into two phases, or why not (Flink's
 * `TwoStageOptimizedAggregateRule.matchesTwoStage`).
 */
export function matchesTwoStage(node: StreamPhysicalGroupAggregate, input: RelNode): true | string {
  const needRetraction = !isInsertOnlyKinds(input.traitSet.modifyKinds);
  const infos = aggregateInfoList({
    input: node.input().rowType,
    aggCalls: node.aggCalls,
    needRetractions: aggCallRetractionFlags(node, node.grouping.length, { aggCalls: node.aggCalls, needRetraction }),
    needInputCount: needRetraction,
  });
  if (!infos.aggInfos.every((i) => i.mergeable)) return 'a function cannot merge partial results';
  return isDistributedBy(input, node.grouping) ? 'the rows of each key are together already' : true;
}
