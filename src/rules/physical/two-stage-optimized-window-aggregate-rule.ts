import type { StreamPhysicalWindowAggregate as WindowAggregate } from '../../rel/physical/stream-physical-window-aggregate.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { StreamPhysicalGlobalWindowAggregate } from '../../rel/physical/stream-physical-global-window-aggregate.ts';
import { StreamPhysicalLocalWindowAggregate } from '../../rel/physical/stream-physical-local-window-aggregate.ts';
import { StreamPhysicalWindowAggregate } from '../../rel/physical/stream-physical-window-aggregate.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { isDistributedBy } from '../../rel/physical/two-phase.ts';
import { allowsTwoPhases, distributedBy } from '../shared/two-phase.ts';

/**
 * Pre-aggregates slices of windows before the shuffle; needs no mini-batch, since a watermark says when a slice is complete. Not by
 * processing time, which must be read once, and not for sessions, whose bounds depend on all rows.
 */
export const TwoStageOptimizedWindowAggregateRule = defineRule({
  description: 'TwoStageOptimizedWindowAggregateRule',
  operand: some(StreamPhysicalWindowAggregate, [some(StreamPhysicalExchange, [any(RelNode)])]),
  explain: { summary: 'A rowtime window aggregate is split into a local phase per slice and a global phase per window.' },
  matches: (call) => {
    const node = call.rel<WindowAggregate>(0);
    if (!allowsTwoPhases(node)) return 'the aggregate phase strategy is ONE_PHASE';
    if (!node.windowing.isRowtime) return 'a processing-time window';
    if (node.windowing.spec.kind === 'SESSION') return 'a session window';
    if (!node.aggInfos.aggInfos.every((i) => i.mergeable)) return 'a function cannot merge partial results';
    return isDistributedBy(call.rel(2), node.grouping) ? 'the rows of each key are together already' : true;
  },
  onMatch: (call) => {
    const node = call.rel<WindowAggregate>(0);
    const input = call.rel(2);
    const { grouping, aggCalls, windowing, properties, cluster } = node;
    const local = new StreamPhysicalLocalWindowAggregate(cluster, input.traitSet, input, { grouping, aggCalls, windowing });
    const globalGrouping = grouping.map((_, i) => i);
    const endIndex = local.rowType.fields.length - 1;
    const columns = windowing.columns.by === 'time' ? ({ by: 'slice', endIndex } as const) : ({ by: 'window', endIndex } as const);
    call.transformTo(
      new StreamPhysicalGlobalWindowAggregate(cluster, node.traitSet, distributedBy(local, globalGrouping), {
        grouping: globalGrouping,
        aggCalls,
        properties,
        windowing: { ...windowing, columns },
        localAggInputRowType: input.rowType,
      }),
    );
  },
});
