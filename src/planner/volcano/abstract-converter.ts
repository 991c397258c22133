import type { Cost } from '../../rel/metadata/cost.ts';
import type { Term } from '../../rel/rel-node.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import type { RowType } from '../../types/sql-type.ts';
import { INFINITE_COST } from '../../rel/metadata/cost.ts';
import { RelNode, term } from '../../rel/rel-node.ts';
import { TRAIT_NAMES, traitTexts } from '../../rel/traits/trait-set.ts';

/**
 * The wish for other traits of a sub-set (Calcite's `AbstractConverter`): a member of the wanted sub-set that nothing can run, until a
 * rule puts a real node in its place.
 */
export class AbstractConverter extends RelNode {
  readonly typeName = 'AbstractConverter';

  constructor(input: RelNode, traits: TraitSet) {
    super(input.cluster, traits, [input]);
  }

  describe(): readonly Term[] {
    const texts = traitTexts(this.traitSet);
    return TRAIT_NAMES.map((name, i) => term(name, texts[i] ?? ''));
  }

  protected deriveRowType(): RowType {
    return this.input().rowType;
  }

  copy(traits: TraitSet, inputs: readonly RelNode[]): RelNode {
    return new AbstractConverter(inputs[0] ?? this.input(), traits);
  }

  override get isPlaceholder(): boolean {
    return true;
  }

  override get isEnforcer(): boolean {
    return true;
  }

  override computeSelfCost(): Cost {
    return INFINITE_COST;
  }
}
