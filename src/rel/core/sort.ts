import type { Cluster } from '../cluster.ts';
import type { FieldCollation } from '../traits/distribution.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { rexTerm, term } from '../rel-node.ts';
import { shortDirectionText } from './aggregate-call.ts';
import { SingleRel } from './single-rel.ts';

export interface SortOptions {
  readonly collation: readonly FieldCollation[];
  readonly offset?: RexNode;
  readonly fetch?: RexNode;
}

/** Calcite's `Sort`: order, offset and fetch. */
export abstract class Sort extends SingleRel {
  readonly collation: readonly FieldCollation[];
  readonly offset: RexNode | undefined;
  readonly fetch: RexNode | undefined;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: SortOptions) {
    super(cluster, traits, [input]);
    this.collation = o.collation;
    this.offset = o.offset;
    this.fetch = o.fetch;
  }

  get sortOptions(): SortOptions {
    return { collation: this.collation, offset: this.offset, fetch: this.fetch };
  }

  /** A pure order without limits is an enforcer. */
  override get isEnforcer(): boolean {
    return this.collation.length > 0 && !this.offset && !this.fetch;
  }

  override describe(): readonly Term[] {
    const terms: Term[] = this.collation.map((c, i) => term(`sort${i}`, `$${c.index}`));
    this.collation.forEach((c, i) => terms.push(term(`dir${i}`, shortDirectionText(c))));
    if (this.offset) terms.push(rexTerm('offset', this.offset));
    if (this.fetch) terms.push(rexTerm('fetch', this.fetch));
    return terms;
  }
}
