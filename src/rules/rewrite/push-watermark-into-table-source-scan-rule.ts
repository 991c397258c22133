import { FlinkLogicalTableSourceScan } from '../../rel/flink-logical/flink-logical-table-source-scan.ts';
import { FlinkLogicalWatermarkAssigner } from '../../rel/flink-logical/flink-logical-watermark-assigner.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { scanWithWatermark, whyNoWatermarkPushDown } from '../shared/watermark-push-down.ts';

/** The source makes watermarks itself, per split, which an operator behind it could not do. */
export const PushWatermarkIntoTableSourceScanRule = defineRule({
  description: 'PushWatermarkIntoTableSourceScanRule',
  operand: some(FlinkLogicalWatermarkAssigner, [any(FlinkLogicalTableSourceScan)]),
  explain: { summary: 'A watermark directly above its source moves into the source.' },
  matches: (call) => whyNoWatermarkPushDown(call.rel<FlinkLogicalTableSourceScan>(1).table),
  onMatch: (call) => {
    const assigner = call.rel<FlinkLogicalWatermarkAssigner>(0);
    call.transformTo(scanWithWatermark(call.rel(1), assigner.watermarkExpr, assigner.rowType));
  },
});
