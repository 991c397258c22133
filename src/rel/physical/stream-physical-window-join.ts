import type { Cluster } from '../cluster.ts';
import type { JoinOptions, JoinType } from '../core/join.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { Windowing } from './windowing.ts';
import { term } from '../rel-node.ts';
import { PhysicalJoin } from './physical-join.ts';
import { windowingText } from './windowing.ts';

/** Flink's `StreamPhysicalWindowJoin`: rows of equal windows join when the window ends. The condition leaves the windows out. */
export class StreamPhysicalWindowJoin extends PhysicalJoin {
  readonly typeName = 'StreamPhysicalWindowJoin';
  readonly leftWindowing: Windowing;
  readonly rightWindowing: Windowing;

  constructor(
    cluster: Cluster,
    traits: TraitSet,
    left: RelNode,
    right: RelNode,
    o: JoinOptions & { leftWindowing: Windowing; rightWindowing: Windowing },
  ) {
    super(cluster, traits, left, right, o);
    this.leftWindowing = o.leftWindowing;
    this.rightWindowing = o.rightWindowing;
  }

  get requireWatermark(): boolean {
    return this.leftWindowing.isRowtime || this.rightWindowing.isRowtime;
  }

  override copyJoin(traits: TraitSet, condition: RexNode, left: RelNode, right: RelNode, joinType: JoinType): StreamPhysicalWindowJoin {
    const { leftWindowing, rightWindowing } = this;
    return new StreamPhysicalWindowJoin(this.cluster, traits, left, right, { condition, joinType, leftWindowing, rightWindowing });
  }

  override describeAs(format: TextFormat): readonly Term[] {
    return [
      term('leftWindow', windowingText(this.leftWindowing, this.left.rowType)),
      term('rightWindow', windowingText(this.rightWindowing, this.right.rowType)),
      ...super.describeAs(format),
    ];
  }
}
