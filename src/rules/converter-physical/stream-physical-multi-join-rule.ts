import { FlinkLogicalMultiJoin } from '../../rel/flink-logical/flink-logical-multi-join.ts';
import { multiJoinKeys } from '../../rel/physical/common-join-key.ts';
import { StreamPhysicalMultiJoin } from '../../rel/physical/stream-physical-multi-join.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';

/** Runs a join of many as one operator; every input is shuffled by its columns of the common key. */
export const StreamPhysicalMultiJoinRule = defineConverter({
  name: 'StreamPhysicalMultiJoinRule',
  nodeClass: FlinkLogicalMultiJoin,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'A join of many becomes one operator whose inputs are shuffled by the key that they share.' },
  convert: (node, call) => {
    const keys = multiJoinKeys(
      node.inputs.map((n) => n.rowType.fields.length),
      node.join.joinConditions,
    );
    const inputs = node.inputs.map((n, i) => inputByKeys(call, n, keys.common[i] ?? []));
    return new StreamPhysicalMultiJoin(node.cluster, physicalTraits(node), inputs, node.join);
  },
});
