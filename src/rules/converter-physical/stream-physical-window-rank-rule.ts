import { FlinkLogicalRank } from '../../rel/flink-logical/flink-logical-rank.ts';
import { isDeduplication, sortsOnTimeAttributeOnly } from '../../rel/physical/deduplication.ts';
import { StreamPhysicalWindowRank } from '../../rel/physical/stream-physical-window-rank.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { attachedWindowing, holdsWindowStartEnd, splitWindowKeys } from '../shared/window-aggregation.ts';

/** A Top-N partitioned by a window keeps its rows only as long as the window is open. */
export const StreamPhysicalWindowRankRule = defineConverter({
  name: 'StreamPhysicalWindowRankRule',
  nodeClass: FlinkLogicalRank,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'A Top-N partitioned by window_start and window_end becomes a Top-N per window.' },
  matches: (call) => {
    const node = call.rel<FlinkLogicalRank>(0);
    if (!holdsWindowStartEnd(node.rank.partitionKey, call.mq.windowProperties(node.input()))) return 'the partition does not hold a window';
    return isLogicalDeduplicate(node) ? 'it is a deduplication' : true;
  },
  convert: (node, call) => {
    const p = call.mq.windowProperties(node.input());
    if (!p) return undefined;
    const keys = splitWindowKeys(node.rank.partitionKey, p);
    const rank = { ...node.rank, partitionKey: keys.rest };
    const input = inputByKeys(call, node.input(), keys.rest);
    return new StreamPhysicalWindowRank(node.cluster, physicalTraits(node), input, rank, attachedWindowing(p, keys));
  },
});

/** Top-1 by one time attribute, without the number (Flink's `RankUtil.canConvertToDeduplicate` for logical nodes). */
export function isLogicalDeduplicate(node: FlinkLogicalRank): boolean {
  return isDeduplication(node) && sortsOnTimeAttributeOnly(node.rank.orderKey, node.input().rowType);
}
