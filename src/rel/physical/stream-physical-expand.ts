import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Expand } from '../core/expand.ts';

/** Flink's `StreamPhysicalExpand`: one copy of each row a grouping set. */
export class StreamPhysicalExpand extends Expand implements PhysicalRel {
  readonly typeName = 'StreamPhysicalExpand';
  readonly requireWatermark = false;

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalExpand {
    return new StreamPhysicalExpand(this.cluster, traits, inputs[0] ?? this.input(), this.projects, this.expandIdIndex);
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
