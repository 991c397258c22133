import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Expand } from '../core/expand.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Flink's `LogicalExpand`. */
export class LogicalExpand extends Expand {
  readonly typeName = 'LogicalExpand';

  static create(input: RelNode, projects: readonly (readonly RexNode[])[], expandIdIndex: number): LogicalExpand {
    return new LogicalExpand(input.cluster, DEFAULT_TRAITS, input, projects, expandIdIndex);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalExpand {
    return new LogicalExpand(this.cluster, traits, inputs[0] ?? this.input(), this.projects, this.expandIdIndex);
  }
}
