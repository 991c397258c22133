import type { Cluster } from '../cluster.ts';
import type { RelHint, RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Snapshot } from '../core/snapshot.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalSnapshot`. Its hints never print; the alias among them is what a LOOKUP hint names. */
export class LogicalSnapshot extends Snapshot {
  readonly typeName = 'LogicalSnapshot';
  private readonly relHints: readonly RelHint[];

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, period: RexNode, hints: readonly RelHint[] = []) {
    super(cluster, traits, input, period);
    this.relHints = hints;
  }

  static create(input: RelNode, period: RexNode): LogicalSnapshot {
    return new LogicalSnapshot(input.cluster, DEFAULT_TRAITS, input, period);
  }

  override get hints(): readonly RelHint[] {
    return this.relHints;
  }

  override get isHintable(): boolean {
    return true;
  }

  override withHints(hints: readonly RelHint[]): LogicalSnapshot {
    return new LogicalSnapshot(this.cluster, this.traitSet, this.input(), this.period, hints);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalSnapshot {
    return new LogicalSnapshot(this.cluster, traits, inputs[0] ?? this.input(), this.period, this.hints);
  }

  override withRexNodes(list: readonly RexNode[]): LogicalSnapshot {
    const period = list[0] ?? this.period;
    return period === this.period ? this : new LogicalSnapshot(this.cluster, this.traitSet, this.input(), period, this.hints);
  }
}
