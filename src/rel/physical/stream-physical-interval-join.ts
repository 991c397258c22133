import type { Cluster } from '../cluster.ts';
import type { JoinOptions, JoinType } from '../core/join.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowBounds } from './interval-bounds.ts';
import { flinkJoinTypeText } from '../core/join.ts';
import { term } from '../rel-node.ts';
import { expressionText } from './text/expression-text.ts';
import { fieldNames } from './text/field-text.ts';
import { windowBoundsText } from './interval-bounds.ts';
import { PhysicalJoin } from './physical-join.ts';

/**
 * Flink's `StreamPhysicalIntervalJoin`: rows join within a window around each other's time. `condition` is what is left beside the bounds;
 * `originalCondition` is printed.
 */
export class StreamPhysicalIntervalJoin extends PhysicalJoin {
  readonly typeName = 'StreamPhysicalIntervalJoin';
  readonly originalCondition: RexNode;
  readonly windowBounds: WindowBounds;

  constructor(
    cluster: Cluster,
    traits: TraitSet,
    left: RelNode,
    right: RelNode,
    o: JoinOptions & { originalCondition: RexNode; windowBounds: WindowBounds },
  ) {
    super(cluster, traits, left, right, o);
    this.originalCondition = o.originalCondition;
    this.windowBounds = o.windowBounds;
  }

  get requireWatermark(): boolean {
    return this.windowBounds.isEventTime;
  }

  override copyJoin(traits: TraitSet, condition: RexNode, left: RelNode, right: RelNode, joinType: JoinType): StreamPhysicalIntervalJoin {
    const { originalCondition, windowBounds } = this;
    return new StreamPhysicalIntervalJoin(this.cluster, traits, left, right, { condition, joinType, originalCondition, windowBounds });
  }

  override describeAs(format: TextFormat): readonly Term[] {
    const names = fieldNames(this.rowType);
    return [
      term('joinType', flinkJoinTypeText(this.joinType)),
      term('windowBounds', windowBoundsText(this.windowBounds)),
      { ...term('where', expressionText(this.originalCondition, names, format)), rex: [this.originalCondition] },
      term('select', names.join(', ')),
    ];
  }
}
