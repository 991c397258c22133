import { FlinkLogicalIntermediateTableScan } from '../../rel/flink-logical/flink-logical-intermediate-table-scan.ts';
import { StreamPhysicalIntermediateTableScan } from '../../rel/physical/stream-physical-intermediate-table-scan.ts';
import { defineConverter } from '../../planner/rule.ts';
import { physicalTraits } from '../shared/physical-traits.ts';

/** Stands for the output of another block of a statement set. */
export const StreamPhysicalIntermediateTableScanRule = defineConverter({
  name: 'StreamPhysicalIntermediateTableScanRule',
  nodeClass: FlinkLogicalIntermediateTableScan,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: "The output of another block of the statement set becomes this block's physical input." },
  convert: (scan) => new StreamPhysicalIntermediateTableScan(scan.cluster, physicalTraits(scan), scan.table),
});
