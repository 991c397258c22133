import type { Position, Span } from '../base/span.ts';
import type { Field } from '../types/sql-type.ts';

/** A relation that names may refer to. The same object stands in the scope of its join and of its query. */
export interface ScopeChild {
  /** Alias, or last part of the table's name. */
  readonly name: string;
  readonly fields: readonly Field[];
  /** On the side of an outer join that may be missing. */
  readonly nullable: boolean;
  /** Where the relation was written, aliases included. */
  readonly enclosing: { readonly pos: Position; readonly span: Span };
}

export type ScopeKind = 'select' | 'join' | 'lateral' | 'with' | 'parameters' | 'match' | 'empty';

/**
 * Names of one place of a query: the relations in FROM and, around them, those of enclosing queries. Relations are added while FROM is
 * bound, from left to right, so a lateral item sees exactly those before it.
 */
export class NameScope {
  readonly kind: ScopeKind;
  /** The scope in which this one's query stands. */
  readonly parent: NameScope | undefined;
  readonly children: ScopeChild[] = [];
  /** The scope to which a join's relations are added as well. */
  readonly using: NameScope | undefined;
  /** A lateral scope belongs to the join whose left side it sees. */
  readonly owner: NameScope | undefined;

  constructor(kind: ScopeKind, parent: NameScope | undefined, links: { readonly using?: NameScope; readonly owner?: NameScope } = {}) {
    this.kind = kind;
    this.parent = parent;
    this.using = links.using;
    this.owner = links.owner;
  }

  /** Adds a relation here and to the enclosing joins and query. */
  add(child: ScopeChild): void {
    this.children.push(child);
    if (this.using) this.using.add(child);
  }
}

/** What a lateral item sees: the relations that stand before it in `scope`. */
export function lateralScope(scope: NameScope, parent: NameScope | undefined): NameScope {
  const result = new NameScope('lateral', parent, { owner: scope });
  result.children.push(...scope.children);
  return result;
}
