import type { Cluster } from '../cluster.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { SingleRel } from '../core/single-rel.ts';
import { term } from '../rel-node.ts';
import { expressionText } from './text/expression-text.ts';
import { fieldListText, fieldNames } from './text/field-text.ts';
import { PHYSICAL_TEXT } from './text/text-format.ts';

export interface ChangelogNormalizeOptions {
  readonly uniqueKeys: readonly number[];
  /** Applied by the operator itself to the completed rows. */
  readonly filterCondition?: RexNode;
  /** The same source feeds several normalizes, so filters may not move below unless all have them. */
  readonly sourceReused?: boolean;
  /** Conjuncts that all normalizes over this source share. */
  readonly commonFilter?: readonly RexNode[];
}

/** Flink's `StreamPhysicalChangelogNormalize`: completes an upsert changelog by its key, from state. */
export class StreamPhysicalChangelogNormalize extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalChangelogNormalize';
  readonly requireWatermark = false;
  readonly options: ChangelogNormalizeOptions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, options: ChangelogNormalizeOptions) {
    super(cluster, traits, [input]);
    this.options = options;
  }

  get uniqueKeys(): readonly number[] {
    return this.options.uniqueKeys;
  }

  get filterCondition(): RexNode | undefined {
    return this.options.filterCondition;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalChangelogNormalize {
    return this.copyWith(traits, inputs[0] ?? this.input(), {});
  }

  copyWith(traits: TraitSet, input: RelNode, change: Partial<ChangelogNormalizeOptions>): StreamPhysicalChangelogNormalize {
    return new StreamPhysicalChangelogNormalize(this.cluster, traits, input, { ...this.options, ...change });
  }

  describeAs(format: TextFormat): readonly Term[] {
    const terms = [term('key', fieldListText(this.uniqueKeys, this.rowType))];
    const condition = this.filterCondition;
    if (condition) terms.push(term('condition', expressionText(condition, fieldNames(this.input().rowType), format)));
    return terms;
  }

  override describe(): readonly Term[] {
    return this.describeAs(PHYSICAL_TEXT);
  }
}
