import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalTableSourceScan } from '../../rel/flink-logical/flink-logical-table-source-scan.ts';
import { FlinkLogicalWatermarkAssigner } from '../../rel/flink-logical/flink-logical-watermark-assigner.ts';
import { makeReinterpret } from '../../rel/rex/rex-builder.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { substituteRefs } from '../../rel/rex/rex-visit.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { scanWithWatermark, whyNoWatermarkPushDown } from '../shared/watermark-push-down.ts';

/**
 * As directly above the source, across a Calc that computes columns: the watermark is written in terms of the source, the Calc marks the
 * rowtime column by Reinterpret.
 */
export const PushWatermarkIntoTableSourceScanAcrossCalcRule = defineRule({
  description: 'PushWatermarkIntoFlinkTableSourceScanAcrossCalcRule',
  operand: some(FlinkLogicalWatermarkAssigner, [some(FlinkLogicalCalc, [any(FlinkLogicalTableSourceScan)])]),
  explain: { summary: 'A watermark above computed columns moves into the source, rewritten in terms of its columns.' },
  matches: (call) => whyNoWatermarkPushDown(call.rel<FlinkLogicalTableSourceScan>(2).table),
  onMatch: (call) => {
    const assigner = call.rel<FlinkLogicalWatermarkAssigner>(0);
    const calc = call.rel<FlinkLogicalCalc>(1);
    const scan = call.rel<FlinkLogicalTableSourceScan>(2);
    const rowtimeType = assigner.rowType.fields[assigner.rowtimeIndex]?.type;
    const watermark = substituteRefs(assigner.watermarkExpr, calc.projects);
    const newScan = scanWithWatermark(scan, watermark, scan.rowType);
    const projects = calc.projects.map((e, i) => (i === assigner.rowtimeIndex && rowtimeType ? makeReinterpret(rowtimeType, e) : e));
    const names = calc.program.outputRowType.fields.map((f) => f.name);
    call.transformTo(FlinkLogicalCalc.create(newScan, RexProgram.create(newScan.rowType, projects, calc.condition, names)));
  },
});
