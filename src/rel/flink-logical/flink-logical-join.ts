import type { Cost } from '../metadata/cost.ts';
import type { JoinOptions, JoinType } from '../core/join.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelHint, RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Join } from '../core/join.ts';
import { makeCost } from '../metadata/cost.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalJoin`. */
export class FlinkLogicalJoin extends Join {
  readonly typeName = 'FlinkLogicalJoin';

  static create(left: RelNode, right: RelNode, o: Pick<JoinOptions, 'condition' | 'joinType' | 'hints'>): FlinkLogicalJoin {
    const { condition, joinType, hints } = o;
    return new FlinkLogicalJoin(left.cluster, LOGICAL_TRAITS, left, right, { condition, joinType, hints });
  }

  override copyJoin(traits: TraitSet, condition: RexNode, left: RelNode, right: RelNode, joinType: JoinType): FlinkLogicalJoin {
    return new FlinkLogicalJoin(this.cluster, traits, left, right, { condition, joinType, hints: this.relHints });
  }

  override withHints(hints: readonly RelHint[]): FlinkLogicalJoin {
    return new FlinkLogicalJoin(this.cluster, this.traitSet, this.left, this.right, { ...this.joinOptions, hints });
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const left = mq.rowCount(this.left);
    const leftBytes = left * mq.averageRowSize(this.left);
    const right = mq.rowCount(this.right);
    if (this.joinType !== 'semi' && this.joinType !== 'anti') return makeCost(left, left + right, leftBytes + right);
    return makeCost(left + right, left + right, leftBytes + right * mq.averageRowSize(this.right));
  }
}
