import { FlinkLogicalWatermarkAssigner } from '../../rel/flink-logical/flink-logical-watermark-assigner.ts';
import { StreamPhysicalWatermarkAssigner } from '../../rel/physical/stream-physical-watermark-assigner.ts';
import { defineConverter } from '../../planner/rule.ts';
import { physicalInput, physicalTraits } from '../shared/physical-traits.ts';

/** Emits watermarks in an operator of its own. */
export const StreamPhysicalWatermarkAssignerRule = defineConverter({
  name: 'StreamPhysicalWatermarkAssignerRule',
  nodeClass: FlinkLogicalWatermarkAssigner,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'A watermark that the source could not take over becomes an operator of its own.' },
  convert: (node, call) =>
    new StreamPhysicalWatermarkAssigner(
      node.cluster,
      physicalTraits(node),
      physicalInput(call, node.input()),
      node.rowtimeIndex,
      node.watermarkExpr,
    ),
});
