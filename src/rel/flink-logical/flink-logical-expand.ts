import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Expand } from '../core/expand.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalExpand`. */
export class FlinkLogicalExpand extends Expand {
  readonly typeName = 'FlinkLogicalExpand';

  static create(input: RelNode, projects: readonly (readonly RexNode[])[], expandIdIndex: number): FlinkLogicalExpand {
    return new FlinkLogicalExpand(input.cluster, LOGICAL_TRAITS, input, projects, expandIdIndex);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalExpand {
    return new FlinkLogicalExpand(this.cluster, traits, inputs[0] ?? this.input(), this.projects, this.expandIdIndex);
  }
}
