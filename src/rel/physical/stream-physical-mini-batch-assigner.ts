import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { SingleRel } from '../core/single-rel.ts';
import { term } from '../rel-node.ts';

/** Flink's `StreamPhysicalMiniBatchAssigner`: marks where one mini-batch ends and the next begins. */
export class StreamPhysicalMiniBatchAssigner extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalMiniBatchAssigner';
  readonly requireWatermark = false;

  constructor(cluster: RelNode['cluster'], traits: TraitSet, input: RelNode) {
    super(cluster, traits, [input]);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalMiniBatchAssigner {
    return new StreamPhysicalMiniBatchAssigner(this.cluster, traits, inputs[0] ?? this.input());
  }

  override describe(): readonly Term[] {
    const { interval, mode } = this.traitSet.miniBatch;
    return [term('interval', `${interval}ms`), term('mode', mode)];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
