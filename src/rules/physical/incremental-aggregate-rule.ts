import type { StreamPhysicalGlobalGroupAggregate as GlobalAggregate } from '../../rel/physical/stream-physical-global-group-aggregate.ts';
import type { StreamPhysicalLocalGroupAggregate as LocalAggregate } from '../../rel/physical/stream-physical-local-group-aggregate.ts';
import { actualAggInfos } from '../../rel/physical/aggregate-info.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { StreamPhysicalGlobalGroupAggregate } from '../../rel/physical/stream-physical-global-group-aggregate.ts';
import { StreamPhysicalIncrementalGroupAggregate } from '../../rel/physical/stream-physical-incremental-group-aggregate.ts';
import { StreamPhysicalLocalGroupAggregate } from '../../rel/physical/stream-physical-local-group-aggregate.ts';
import { any, defineRule, some } from '../../planner/rule.ts';

/** Of a distinct aggregate that was split and then done in two phases, the two middle steps become one, which sends only increments. */
export const IncrementalAggregateRule = defineRule({
  description: 'IncrementalAggregateRule',
  operand: some(StreamPhysicalGlobalGroupAggregate, [
    some(StreamPhysicalExchange, [some(StreamPhysicalLocalGroupAggregate, [any(StreamPhysicalGlobalGroupAggregate)])]),
  ]),
  explain: { summary: 'The global phase of the partial and the local phase of the final aggregate become one incremental aggregate.' },
  matches: (call) => {
    const finalGlobal = call.rel<GlobalAggregate>(0);
    const finalLocal = call.rel<LocalAggregate>(2);
    const partialGlobal = call.rel<GlobalAggregate>(3);
    if (partialGlobal.partialFinalType !== 'PARTIAL') return 'the lower aggregate is no partial one';
    if (finalLocal.partialFinalType !== 'FINAL' || finalGlobal.partialFinalType !== 'FINAL') return 'the upper aggregate is no final one';
    return finalGlobal.cluster.config.boolean('table.optimizer.incremental-agg-enabled') ? true : 'incremental aggregation is switched off';
  },
  onMatch: (call) => {
    const finalGlobal = call.rel<GlobalAggregate>(0);
    const exchange = call.rel<StreamPhysicalExchange>(1);
    const finalLocal = call.rel<LocalAggregate>(2);
    const partialGlobal = call.rel<GlobalAggregate>(3);
    const finalCalls = actualAggInfos(finalGlobal.aggInfos).map((i) => i.call);
    const { aggCallNeedRetractions, needRetraction, localAggInputRowType } = partialGlobal.options;
    const incremental = new StreamPhysicalIncrementalGroupAggregate(partialGlobal.cluster, finalLocal.traitSet, partialGlobal.input(), {
      grouping: finalLocal.grouping,
      aggCalls: finalCalls,
      hints: partialGlobal.hints,
      partialAggGrouping: partialGlobal.grouping,
      partialOriginalAggCalls: partialGlobal.aggCalls,
      partialAggCallNeedRetractions: aggCallNeedRetractions,
      partialAggNeedRetraction: needRetraction,
      partialLocalAggInputRowType: localAggInputRowType,
      partialGlobalAggRowType: partialGlobal.rowType,
    });
    const newExchange = exchange.copy(exchange.traitSet, [incremental]);
    if (partialGlobal.aggInfos.countStarInserted) {
      call.transformTo(finalGlobal.copy(finalGlobal.traitSet, [newExchange]));
      return;
    }
    // The final phase must undo rows exactly where the partial one does, or their accumulators differ.
    call.transformTo(
      new StreamPhysicalGlobalGroupAggregate(finalGlobal.cluster, finalGlobal.traitSet, newExchange, {
        ...finalGlobal.options,
        aggCalls: finalCalls,
        aggCallNeedRetractions,
        needRetraction,
        indexOfCountStar: partialGlobal.aggInfos.indexOfCountStar,
      }),
    );
  },
});
