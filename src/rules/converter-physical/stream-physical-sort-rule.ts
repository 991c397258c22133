import { FlinkLogicalSort } from '../../rel/flink-logical/flink-logical-sort.ts';
import { StreamPhysicalSort } from '../../rel/physical/stream-physical-sort.ts';
import { SINGLE_DISTRIBUTION } from '../../rel/traits/distribution.ts';
import { defineConverter } from '../../planner/rule.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { canSortTemporally } from './temporal-sort.ts';

/** An ORDER BY over a bounded input becomes a sort of all rows on one task. */
export const StreamPhysicalSortRule = defineConverter({
  name: 'StreamPhysicalSortRule',
  nodeClass: FlinkLogicalSort,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'An ORDER BY over a bounded input becomes a sort of all rows on one task.' },
  matches: (call) => {
    const sort = call.rel<FlinkLogicalSort>(0);
    if (sort.collation.length === 0) return 'there is no ORDER BY';
    if (sort.fetch || sort.offset) return 'there is a LIMIT or OFFSET';
    if (canSortTemporally(sort)) return 'the first key is an ascending time attribute';
    return true;
  },
  convert: (sort, call) => {
    const traits = replaceTraits(physicalTraits(sort), { distribution: SINGLE_DISTRIBUTION });
    return new StreamPhysicalSort(sort.cluster, traits, inputByKeys(call, sort.input(), []), sort.sortOptions);
  },
});
