import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalTableFunctionScan } from '../../rel/flink-logical/flink-logical-table-function-scan.ts';
import { LogicalTableFunctionScan } from '../../rel/logical/logical-table-function-scan.ts';

/** Makes a table function call of the logical convention. Temporal table functions never get here: their correlate becomes a join before. */
export const FlinkLogicalTableFunctionScanConverter = defineConverter({
  name: 'FlinkLogicalTableFunctionScanConverter',
  nodeClass: LogicalTableFunctionScan,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A table function call becomes a FlinkLogicalTableFunctionScan.' },
  matches: (call) => {
    const invocation = call.rel<LogicalTableFunctionScan>(0).call;
    return invocation.rex !== 'call' || !invocation.op.temporalTable || 'a temporal table function becomes a join, not a call';
  },
  convert: (scan, call) =>
    FlinkLogicalTableFunctionScan.of(
      scan,
      scan.inputs.map((input) => call.convert(input, { convention: 'LOGICAL' })),
    ),
});
