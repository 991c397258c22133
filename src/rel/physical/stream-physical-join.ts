import type { Cost } from '../metadata/cost.ts';
import type { JoinType } from '../core/join.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { makeCost } from '../metadata/cost.ts';
import { term } from '../rel-node.ts';
import { upsertKeysInRange } from './key-queries.ts';
import { PhysicalJoin } from './physical-join.ts';

/** Cost of a regular join, whatever its inputs: Flink's "element rate". */
const ELEMENT_RATE = 100;

/** Flink's `StreamPhysicalJoin`: a regular join that keeps both inputs in state. */
export class StreamPhysicalJoin extends PhysicalJoin {
  readonly typeName = 'StreamPhysicalJoin';
  readonly requireWatermark = false;

  override copyJoin(traits: TraitSet, condition: RexNode, left: RelNode, right: RelNode, joinType: JoinType): StreamPhysicalJoin {
    return new StreamPhysicalJoin(this.cluster, traits, left, right, { ...this.joinOptions, condition, joinType });
  }

  override withHints(hints: readonly RelHint[]): StreamPhysicalJoin {
    return new StreamPhysicalJoin(this.cluster, this.traitSet, this.left, this.right, { ...this.joinOptions, hints });
  }

  /** True if some upsert key of the input holds all of its join keys. */
  inputUniqueKeyContainsJoinKey(ordinal: number): boolean {
    const joinKeys = ordinal === 0 ? this.joinInfo.left : this.joinInfo.right;
    const keys = upsertKeysInRange(this.cluster.mq, this.input(ordinal), joinKeys) ?? [];
    return keys.some((key) => joinKeys.every((k) => key.includes(k)));
  }

  private inputSpecText(ordinal: number): string {
    const joinKeys = ordinal === 0 ? this.joinInfo.left : this.joinInfo.right;
    const keys = upsertKeysInRange(this.cluster.mq, this.input(ordinal), joinKeys) ?? [];
    if (keys.length === 0) return 'NoUniqueKey';
    return keys.some((key) => key.every((k) => joinKeys.includes(k))) ? 'JoinKeyContainsUniqueKey' : 'HasUniqueKey';
  }

  override describeAs(format: TextFormat): readonly Term[] {
    const terms = [
      ...super.describeAs(format),
      term('leftInputSpec', this.inputSpecText(0)),
      term('rightInputSpec', this.inputSpecText(1)),
    ];
    if (this.cluster.config.boolean('table.exec.mini-batch.enabled')) terms.push(term('miniBatch', 'true'));
    return terms;
  }

  override computeSelfCost(): Cost {
    return makeCost(ELEMENT_RATE * 2, ELEMENT_RATE * 2, 0);
  }
}
