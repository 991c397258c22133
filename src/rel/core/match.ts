import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { FieldCollation } from '../traits/distribution.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { rexListTerm, rexTerm, term } from '../rel-node.ts';
import { collationListText } from './aggregate-call.ts';
import { SingleRel } from './single-rel.ts';

export interface MatchOptions {
  readonly rowType: RowType;
  readonly pattern: RexNode;
  readonly strictStart: boolean;
  readonly strictEnd: boolean;
  readonly definitions: readonly (readonly [string, RexNode])[];
  readonly measures: readonly (readonly [string, RexNode])[];
  readonly after: RexNode;
  /** Name of a subset and its pattern variables, sorted. */
  readonly subsets: readonly (readonly [string, readonly string[]])[];
  readonly allRows: boolean;
  readonly partitionKeys: readonly number[];
  readonly orderKeys: readonly FieldCollation[];
  readonly interval?: RexNode;
}

/** Calcite's `Match` (MATCH_RECOGNIZE). Measures are no items, so they do not print. */
export abstract class Match extends SingleRel {
  readonly match: MatchOptions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, match: MatchOptions) {
    super(cluster, traits, [input]);
    this.match = match;
  }

  protected override deriveRowType(): RowType {
    return this.match.rowType;
  }

  override describe(): readonly Term[] {
    const m = this.match;
    return [
      term('partition', `[${m.partitionKeys.join(', ')}]`),
      term('order', collationListText(m.orderKeys)),
      term('outputFields', `[${this.rowType.fields.map((f) => f.name).join(', ')}]`),
      term('allRows', m.allRows),
      rexTerm('after', m.after),
      rexTerm('pattern', m.pattern),
      term('isStrictStarts', m.strictStart),
      term('isStrictEnds', m.strictEnd),
      ...(m.interval ? [rexTerm('interval', m.interval)] : []),
      term('subsets', `[${m.subsets.map(([, names]) => `[${names.join(', ')}]`).join(', ')}]`),
      rexListTerm(
        'patternDefinitions',
        m.definitions.map(([, e]) => e),
      ),
      term(
        'inputFields',
        `[${this.input()
          .rowType.fields.map((f) => f.name)
          .join(', ')}]`,
      ),
    ];
  }
}
