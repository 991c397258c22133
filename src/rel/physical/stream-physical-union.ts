import type { Cluster } from '../cluster.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Union } from '../core/set-op.ts';
import { term } from '../rel-node.ts';
import { fieldNames } from './text/field-text.ts';

/** Flink's `StreamPhysicalUnion`: UNION ALL; distinct unions became aggregates before. */
export class StreamPhysicalUnion extends Union implements PhysicalRel {
  readonly typeName = 'StreamPhysicalUnion';
  readonly requireWatermark = false;
  readonly outputRowType: RowType;

  constructor(cluster: Cluster, traits: TraitSet, inputs: readonly RelNode[], all: boolean, outputRowType: RowType) {
    super(cluster, traits, inputs, all);
    this.outputRowType = outputRowType;
  }

  protected override deriveRowType(): RowType {
    return this.outputRowType;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalUnion {
    return new StreamPhysicalUnion(this.cluster, traits, inputs, this.all, this.outputRowType);
  }

  override describe(): readonly Term[] {
    return [term('all', this.all), term('union', fieldNames(this.outputRowType).join(', '))];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
