import type { JoinInfo } from '../core/join-info.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { TextFormat } from './text/text-format.ts';
import type { Term } from '../rel-node.ts';
import { Join, flinkJoinTypeText } from '../core/join.ts';
import { term } from '../rel-node.ts';
import { expressionText } from './text/expression-text.ts';
import { fieldNames } from './text/field-text.ts';
import { PHYSICAL_TEXT } from './text/text-format.ts';
import { TINY_COST, makeCost } from '../metadata/cost.ts';
import { joinInfoOf } from '../core/join-info.ts';
import { uniquify } from '../names.ts';

/** Flink's `CommonPhysicalJoin`: joins of two inputs that print `joinType`, `where`, `select`. */
export abstract class PhysicalJoin extends Join implements PhysicalRel {
  abstract readonly requireWatermark: boolean;
  private infoCache: JoinInfo | undefined;

  /** Equi keys and rest of the condition. */
  get joinInfo(): JoinInfo {
    return (this.infoCache ??= joinInfoOf(this));
  }

  /** Names of both inputs side by side, made unique: what the condition refers to, also for semi and anti joins. */
  get inputFieldNames(): readonly string[] {
    return uniquify([...fieldNames(this.left.rowType), ...fieldNames(this.right.rowType)]);
  }

  describeAs(format: TextFormat): readonly Term[] {
    return [
      term('joinType', flinkJoinTypeText(this.joinType)),
      { ...term('where', expressionText(this.condition, this.inputFieldNames, format)), rex: [this.condition] },
      term('select', fieldNames(this.rowType).join(', ')),
    ];
  }

  override describe(): readonly Term[] {
    return this.describeAs(PHYSICAL_TEXT);
  }

  /** Calcite's `Join.computeSelfCost`: rows alone; a semi join, which is planned as if it cost nothing, is tiny. */
  override computeSelfCost(mq: MetadataQuery): Cost {
    return this.joinType === 'semi' ? TINY_COST : makeCost(mq.rowCount(this), 0, 0);
  }
}
