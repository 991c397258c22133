import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalSort } from '../../rel/flink-logical/flink-logical-sort.ts';
import { LogicalSort } from '../../rel/logical/logical-sort.ts';

/** Makes a Sort of the logical convention. */
export const FlinkLogicalSortStreamConverter = defineConverter({
  name: 'FlinkLogicalSortStreamConverter',
  nodeClass: LogicalSort,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'ORDER BY, OFFSET and FETCH become a FlinkLogicalSort.' },
  convert: (sort, call) => FlinkLogicalSort.create(call.convert(sort.input(), { convention: 'LOGICAL' }), sort.sortOptions),
});
