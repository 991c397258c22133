import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalSink } from '../../rel/flink-logical/flink-logical-sink.ts';
import { LogicalSink } from '../../rel/logical/logical-sink.ts';

/** Makes a Sink of the logical convention. */
export const FlinkLogicalSinkConverter = defineConverter({
  name: 'FlinkLogicalSinkConverter',
  nodeClass: LogicalSink,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A sink becomes a FlinkLogicalSink.' },
  convert: (sink, call) => FlinkLogicalSink.create(call.convert(sink.input(), { convention: 'LOGICAL' }), sink.sink),
});
