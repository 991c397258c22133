import type { RelNode } from '../rel-node.ts';
import type { SinkOptions } from '../core/sink.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Sink } from '../core/sink.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalSink`. */
export class FlinkLogicalSink extends Sink {
  readonly typeName = 'FlinkLogicalSink';

  static create(input: RelNode, sink: SinkOptions): FlinkLogicalSink {
    return new FlinkLogicalSink(input.cluster, LOGICAL_TRAITS, input, sink);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalSink {
    return new FlinkLogicalSink(this.cluster, traits, inputs[0] ?? this.input(), this.sink);
  }
}
