import type { Cluster } from '../cluster.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { SinkOptions } from '../core/sink.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Sink } from '../core/sink.ts';
import { term } from '../rel-node.ts';

/** Flink's `StreamPhysicalSink`: writes the changelog into a connector's table. */
export class StreamPhysicalSink extends Sink implements PhysicalRel {
  readonly typeName = 'StreamPhysicalSink';
  readonly requireWatermark = false;
  /** The sink reorders changes by its primary key, from state. */
  readonly upsertMaterialize: boolean;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, sink: SinkOptions, upsertMaterialize = false) {
    super(cluster, traits, input, sink);
    this.upsertMaterialize = upsertMaterialize;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalSink {
    return new StreamPhysicalSink(this.cluster, traits, inputs[0] ?? this.input(), this.sink, this.upsertMaterialize);
  }

  withUpsertMaterialize(upsertMaterialize: boolean): StreamPhysicalSink {
    return new StreamPhysicalSink(this.cluster, this.traitSet, this.input(), this.sink, upsertMaterialize);
  }

  override describe(): readonly Term[] {
    const terms = [...super.describe()];
    if (this.upsertMaterialize) terms.push(term('upsertMaterialize', 'true'));
    if (this.sink.conflictStrategy) terms.push(term('conflictStrategy', this.sink.conflictStrategy));
    return terms;
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
