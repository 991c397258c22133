import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';
import { SingleRel } from './single-rel.ts';

export interface SampleOptions {
  readonly mode: 'bernoulli' | 'system';
  /** Part of the rows, as a decimal number. */
  readonly rate: string;
  /** Set by REPEATABLE. */
  readonly seed?: number;
}

/** Calcite's `Sample`: some rows of the input, by chance. No rule of the streaming planner takes it on. */
export class Sample extends SingleRel {
  readonly typeName = 'Sample';
  readonly sample: SampleOptions;

  static create(input: RelNode, sample: SampleOptions): Sample {
    return new Sample(input.cluster, DEFAULT_TRAITS, input, sample);
  }

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, sample: SampleOptions) {
    super(cluster, traits, [input]);
    this.sample = sample;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): Sample {
    return new Sample(this.cluster, traits, inputs[0] ?? this.input(), this.sample);
  }

  override describe(): readonly Term[] {
    const { mode, rate, seed } = this.sample;
    return [term('mode', mode), term('rate', rate), term('repeatableSeed', seed ?? '-')];
  }
}
