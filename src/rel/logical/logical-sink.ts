import type { RelNode } from '../rel-node.ts';
import type { SinkOptions } from '../core/sink.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Sink } from '../core/sink.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

/** Flink's `LogicalSink`. */
export class LogicalSink extends Sink {
  readonly typeName = 'LogicalSink';

  static create(input: RelNode, sink: SinkOptions): LogicalSink {
    return new LogicalSink(input.cluster, DEFAULT_TRAITS, input, sink);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): LogicalSink {
    return new LogicalSink(this.cluster, traits, inputs[0] ?? this.input(), this.sink);
  }
}
