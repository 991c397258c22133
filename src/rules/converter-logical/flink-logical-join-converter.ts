import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';

/** Makes a Join of the logical convention, whatever its type and condition. */
export const FlinkLogicalJoinConverter = defineConverter({
  name: 'FlinkLogicalJoinConverter',
  nodeClass: LogicalJoin,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A join becomes a FlinkLogicalJoin.' },
  convert: (join, call) => {
    const left = call.convert(join.left, { convention: 'LOGICAL' });
    const right = call.convert(join.right, { convention: 'LOGICAL' });
    return FlinkLogicalJoin.create(left, right, join.joinOptions);
  },
});
