import { defineRule, leaf, some } from '../../planner/rule.ts';
import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalTableSourceScan } from '../../rel/flink-logical/flink-logical-table-source-scan.ts';
import { RexProgramBuilder } from '../../rel/rex/rex-program.ts';
import { flinkSimplify } from '../shared/flink-simplify.ts';
import { offerFilter } from '../shared/source-filter.ts';
import { canTakeFilter } from '../shared/source-push-down.ts';

/** Offers the condition of a Calc on a scan to the source: a watermark between Filter and scan was in the way before. */
export const PushFilterInCalcIntoTableSourceScanRule = defineRule({
  description: 'PushFilterInCalcIntoTableSourceScanRule',
  operand: some(FlinkLogicalCalc, [leaf(FlinkLogicalTableSourceScan)]),
  explain: { summary: 'Offers the condition of a Calc on a scan to the source; what the source does not take stays in the Calc.' },
  matches: (call) => {
    if (!call.rel<FlinkLogicalCalc>(0).condition) return 'the Calc has no condition';
    return canTakeFilter(call.rel<FlinkLogicalTableSourceScan>(1).table) || 'the source takes no filter, or was asked already';
  },
  onMatch: (call) => {
    const calc = call.rel<FlinkLogicalCalc>(0);
    const scan = call.rel<FlinkLogicalTableSourceScan>(1);
    const offered = calc.condition && offerFilter(scan.table, calc.condition);
    if (!offered) return;
    const newScan = scan.withTable(offered.table);
    const builder = RexProgramBuilder.forProgram(calc.program, true);
    builder.clearCondition();
    if (offered.remaining) builder.addCondition(flinkSimplify(offered.remaining, calc.cluster));
    const program = builder.getProgram();
    call.transformTo(program.isTrivial ? newScan : FlinkLogicalCalc.create(newScan, program));
  },
});
