import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { WatermarkAssigner } from '../core/watermark-assigner.ts';
import { term } from '../rel-node.ts';
import { expressionText } from './text/expression-text.ts';
import { fieldName, fieldNames } from './text/field-text.ts';
import { PHYSICAL_TEXT } from './text/text-format.ts';

/** Flink's `StreamPhysicalWatermarkAssigner`: emits watermarks where the source could not. */
export class StreamPhysicalWatermarkAssigner extends WatermarkAssigner implements PhysicalRel {
  readonly typeName = 'StreamPhysicalWatermarkAssigner';
  readonly requireWatermark = false;

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalWatermarkAssigner {
    return this.copyAssigner(traits, inputs[0] ?? this.input(), this.rowtimeIndex, this.watermarkExpr);
  }

  copyAssigner(traits: TraitSet, input: RelNode, rowtimeIndex: number, watermarkExpr: RexNode): StreamPhysicalWatermarkAssigner {
    return new StreamPhysicalWatermarkAssigner(this.cluster, traits, input, rowtimeIndex, watermarkExpr);
  }

  override withRexNodes(list: readonly RexNode[]): RelNode {
    const expr = list[0] ?? this.watermarkExpr;
    return expr === this.watermarkExpr ? this : this.copyAssigner(this.traitSet, this.input(), this.rowtimeIndex, expr);
  }

  describeAs(format: TextFormat): readonly Term[] {
    const row = this.input().rowType;
    const text = expressionText(this.watermarkExpr, fieldNames(row), format);
    return [term('rowtime', fieldName(row, this.rowtimeIndex)), term('watermark', text)];
  }

  override describe(): readonly Term[] {
    return this.describeAs(PHYSICAL_TEXT);
  }
}
