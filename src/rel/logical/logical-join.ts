import type { Cluster } from '../cluster.ts';
import type { JoinOptions, JoinType } from '../core/join.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { Join } from '../core/join.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalJoin`. */
export class LogicalJoin extends Join {
  readonly typeName = 'LogicalJoin';
  /** True after a rule has tried to turn the join into a semi join. */
  readonly semiJoinDone: boolean;

  static create(left: RelNode, right: RelNode, o: JoinOptions): LogicalJoin {
    return new LogicalJoin(left.cluster, DEFAULT_TRAITS, left, right, o);
  }

  constructor(cluster: Cluster, traits: TraitSet, left: RelNode, right: RelNode, o: JoinOptions) {
    super(cluster, traits, left, right, o);
    this.semiJoinDone = o.semiJoinDone ?? false;
  }

  override copyJoin(traits: TraitSet, condition: RexNode, left: RelNode, right: RelNode, joinType: JoinType): LogicalJoin {
    return new LogicalJoin(this.cluster, traits, left, right, {
      ...this.joinOptions,
      condition,
      joinType,
      semiJoinDone: this.semiJoinDone,
    });
  }

  override withHints(hints: readonly RelHint[]): LogicalJoin {
    return new LogicalJoin(this.cluster, this.traitSet, this.left, this.right, {
      ...this.joinOptions,
      hints,
      semiJoinDone: this.semiJoinDone,
    });
  }

  override describe(): readonly Term[] {
    return this.semiJoinDone ? [...super.describe(), term('semiJoinDone', true)] : super.describe();
  }
}
