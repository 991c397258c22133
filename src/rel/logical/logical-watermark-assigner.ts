import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { WatermarkAssigner } from '../core/watermark-assigner.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Flink's `LogicalWatermarkAssigner`. */
export class LogicalWatermarkAssigner extends WatermarkAssigner {
  readonly typeName = 'LogicalWatermarkAssigner';

  static create(input: RelNode, rowtimeIndex: number, watermarkExpr: RexNode): LogicalWatermarkAssigner {
    return new LogicalWatermarkAssigner(input.cluster, DEFAULT_TRAITS, input, rowtimeIndex, watermarkExpr);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalWatermarkAssigner {
    return new LogicalWatermarkAssigner(this.cluster, traits, inputs[0] ?? this.input(), this.rowtimeIndex, this.watermarkExpr);
  }
}
