import { UnsupportedError, tableError } from '../../base/diagnostic.ts';
import { FlinkLogicalTableFunctionScan } from '../../rel/flink-logical/flink-logical-table-function-scan.ts';
import { StreamPhysicalCorrelate } from '../../rel/physical/stream-physical-correlate.ts';
import { StreamPhysicalValues } from '../../rel/physical/stream-physical-values.ts';
import { containsInputRef, someRex } from '../../rel/rex/rex-visit.ts';
import { PHYSICAL_TRAITS } from '../../rel/traits/trait-set.ts';
import { relRowType } from '../../types/sql-type.ts';
import { any, defineRule } from '../../planner/rule.ts';

/** A table function of constants is called once, for a single row without columns. */
export const StreamPhysicalConstantTableFunctionScanRule = defineRule({
  description: 'StreamPhysicalConstantTableFunctionScanRule',
  operand: any(FlinkLogicalTableFunctionScan),
  explain: { summary: 'A table function of constants is called for one empty row.' },
  matches: (call) => {
    const scan = call.rel<FlinkLogicalTableFunctionScan>(0);
    return containsInputRef(scan.call) || someRex(scan.call, (e) => e.rex === 'tableArg') ? 'the call reads columns or a table' : true;
  },
  onMatch: (call) => {
    const scan = call.rel<FlinkLogicalTableFunctionScan>(0);
    if (scan.call.rex !== 'call') return;
    const { category } = scan.call.op;
    if (category === 'processTable') throw new UnsupportedError('process-table-function', 'Process table functions are not supported.');
    if (category !== 'table') throw tableError('plan/table-function', `Unsupported function for scan:${category}`);
    const values = new StreamPhysicalValues(scan.cluster, PHYSICAL_TRAITS, relRowType([]), [[]]);
    call.transformTo(
      new StreamPhysicalCorrelate(scan.cluster, PHYSICAL_TRAITS, values, {
        call: scan.call,
        outputRowType: scan.rowType,
        joinType: 'inner',
      }),
    );
  },
});
