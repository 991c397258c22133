import { FlinkLogicalSort } from '../../rel/flink-logical/flink-logical-sort.ts';
import { StreamPhysicalTemporalSort } from '../../rel/physical/stream-physical-temporal-sort.ts';
import { SINGLE_DISTRIBUTION } from '../../rel/traits/distribution.ts';
import { defineConverter } from '../../planner/rule.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { canSortTemporally } from './temporal-sort.ts';

/** An ORDER BY on an ascending time attribute becomes a sort that follows the watermark. */
export const StreamPhysicalTemporalSortRule = defineConverter({
  name: 'StreamPhysicalTemporalSortRule',
  nodeClass: FlinkLogicalSort,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'An ORDER BY on an ascending time attribute becomes a sort that follows the watermark.' },
  matches: (call) => {
    const sort = call.rel<FlinkLogicalSort>(0);
    if (!canSortTemporally(sort)) return 'the first key is no ascending time attribute, or there is a LIMIT';
    return true;
  },
  convert: (sort, call) => {
    const traits = replaceTraits(physicalTraits(sort), { distribution: SINGLE_DISTRIBUTION });
    return new StreamPhysicalTemporalSort(sort.cluster, traits, inputByKeys(call, sort.input(), []), sort.sortOptions);
  },
});
