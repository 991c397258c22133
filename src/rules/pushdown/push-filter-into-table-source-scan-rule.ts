import { defineRule, leaf, some } from '../../planner/rule.ts';
import { Filter } from '../../rel/core/filter.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { LogicalTableScan } from '../../rel/logical/logical-table-scan.ts';
import { flinkSimplify } from '../shared/flink-simplify.ts';
import { offerFilter } from '../shared/source-filter.ts';
import { canTakeFilter } from '../shared/source-push-down.ts';

/** Offers a Filter on a scan to the source, once; what the source does not take stays a Filter. */
export const PushFilterIntoTableSourceScanRule = defineRule({
  description: 'PushFilterIntoTableSourceScanRule',
  operand: some(Filter, [leaf(LogicalTableScan)]),
  explain: { summary: 'Offers a Filter on a scan to the source; what the source does not take stays a Filter.' },
  matches: (call) => canTakeFilter(call.rel<LogicalTableScan>(1).table) || 'the source takes no filter, or was asked already',
  onMatch: (call) => {
    const filter = call.rel<Filter>(0);
    const scan = call.rel<LogicalTableScan>(1);
    const offered = offerFilter(scan.table, filter.condition);
    if (!offered) return;
    const newScan = LogicalTableScan.create(scan.cluster, offered.table, scan.hints);
    if (!offered.remaining) {
      call.transformTo(newScan);
      return;
    }
    const condition = flinkSimplify(offered.remaining, filter.cluster);
    call.transformTo(LogicalFilter.create(newScan, condition, filter.variablesSet));
  },
});
