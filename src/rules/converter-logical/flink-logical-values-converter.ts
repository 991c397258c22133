import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalValues } from '../../rel/flink-logical/flink-logical-values.ts';
import { LogicalValues } from '../../rel/logical/logical-values.ts';

/** Makes Values of the logical convention. */
export const FlinkLogicalValuesConverter = defineConverter({
  name: 'FlinkLogicalValuesConverter',
  nodeClass: LogicalValues,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'Constant rows become FlinkLogicalValues.' },
  convert: (values) => FlinkLogicalValues.create(values.cluster, values.rowType, values.tuples),
});
