import { FlinkLogicalRank } from '../../rel/flink-logical/flink-logical-rank.ts';
import { keepsLastRow } from '../../rel/physical/deduplication.ts';
import { StreamPhysicalWindowDeduplicate } from '../../rel/physical/stream-physical-window-deduplicate.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { attachedWindowing, holdsWindowStartEnd, splitWindowKeys } from '../shared/window-aggregation.ts';
import { isLogicalDeduplicate } from './stream-physical-window-rank-rule.ts';

/** The first or last row per key and window. */
export const StreamPhysicalWindowDeduplicateRule = defineConverter({
  name: 'StreamPhysicalWindowDeduplicateRule',
  nodeClass: FlinkLogicalRank,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'ROW_NUMBER() = 1 by time, partitioned by a window, becomes a deduplication per window.' },
  matches: (call) => {
    const node = call.rel<FlinkLogicalRank>(0);
    if (!holdsWindowStartEnd(node.rank.partitionKey, call.mq.windowProperties(node.input()))) return 'the partition does not hold a window';
    return isLogicalDeduplicate(node) ? true : 'it is no deduplication by a time attribute';
  },
  convert: (node, call) => {
    const p = call.mq.windowProperties(node.input());
    if (!p) return undefined;
    const { orderKey, partitionKey } = node.rank;
    const keys = splitWindowKeys(partitionKey, p);
    return new StreamPhysicalWindowDeduplicate(node.cluster, physicalTraits(node), inputByKeys(call, node.input(), keys.rest), {
      partitionKeys: keys.rest,
      orderKey: orderKey[0]?.index ?? 0,
      keepLastRow: keepsLastRow(orderKey.slice(0, 1)),
      windowing: attachedWindowing(p, keys),
    });
  },
});
