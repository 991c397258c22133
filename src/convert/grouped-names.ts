import type { BoundExpr } from '../validate/bound.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { Identities } from '../validate/bound-key.ts';

/** Which column of an aggregation an expression is: group keys and aggregate calls by their keys (`bound-key.ts`). */
export interface GroupedNames {
  readonly ids: Identities;
  readonly refs: ReadonlyMap<string, RexNode>;
  readonly keys: readonly BoundExpr[];
}
