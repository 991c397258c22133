import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalDataStreamTableScan } from '../../rel/flink-logical/flink-logical-data-stream-table-scan.ts';
import { LogicalTableScan } from '../../rel/logical/logical-table-scan.ts';

/** Makes a scan of a table made from a DataStream of the logical convention. */
export const FlinkLogicalDataStreamTableScanConverter = defineConverter({
  name: 'FlinkLogicalDataStreamTableScanConverter',
  nodeClass: LogicalTableScan,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A scan of a DataStream table becomes a FlinkLogicalDataStreamTableScan.' },
  matches: (call) => call.rel<LogicalTableScan>(0).table.kind === 'datastream' || 'the table was not made from a DataStream',
  convert: (scan) => FlinkLogicalDataStreamTableScan.create(scan.cluster, scan.table, scan.relHints),
});
