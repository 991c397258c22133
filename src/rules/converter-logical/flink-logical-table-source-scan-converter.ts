import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalTableSourceScan } from '../../rel/flink-logical/flink-logical-table-source-scan.ts';
import { LogicalTableScan } from '../../rel/logical/logical-table-scan.ts';

/** Makes a scan of a connector table of the logical convention. */
export const FlinkLogicalTableSourceScanConverter = defineConverter({
  name: 'FlinkLogicalTableSourceScanConverter',
  nodeClass: LogicalTableScan,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A scan of a connector table becomes a FlinkLogicalTableSourceScan.' },
  matches: (call) => call.rel<LogicalTableScan>(0).table.kind === 'source' || 'the table is no connector table',
  convert: (scan) => FlinkLogicalTableSourceScan.create(scan.cluster, scan.table, scan.relHints),
});
