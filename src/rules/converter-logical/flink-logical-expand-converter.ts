import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalExpand } from '../../rel/flink-logical/flink-logical-expand.ts';
import { LogicalExpand } from '../../rel/logical/logical-expand.ts';

/** Makes an Expand of the logical convention. */
export const FlinkLogicalExpandConverter = defineConverter({
  name: 'FlinkLogicalExpandConverter',
  nodeClass: LogicalExpand,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'An Expand (grouping sets) becomes a FlinkLogicalExpand.' },
  convert: (expand, call) =>
    FlinkLogicalExpand.create(call.convert(expand.input(), { convention: 'LOGICAL' }), expand.projects, expand.expandIdIndex),
});
