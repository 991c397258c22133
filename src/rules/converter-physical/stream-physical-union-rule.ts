import { FlinkLogicalUnion } from '../../rel/flink-logical/flink-logical-set-op.ts';
import { StreamPhysicalUnion } from '../../rel/physical/stream-physical-union.ts';
import { defineConverter } from '../../planner/rule.ts';
import { physicalInput, physicalTraits } from '../shared/physical-traits.ts';

/** UNION ALL lets the rows of all inputs through. */
export const StreamPhysicalUnionRule = defineConverter({
  name: 'StreamPhysicalUnionRule',
  nodeClass: FlinkLogicalUnion,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'UNION ALL becomes a physical union; it needs no operator, only edges.' },
  matches: (call) => (call.rel<FlinkLogicalUnion>(0).all ? true : 'the union is distinct'),
  convert: (node, call) => {
    const inputs = node.inputs.map((n) => physicalInput(call, n));
    return new StreamPhysicalUnion(node.cluster, physicalTraits(node), inputs, node.all, node.rowType);
  },
});
