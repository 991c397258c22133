import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalCorrelate } from '../../rel/flink-logical/flink-logical-correlate.ts';
import { LogicalCorrelate } from '../../rel/logical/logical-correlate.ts';

/** Makes a Correlate of the logical convention; hints are not carried over. */
export const FlinkLogicalCorrelateConverter = defineConverter({
  name: 'FlinkLogicalCorrelateConverter',
  nodeClass: LogicalCorrelate,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A lateral join becomes a FlinkLogicalCorrelate.' },
  convert: (correlate, call) => {
    const left = call.convert(correlate.left, { convention: 'LOGICAL' });
    const right = call.convert(correlate.right, { convention: 'LOGICAL' });
    return FlinkLogicalCorrelate.create(left, right, { ...correlate.correlateOptions, hints: [] });
  },
});
