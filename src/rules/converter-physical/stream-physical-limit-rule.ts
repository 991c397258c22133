import { FlinkLogicalSort } from '../../rel/flink-logical/flink-logical-sort.ts';
import { StreamPhysicalLimit } from '../../rel/physical/stream-physical-limit.ts';
import { SINGLE_DISTRIBUTION } from '../../rel/traits/distribution.ts';
import { defineConverter } from '../../planner/rule.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';

/** A LIMIT without ORDER BY becomes a counter on one task. */
export const StreamPhysicalLimitRule = defineConverter({
  name: 'StreamPhysicalLimitRule',
  nodeClass: FlinkLogicalSort,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'A LIMIT without ORDER BY becomes a counter on one task.' },
  matches: (call) => {
    const sort = call.rel<FlinkLogicalSort>(0);
    if (sort.collation.length > 0) return 'there is an ORDER BY';
    return true;
  },
  convert: (sort, call) => {
    const traits = replaceTraits(physicalTraits(sort), { distribution: SINGLE_DISTRIBUTION });
    return new StreamPhysicalLimit(sort.cluster, traits, inputByKeys(call, sort.input(), []), sort.sortOptions);
  },
});
