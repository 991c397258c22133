import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { SingleRel } from '../core/single-rel.ts';

/** Flink's `StreamPhysicalDropUpdateBefore`: filters UPDATE_BEFORE rows away that nobody needs. */
export class StreamPhysicalDropUpdateBefore extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalDropUpdateBefore';
  readonly requireWatermark = false;

  constructor(cluster: RelNode['cluster'], traits: TraitSet, input: RelNode) {
    super(cluster, traits, [input]);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalDropUpdateBefore {
    return new StreamPhysicalDropUpdateBefore(this.cluster, traits, inputs[0] ?? this.input());
  }

  override describe(): readonly Term[] {
    return [];
  }

  describeAs(): readonly Term[] {
    return [];
  }
}
