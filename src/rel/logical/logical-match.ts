import type { RelNode } from '../rel-node.ts';
import type { MatchOptions } from '../core/match.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Match } from '../core/match.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Calcite's `LogicalMatch`. */
export class LogicalMatch extends Match {
  readonly typeName = 'LogicalMatch';

  static create(input: RelNode, match: MatchOptions): LogicalMatch {
    return new LogicalMatch(input.cluster, DEFAULT_TRAITS, input, match);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalMatch {
    return new LogicalMatch(this.cluster, traits, inputs[0] ?? this.input(), this.match);
  }
}
