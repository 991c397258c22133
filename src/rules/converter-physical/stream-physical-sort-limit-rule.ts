import { FlinkLogicalSort } from '../../rel/flink-logical/flink-logical-sort.ts';
import { StreamPhysicalSortLimit } from '../../rel/physical/stream-physical-sort-limit.ts';
import { SINGLE_DISTRIBUTION } from '../../rel/traits/distribution.ts';
import { defineConverter } from '../../planner/rule.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { UNDEFINED_STRATEGY } from '../../rel/physical/rank-strategy.ts';

/** An ORDER BY with LIMIT becomes a Top-N on one task. */
export const StreamPhysicalSortLimitRule = defineConverter({
  name: 'StreamPhysicalSortLimitRule',
  nodeClass: FlinkLogicalSort,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'An ORDER BY with LIMIT becomes a Top-N on one task.' },
  matches: (call) => {
    const sort = call.rel<FlinkLogicalSort>(0);
    if (sort.collation.length === 0) return 'there is no ORDER BY';
    if (!sort.fetch && !sort.offset) return 'there is no LIMIT or OFFSET';
    return true;
  },
  convert: (sort, call) => {
    const traits = replaceTraits(physicalTraits(sort), { distribution: SINGLE_DISTRIBUTION });
    return new StreamPhysicalSortLimit(sort.cluster, traits, inputByKeys(call, sort.input(), []), sort.sortOptions, UNDEFINED_STRATEGY);
  },
});
