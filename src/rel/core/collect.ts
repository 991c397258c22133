import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { relRowType } from '../../types/sql-type.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';
import { SingleRel } from './single-rel.ts';

/** Calcite's `Collect`: all rows of the input as one collection. No rule of the streaming planner takes it on. */
export class Collect extends SingleRel {
  readonly typeName = 'Collect';
  readonly fieldName: string;
  readonly collectionType: SqlType;

  static create(input: RelNode, collectionType: SqlType, fieldName: string): Collect {
    return new Collect(input.cluster, DEFAULT_TRAITS, input, { collectionType, fieldName });
  }

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: { readonly collectionType: SqlType; readonly fieldName: string }) {
    super(cluster, traits, [input]);
    this.fieldName = o.fieldName;
    this.collectionType = o.collectionType;
  }

  protected override deriveRowType(): RowType {
    return relRowType([{ name: this.fieldName, type: this.collectionType }]);
  }

  override estimateRowCount(): number {
    return 1;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): Collect {
    return new Collect(this.cluster, traits, inputs[0] ?? this.input(), this);
  }

  override describe(): readonly Term[] {
    return [term('field', this.fieldName)];
  }
}
