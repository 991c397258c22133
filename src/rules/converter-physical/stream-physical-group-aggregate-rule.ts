import { FlinkLogicalAggregate } from '../../rel/flink-logical/flink-logical-aggregate.ts';
import { StreamPhysicalGroupAggregate } from '../../rel/physical/stream-physical-group-aggregate.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { checkSimpleGrouping, whyNoWindowAggregate } from '../shared/window-aggregation.ts';

/** Aggregates per key over the whole stream. An aggregate over the windows of a table-valued function is left to the window rule. */
export const StreamPhysicalGroupAggregateRule = defineConverter({
  name: 'StreamPhysicalGroupAggregateRule',
  nodeClass: FlinkLogicalAggregate,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'An aggregate becomes a running aggregate per key, after a shuffle by that key.' },
  matches: (call) => {
    const node = call.rel<FlinkLogicalAggregate>(0);
    checkSimpleGrouping(node);
    return whyNoWindowAggregate(node) === true ? 'the aggregate is over windows of a table-valued function' : true;
  },
  convert: (node, call) => {
    const input = inputByKeys(call, node.input(), node.groupSet);
    const aggregate = new StreamPhysicalGroupAggregate(node.cluster, physicalTraits(node), input, {
      outputRowType: node.rowType,
      grouping: node.groupSet,
      aggCalls: node.aggCalls,
      partialFinalType: node.partialFinalType,
      hints: node.hints,
    });
    // Finds functions that have no implementation for their arguments.
    void aggregate.aggInfos;
    return aggregate;
  },
});
