import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { defineConverter } from '../../planner/rule.ts';
import { physicalInput, physicalTraits } from '../shared/physical-traits.ts';

/** Filters and projects row by row. */
export const StreamPhysicalCalcRule = defineConverter({
  name: 'StreamPhysicalCalcRule',
  nodeClass: FlinkLogicalCalc,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'Projections and filters become one operator that works row by row.' },
  convert: (node, call) =>
    new StreamPhysicalCalc(node.cluster, physicalTraits(node), physicalInput(call, node.input()), node.program, node.rowType),
});
