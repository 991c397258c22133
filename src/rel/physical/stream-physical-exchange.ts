import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelDistribution } from '../traits/distribution.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { SingleRel } from '../core/single-rel.ts';
import { makeCost } from '../metadata/cost.ts';
import { term } from '../rel-node.ts';
import { distributionItemText } from './text/field-text.ts';

const HASH_CPU = 8;
const SERIALIZE_CPU = 160;
const SINGLE_CPU = 1;
const RANGE_CPU = 12;

/** Flink's `StreamPhysicalExchange`: rows go to the task that its distribution names. */
export class StreamPhysicalExchange extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalExchange';
  readonly requireWatermark = false;
  readonly distribution: RelDistribution;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, distribution: RelDistribution) {
    super(cluster, traits, [input]);
    this.distribution = distribution;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalExchange {
    return new StreamPhysicalExchange(this.cluster, traits, inputs[0] ?? this.input(), this.distribution);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this.input());
    const size = mq.averageRowSize(this.input()) * rows;
    const d = this.distribution;
    switch (d.type) {
      case 'hash':
        return makeCost(rows, (HASH_CPU * d.keys.length + SERIALIZE_CPU) * rows, 0, size);
      case 'single':
      case 'random':
        return makeCost(rows, (SINGLE_CPU + SERIALIZE_CPU) * rows, 0, size);
      case 'range':
        return makeCost(rows, (RANGE_CPU + SERIALIZE_CPU) * rows, size, 2 * size);
      default:
        return makeCost(rows, SERIALIZE_CPU * rows, 0, size);
    }
  }

  override describe(): readonly Term[] {
    return [term('distribution', distributionItemText(this.distribution, this.input().rowType))];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
