import type { MatchOptions } from '../core/match.ts';
import type { RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Match } from '../core/match.ts';
import { replaceTraits } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalMatch`. */
export class FlinkLogicalMatch extends Match {
  readonly typeName = 'FlinkLogicalMatch';

  static create(input: RelNode, traits: TraitSet, match: MatchOptions): FlinkLogicalMatch {
    return new FlinkLogicalMatch(input.cluster, replaceTraits(traits, { convention: 'LOGICAL' }), input, match);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalMatch {
    return new FlinkLogicalMatch(this.cluster, traits, inputs[0] ?? this.input(), this.match);
  }
}
