import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { WatermarkAssigner } from '../core/watermark-assigner.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalWatermarkAssigner`. */
export class FlinkLogicalWatermarkAssigner extends WatermarkAssigner {
  readonly typeName = 'FlinkLogicalWatermarkAssigner';

  static create(input: RelNode, rowtimeIndex: number, watermarkExpr: RexNode): FlinkLogicalWatermarkAssigner {
    return new FlinkLogicalWatermarkAssigner(input.cluster, LOGICAL_TRAITS, input, rowtimeIndex, watermarkExpr);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalWatermarkAssigner {
    return new FlinkLogicalWatermarkAssigner(this.cluster, traits, inputs[0] ?? this.input(), this.rowtimeIndex, this.watermarkExpr);
  }
}
