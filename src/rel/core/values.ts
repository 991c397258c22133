import type { Cluster } from '../cluster.ts';
import type { DescribeLevel, Term } from '../rel-node.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RexLiteral } from '../rex/rex-node.ts';
import type { Cost } from '../metadata/cost.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { RelNode, term } from '../rel-node.ts';
import { shortTypeText } from '../../types/sql-type.ts';
import { literalText } from '../rex/literal-text.ts';

/** Calcite's `Values`: constant rows. */
export abstract class Values extends RelNode {
  readonly tuples: readonly (readonly RexLiteral[])[];
  private readonly valuesType: RowType;

  constructor(cluster: Cluster, traits: TraitSet, rowType: RowType, tuples: readonly (readonly RexLiteral[])[]) {
    super(cluster, traits, []);
    this.valuesType = rowType;
    this.tuples = tuples;
  }

  protected override deriveRowType(): RowType {
    return this.valuesType;
  }

  /** `[{ 1, 2 }, { 3, 4 }]`; literals without type suffix; an empty row is `{  }`. */
  get tuplesText(): string {
    return `[${this.tuples.map((t) => `{ ${t.map((e) => literalText(e, 'never')).join(', ')} }`).join(', ')}]`;
  }

  /** The row type is an item at digest level only. */
  override describe(level: DescribeLevel): readonly Term[] {
    const terms = level === 'digest' ? [term('type', shortTypeText(this.rowType))] : [];
    return [...terms, term('tuples', this.tuplesText)];
  }

  override estimateRowCount(): number {
    return this.tuples.length;
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    return { rows: mq.rowCount(this), cpu: 1, io: 0, network: 0, memory: 0 };
  }
}
