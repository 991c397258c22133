import type { RelNode } from '../rel-node.ts';
import type { TableSink } from '../../catalog/connector.ts';
import { PLAIN_SINK } from '../../catalog/connectors/source-defaults.ts';
import { ALL_MODE } from '../../catalog/changelog-mode.ts';
import { ANY_DISTRIBUTION } from '../traits/distribution.ts';
import { replaceTraits } from '../traits/trait-set.ts';
import { StreamPhysicalSink } from './stream-physical-sink.ts';

const RESULT_NAME = '*anonymous_datastream_sink*';

/** The sink that a program reads the changelog of a SELECT with (`toChangelogStream`): it takes every kind of change. */
const RESULT_SINK: TableSink = {
  ...PLAIN_SINK,
  summary: RESULT_NAME,
  className: 'org.apache.flink.table.planner.connectors.ExternalDynamicSink',
  changelogMode: () => ALL_MODE,
  provider: { kind: 'DataStream', shape: 'values' },
};

/** The tree under a result sink. All nodes are new, since planners change trees in place. */
export function resultSinkOn(root: RelNode): StreamPhysicalSink {
  const copies = new Map<RelNode, RelNode>();
  const copy = (placeholder: RelNode): RelNode => {
    const node = placeholder.stripped();
    const known = copies.get(node);
    if (known) return known;
    const made = node.copy(node.traitSet, node.inputs.map(copy));
    copies.set(node, made);
    return made;
  };
  const input = copy(root);
  return new StreamPhysicalSink(input.cluster, replaceTraits(input.traitSet, { distribution: ANY_DISTRIBUTION }), input, {
    names: [RESULT_NAME],
    table: {
      kind: 'datastream',
      path: { catalog: '', database: '', name: RESULT_NAME },
      isTemporary: true,
      columns: input.rowType.fields.map((f) => ({ kind: 'physical', name: f.name, type: f.type })),
    },
    tableSink: RESULT_SINK,
    staticPartitions: [],
    overwrite: false,
  });
}

export function isResultSink(node: StreamPhysicalSink): boolean {
  return node.sink.tableSink === RESULT_SINK;
}
