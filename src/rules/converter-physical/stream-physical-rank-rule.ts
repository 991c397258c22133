import { FlinkLogicalRank } from '../../rel/flink-logical/flink-logical-rank.ts';
import { sortsOnRowtime } from '../../rel/physical/deduplication.ts';
import { UNDEFINED_STRATEGY } from '../../rel/physical/rank-strategy.ts';
import { StreamPhysicalRank } from '../../rel/physical/stream-physical-rank.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';

/** Keeps the best rows per partition. Window ranks get this form too and lose by cost. */
export const StreamPhysicalRankRule = defineConverter({
  name: 'StreamPhysicalRankRule',
  nodeClass: FlinkLogicalRank,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'A rank with a bound becomes a Top-N per partition key; how it works is decided with the changelog.' },
  convert: (node, call) => {
    const { partitionKey, orderKey } = node.rank;
    const sortOnRowTime = sortsOnRowtime(orderKey, node.input().rowType);
    const input = inputByKeys(call, node.input(), partitionKey);
    return new StreamPhysicalRank(node.cluster, physicalTraits(node), input, node.rank, { strategy: UNDEFINED_STRATEGY, sortOnRowTime });
  },
});
