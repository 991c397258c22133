import type { TableScan as Scan } from '../../rel/core/table-scan.ts';
import { TableScan } from '../../rel/core/table-scan.ts';
import { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import { FlinkLogicalSnapshot } from '../../rel/flink-logical/flink-logical-snapshot.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { lookupJoin, whyNoLookup } from '../shared/lookup-join.ts';
import { anyLogicalRel } from './flink-logical-rel.ts';

/** A join with the present rows of a table becomes a lookup a row; the table is not read as a stream at all. */
export const StreamPhysicalSnapshotOnTableScanRule = defineRule({
  description: 'StreamPhysicalSnapshotOnTableScanRule',
  operand: some(FlinkLogicalJoin, [anyLogicalRel(), some(FlinkLogicalSnapshot, [any(TableScan)])]),
  explain: {
    summary: 'A processing-time join with a table that can be looked up becomes a lookup join; the scan of the table disappears.',
  },
  matches: (call) => whyNoLookup(call.rel<FlinkLogicalSnapshot>(2), call.rel<Scan>(3)),
  onMatch: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    call.transformTo(lookupJoin(call, { join, left: call.rel(1), table: call.rel<Scan>(3).table }));
  },
});
