import type { FlinkLogicalSink as LogicalSink } from '../../rel/flink-logical/flink-logical-sink.ts';
import type { RelDistribution } from '../../rel/traits/distribution.ts';
import { tableError } from '../../base/diagnostic.ts';
import { physicalColumns } from '../../catalog/table.ts';
import { FlinkLogicalSink } from '../../rel/flink-logical/flink-logical-sink.ts';
import { StreamPhysicalSink } from '../../rel/physical/stream-physical-sink.ts';
import { hashDistribution } from '../../rel/traits/distribution.ts';
import { defineConverter } from '../../planner/rule.ts';
import { physicalTraits } from '../shared/physical-traits.ts';

/** Writes into a connector's table; a partitioned file sink may gather the rows of a partition first. */
export const StreamPhysicalSinkRule = defineConverter({
  name: 'StreamPhysicalSinkRule',
  nodeClass: FlinkLogicalSink,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'The target table becomes the sink operator.' },
  convert: (node, call) => {
    const distribution = partitionDistribution(node);
    const input = call.convert(node.input(), { convention: 'STREAM_PHYSICAL', ...(distribution ? { distribution } : {}) });
    return new StreamPhysicalSink(node.cluster, physicalTraits(node), input, node.sink);
  },
});

function partitionDistribution(node: LogicalSink): RelDistribution | undefined {
  const { table, tableSink, staticPartitions, names } = node.sink;
  if (table.kind !== 'connector' || table.partitionKeys.length === 0) return undefined;
  if (!tableSink?.partitioning) {
    throw tableError(
      'plan/partitioning',
      `'${names.join('.')}' is a partitioned table, but the underlying [${tableSink?.summary}] DynamicTableSink ` +
        "doesn't implement SupportsPartitioning interface.",
    );
  }
  const columns = physicalColumns(table).map((c) => c.name);
  const dynamic = table.partitionKeys.filter((k) => !staticPartitions.some(([name]) => name === k));
  const shuffle = table.options.get('sink.shuffle-by-partition.enable')?.toLowerCase() === 'true';
  if (dynamic.length === 0 || !shuffle) return undefined;
  return hashDistribution(
    dynamic.map((k) => columns.indexOf(k)),
    false,
  );
}
