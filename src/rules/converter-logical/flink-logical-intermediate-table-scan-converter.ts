import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalIntermediateTableScan } from '../../rel/flink-logical/flink-logical-intermediate-table-scan.ts';
import { LogicalTableScan } from '../../rel/logical/logical-table-scan.ts';

/** Makes a scan of another block of the statement set of the logical convention. */
export const FlinkLogicalIntermediateTableScanConverter = defineConverter({
  name: 'FlinkLogicalIntermediateTableScanConverter',
  nodeClass: LogicalTableScan,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A scan of a shared block becomes a FlinkLogicalIntermediateTableScan.' },
  matches: (call) => call.rel<LogicalTableScan>(0).table.kind === 'intermediate' || 'the table is not the output of a shared block',
  convert: (scan) => FlinkLogicalIntermediateTableScan.create(scan.cluster, scan.table),
});
