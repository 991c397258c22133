import type { Cluster } from '../../rel/cluster.ts';
import type { Cost } from '../../rel/metadata/cost.ts';
import type { MetadataQuery } from '../../rel/metadata/metadata-query.ts';
import type { Term } from '../../rel/rel-node.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { RelSet } from './rel-set.ts';
import { defined } from '../../base/assert.ts';
import { INFINITE_COST, ZERO_COST } from '../../rel/metadata/cost.ts';
import { RelNode } from '../../rel/rel-node.ts';

/**
 * The members of a set that satisfy certain traits (Calcite's `RelSubset`), and the placeholder that registered nodes have as inputs.
 * `delivered`: a node with these traits exists; `required`: someone asked for them; converters lead from the former to the latter.
 */
export class RelSubset extends RelNode {
  readonly typeName = 'RelSubset';
  readonly set: RelSet;
  best: RelNode | undefined;
  bestCost: Cost = INFINITE_COST;
  delivered = false;
  required = false;

  constructor(cluster: Cluster, set: RelSet, traits: TraitSet) {
    super(cluster, traits, []);
    this.set = set;
  }

  get setId(): number {
    return this.set.id;
  }

  /** Members in the set's order. */
  get members(): readonly RelNode[] {
    return this.set.members(this);
  }

  describe(): readonly Term[] {
    return [];
  }

  /** Names are those of the first node ever put into the set, whatever the best one calls its fields. */
  protected deriveRowType(): RowType {
    return defined(this.set.first, `first node of set ${this.set.id}`).rowType;
  }

  copy(_traitSet: TraitSet, _inputs: readonly RelNode[]): RelNode {
    return this;
  }

  override stripped(): RelNode {
    return this.best ?? this.set.first ?? this;
  }

  override get isPlaceholder(): boolean {
    return true;
  }

  protected override computeDigestKey(): string {
    return this.inputKey;
  }

  override estimateRowCount(mq: MetadataQuery): number {
    return mq.rowCount(this.stripped());
  }

  override computeSelfCost(): Cost {
    return ZERO_COST;
  }
}
