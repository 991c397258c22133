import { FlinkLogicalValues } from '../../rel/flink-logical/flink-logical-values.ts';
import { StreamPhysicalValues } from '../../rel/physical/stream-physical-values.ts';
import { defineConverter } from '../../planner/rule.ts';
import { physicalTraits } from '../shared/physical-traits.ts';

/** Constant rows become a source. */
export const StreamPhysicalValuesRule = defineConverter({
  name: 'StreamPhysicalValuesRule',
  nodeClass: FlinkLogicalValues,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'Constant rows become a source that emits them.' },
  convert: (node) => new StreamPhysicalValues(node.cluster, physicalTraits(node), node.rowType, node.tuples),
});
