import type { Cost } from '../../rel/metadata/cost.ts';
import type { MetadataQuery } from '../../rel/metadata/metadata-query.ts';
import type { Term } from '../../rel/rel-node.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import type { RowType } from '../../types/sql-type.ts';
import { RelNode } from '../../rel/rel-node.ts';

/**
 * A vertex of the HEP graph (Calcite's `HepRelVertex`): the placeholder that nodes in the graph have as inputs. It wraps one node for
 * ever; a replaced node gets another vertex, and the parents' inputs are exchanged.
 */
export class HepRelVertex extends RelNode {
  readonly typeName = 'HepRelVertex';
  readonly current: RelNode;

  constructor(current: RelNode) {
    super(current.cluster, current.traitSet, []);
    this.current = current;
  }

  describe(): readonly Term[] {
    return [];
  }

  protected deriveRowType(): RowType {
    return this.current.rowType;
  }

  copy(_traitSet: TraitSet, _inputs: readonly RelNode[]): RelNode {
    return this;
  }

  override stripped(): RelNode {
    return this.current;
  }

  override get isPlaceholder(): boolean {
    return true;
  }

  override get delegatesMetadata(): boolean {
    return true;
  }

  /** Two vertices stand for the same input if they wrap the same node object. */
  override get inputKey(): string {
    return `v${this.current.id}`;
  }

  protected override computeDigestKey(): string {
    return this.inputKey;
  }

  override estimateRowCount(mq: MetadataQuery): number {
    return mq.rowCount(this.current);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    return this.current.computeSelfCost(mq);
  }
}
