import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { rexTerm, term } from '../rel-node.ts';
import { SingleRel } from './single-rel.ts';

/** Calcite's `Filter`. */
export abstract class Filter extends SingleRel {
  readonly condition: RexNode;
  readonly variablesSet: readonly number[];

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, condition: RexNode, variablesSet: readonly number[] = []) {
    super(cluster, traits, [input]);
    this.condition = condition;
    this.variablesSet = variablesSet;
  }

  override get rexNodes(): readonly RexNode[] {
    return [this.condition];
  }

  override describe(): readonly Term[] {
    const terms = [rexTerm('condition', this.condition)];
    if (this.variablesSet.length > 0) terms.push(term('variablesSet', `[${this.variablesSet.map((v) => `$cor${v}`).join(', ')}]`));
    return terms;
  }
}
