import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { Field, RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { relRowType, simpleType } from '../../types/sql-type.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';
import { SingleRel } from './single-rel.ts';

/** Calcite's `Uncollect`: one row an element of the input's collections. */
export class Uncollect extends SingleRel {
  readonly typeName = 'Uncollect';
  readonly withOrdinality: boolean;
  readonly itemAliases: readonly string[];

  static create(input: RelNode, withOrdinality: boolean, itemAliases: readonly string[] = []): Uncollect {
    return new Uncollect(input.cluster, DEFAULT_TRAITS, input, withOrdinality, itemAliases);
  }

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, withOrdinality: boolean, itemAliases: readonly string[]) {
    super(cluster, traits, [input]);
    this.withOrdinality = withOrdinality;
    this.itemAliases = itemAliases;
  }

  /** Elements of ROW type give their fields, maps KEY and VALUE, others the column's name. */
  protected override deriveRowType(): RowType {
    const fields: Field[] = [];
    for (const f of this.input().rowType.fields) {
      const { type } = f;
      if (type.name === 'MAP' && type.key && type.value) fields.push({ name: 'KEY', type: type.key }, { name: 'VALUE', type: type.value });
      else if (type.element?.fields && this.itemAliases.length === 0) fields.push(...type.element.fields);
      else if (type.element) fields.push({ name: this.itemAliases[fields.length] ?? f.name, type: type.element });
    }
    if (this.withOrdinality) fields.push({ name: 'ORDINALITY', type: simpleType('INTEGER', false) });
    return relRowType(fields);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): Uncollect {
    return new Uncollect(this.cluster, traits, inputs[0] ?? this.input(), this.withOrdinality, this.itemAliases);
  }

  override describe(): readonly Term[] {
    return this.withOrdinality ? [term('withOrdinality', true)] : [];
  }
}
