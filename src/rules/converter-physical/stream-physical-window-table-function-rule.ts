import { FlinkLogicalTableFunctionScan } from '../../rel/flink-logical/flink-logical-table-function-scan.ts';
import { isWindowTableFunctionCall } from '../../rel/core/window-table-function.ts';
import { StreamPhysicalWindowTableFunction } from '../../rel/physical/stream-physical-window-table-function.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalInput, physicalTraits } from '../shared/physical-traits.ts';
import { checkWindowTimeColumn, windowingOf } from '../../rel/physical/windowing-of-call.ts';

/** Assigns each row its windows. Session windows gather the rows of a partition first. */
export const StreamPhysicalWindowTableFunctionRule = defineConverter({
  name: 'StreamPhysicalWindowTableFunctionRule',
  nodeClass: FlinkLogicalTableFunctionScan,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'TUMBLE, HOP, CUMULATE or SESSION becomes an operator that adds window_start, window_end and window_time.' },
  matches: (call) =>
    isWindowTableFunctionCall(call.rel<FlinkLogicalTableFunctionScan>(0).call) ? true : 'the function is no window table-valued function',
  convert: (node, call) => {
    const windowCall = node.call;
    if (!isWindowTableFunctionCall(windowCall)) return undefined;
    const table = windowCall.operands[0];
    const partition = table?.rex === 'tableArg' ? table.partitionKeys : [];
    const isSession = windowCall.op.name === 'SESSION';
    const input = isSession ? inputByKeys(call, node.input(0), partition) : physicalInput(call, node.input(0));
    checkWindowTimeColumn(windowCall, input.rowType);
    return new StreamPhysicalWindowTableFunction(
      node.cluster,
      physicalTraits(node),
      input,
      node.rowType,
      windowingOf(windowCall, input.rowType),
    );
  },
});
