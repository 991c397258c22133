import { simplifyExpression } from '../../rel/rel-builder-simplify.ts';
import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalWatermarkAssigner } from '../../rel/flink-logical/flink-logical-watermark-assigner.ts';
import { LogicalWatermarkAssigner } from '../../rel/logical/logical-watermark-assigner.ts';

/** Makes a watermark assigner of the logical convention; its expression is simplified on the way. */
export const FlinkLogicalWatermarkAssignerConverter = defineConverter({
  name: 'FlinkLogicalWatermarkAssignerConverter',
  nodeClass: LogicalWatermarkAssigner,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A watermark becomes a FlinkLogicalWatermarkAssigner.' },
  convert: (assigner, call) =>
    FlinkLogicalWatermarkAssigner.create(
      call.convert(assigner.input(), { convention: 'LOGICAL' }),
      assigner.rowtimeIndex,
      simplifyExpression(assigner.cluster, assigner.watermarkExpr),
    ),
});
