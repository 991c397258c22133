import type { TableScan as Scan } from '../../rel/core/table-scan.ts';
import { TableScan } from '../../rel/core/table-scan.ts';
import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import { FlinkLogicalSnapshot } from '../../rel/flink-logical/flink-logical-snapshot.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { lookupJoin, whyNoLookup } from '../shared/lookup-join.ts';
import { anyLogicalRel } from './flink-logical-rel.ts';

/** As on a bare table scan, with a projection or filter of the dimension that the lookup takes over. */
export const StreamPhysicalSnapshotOnCalcTableScanRule = defineRule({
  description: 'StreamPhysicalSnapshotOnCalcTableScanRule',
  operand: some(FlinkLogicalJoin, [anyLogicalRel(), some(FlinkLogicalSnapshot, [some(FlinkLogicalCalc, [any(TableScan)])])]),
  explain: { summary: 'A processing-time join with a projected or filtered table that can be looked up becomes a lookup join.' },
  matches: (call) => whyNoLookup(call.rel<FlinkLogicalSnapshot>(2), call.rel<Scan>(4)),
  onMatch: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const calc = call.rel<FlinkLogicalCalc>(3).program;
    call.transformTo(lookupJoin(call, { join, left: call.rel(1), table: call.rel<Scan>(4).table, calc }));
  },
});
