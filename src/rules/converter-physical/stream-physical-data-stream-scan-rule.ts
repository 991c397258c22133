import { FlinkLogicalDataStreamTableScan } from '../../rel/flink-logical/flink-logical-data-stream-table-scan.ts';
import { StreamPhysicalDataStreamScan } from '../../rel/physical/stream-physical-data-stream-scan.ts';
import { defineConverter } from '../../planner/rule.ts';
import { physicalTraits } from '../shared/physical-traits.ts';

/** Reads a table made from a DataStream. */
export const StreamPhysicalDataStreamScanRule = defineConverter({
  name: 'StreamPhysicalDataStreamScanRule',
  nodeClass: FlinkLogicalDataStreamTableScan,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'A scan of a table made from a DataStream becomes the operator that reads it.' },
  matches: (call) =>
    call.rel<FlinkLogicalDataStreamTableScan>(0).table.kind === 'datastream' ? true : 'the table was not made from a DataStream',
  convert: (scan) => new StreamPhysicalDataStreamScan(scan.cluster, physicalTraits(scan), scan.table, scan.hints),
});
