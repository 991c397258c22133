import type { RelNode } from '../../rel/rel-node.ts';
import { hintText } from '../../rel/rel-node.ts';
import { shortTypeText } from '../../types/sql-type.ts';
import { StreamPhysicalSink } from '../../rel/physical/stream-physical-sink.ts';
import { StreamPhysicalUnion } from '../../rel/physical/stream-physical-union.ts';

/**
 * Makes one sink of those of a statement set that write the same table in the same way (Flink's `SinkReuser`,
 * `table.optimizer.reuse-sink-enabled`): a Union feeds the first of them.
 */
export function reuseSinks(roots: readonly RelNode[]): readonly RelNode[] {
  const groups = new Map<string, StreamPhysicalSink[]>();
  for (const root of roots) {
    const node = root.stripped();
    if (!(node instanceof StreamPhysicalSink)) continue;
    const key = sinkKey(node);
    groups.set(key, [...(groups.get(key) ?? []), node]);
  }
  return roots.flatMap((root) => {
    const node = root.stripped();
    if (!(node instanceof StreamPhysicalSink)) return [root];
    const group = groups.get(sinkKey(node)) ?? [node];
    if (group[0] !== node) return [];
    return [group.length === 1 ? node : fedByUnion(node, group)];
  });
}

function fedByUnion(first: StreamPhysicalSink, group: readonly StreamPhysicalSink[]): StreamPhysicalSink {
  const inputs = group.map((sink) => sink.input().stripped());
  const traits = inputs[0]?.traitSet ?? first.traitSet;
  return first.copy(first.traitSet, [new StreamPhysicalUnion(first.cluster, traits, inputs, true, first.rowType)]);
}

function sinkKey(node: StreamPhysicalSink): string {
  const { sink } = node;
  return JSON.stringify([
    sink.names,
    sink.targetColumns ?? [],
    node.rowType.fields.map((f) => shortTypeText(f.type)),
    (sink.hints ?? []).map(hintText),
    node.upsertMaterialize,
    sink.overwrite,
    sink.staticPartitions,
    node.input().stripped().traitSet.text,
  ]);
}
