import { defineRule, leaf, some } from '../../planner/rule.ts';
import { FlinkLogicalSort, literalCount } from '../../rel/flink-logical/flink-logical-sort.ts';
import { FlinkLogicalTableSourceScan } from '../../rel/flink-logical/flink-logical-table-source-scan.ts';
import { withAbilities } from '../shared/source-abilities.ts';

/** The source reads no more rows than a LIMIT above it can give; the limit itself stays, since parallel sources count each for itself. */
export const PushLimitIntoTableSourceScanRule = defineRule({
  description: 'PushLimitIntoTableSourceScanRule',
  operand: some(FlinkLogicalSort, [leaf(FlinkLogicalTableSourceScan)]),
  explain: { summary: 'The source reads no more rows than a LIMIT above it can give.' },
  matches: (call) => {
    const sort = call.rel<FlinkLogicalSort>(0);
    const { table } = call.rel<FlinkLogicalTableSourceScan>(1);
    if (sort.collation.length > 0) return 'the rows are ordered first';
    if (!sort.fetch) return 'there is no FETCH';
    if (!table.source?.limit) return 'the source takes no limit (no SupportsLimitPushDown)';
    return !table.abilities.some((a) => a.kind === 'limit') || 'the source has a limit already';
  },
  onMatch: (call) => {
    const sort = call.rel<FlinkLogicalSort>(0);
    const scan = call.rel<FlinkLogicalTableSourceScan>(1);
    const limit = (literalCount(sort.offset) ?? 0) + (literalCount(sort.fetch) ?? 0);
    const limited = withAbilities(scan.table, [{ ability: { kind: 'limit', limit }, text: `limit=[${limit}]` }]);
    const rowCount = Math.min(limit, scan.table.rowCount ?? limit);
    call.transformTo(sort.copy(sort.traitSet, [scan.withTable({ ...limited, rowCount })]));
  },
});
