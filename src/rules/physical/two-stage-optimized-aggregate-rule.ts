import type { StreamPhysicalGroupAggregate as GroupAggregate } from '../../rel/physical/stream-physical-group-aggregate.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { isInsertOnlyKinds } from '../../rel/physical/changelog.ts';
import { aggCallRetractionFlags } from '../../rel/physical/retraction.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { StreamPhysicalGlobalGroupAggregate } from '../../rel/physical/stream-physical-global-group-aggregate.ts';
import { StreamPhysicalGroupAggregate } from '../../rel/physical/stream-physical-group-aggregate.ts';
import { StreamPhysicalLocalGroupAggregate } from '../../rel/physical/stream-physical-local-group-aggregate.ts';
import { INSERT_ONLY } from '../../rel/traits/changelog.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { matchesTwoStage } from '../../rel/physical/two-phase.ts';
import { allowsTwoPhases, distributedBy } from '../shared/two-phase.ts';

/**
 * Pre-aggregates each mini-batch before the shuffle, so that hot keys cross the network once a batch. All functions must be able to merge
 * partial results.
 */
export const TwoStageOptimizedAggregateRule = defineRule({
  description: 'TwoStageOptimizedAggregateRule',
  operand: some(StreamPhysicalGroupAggregate, [some(StreamPhysicalExchange, [any(RelNode)])]),
  explain: { summary: 'With mini-batches, an aggregate is split into a local phase before the shuffle and a global phase after it.' },
  matches: (call) => {
    const node = call.rel<GroupAggregate>(0);
    const input = call.rel(2);
    if (!node.cluster.config.boolean('table.exec.mini-batch.enabled')) return 'mini-batch is off';
    if (!allowsTwoPhases(node)) return 'the aggregate phase strategy is ONE_PHASE';
    return matchesTwoStage(node, input);
  },
  onMatch: (call) => {
    const node = call.rel<GroupAggregate>(0);
    const input = call.rel(2);
    const { grouping, aggCalls, partialFinalType, cluster, hints } = node;
    const needRetraction = !isInsertOnlyKinds(input.traitSet.modifyKinds);
    const aggCallNeedRetractions = aggCallRetractionFlags(node, grouping.length, { aggCalls, needRetraction });
    const localTraits = replaceTraits(input.traitSet, { modifyKinds: INSERT_ONLY, updateKind: 'NONE' });
    const phase = { aggCalls, aggCallNeedRetractions, needRetraction, partialFinalType };
    const local = new StreamPhysicalLocalGroupAggregate(cluster, localTraits, input, { ...phase, grouping });
    const globalGrouping = grouping.map((_, i) => i);
    call.transformTo(
      new StreamPhysicalGlobalGroupAggregate(cluster, node.traitSet, distributedBy(local, globalGrouping), {
        ...phase,
        grouping: globalGrouping,
        outputRowType: node.rowType,
        localAggInputRowType: input.rowType,
        hints,
      }),
    );
  },
});
