import { FlinkLogicalExpand } from '../../rel/flink-logical/flink-logical-expand.ts';
import { StreamPhysicalExpand } from '../../rel/physical/stream-physical-expand.ts';
import { defineConverter } from '../../planner/rule.ts';
import { physicalInput, physicalTraits } from '../shared/physical-traits.ts';

/** Copies each row once a grouping set. */
export const StreamPhysicalExpandRule = defineConverter({
  name: 'StreamPhysicalExpandRule',
  nodeClass: FlinkLogicalExpand,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'The copies of each row for grouping sets or several distinct arguments become an operator.' },
  convert: (node, call) =>
    new StreamPhysicalExpand(node.cluster, physicalTraits(node), physicalInput(call, node.input()), node.projects, node.expandIdIndex),
});
