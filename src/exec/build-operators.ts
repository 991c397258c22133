import type { ExecGraph, ExecNode } from './exec-node.ts';
import type { Operator, OperatorBuilder, OperatorEdge, Stream } from './operators.ts';
import { isRowtime } from '../types/sql-type.ts';
import { StreamPhysicalDataStreamScan } from '../rel/physical/stream-physical-data-stream-scan.ts';
import { StreamPhysicalExchange } from '../rel/physical/stream-physical-exchange.ts';
import { StreamPhysicalLookupJoin } from '../rel/physical/stream-physical-lookup-join.ts';
import { StreamPhysicalMatch } from '../rel/physical/stream-physical-match.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { StreamPhysicalTableSourceScan } from '../rel/physical/stream-physical-table-source-scan.ts';
import { StreamPhysicalUnion } from '../rel/physical/stream-physical-union.ts';
import { StreamPhysicalValues } from '../rel/physical/stream-physical-values.ts';
import { isInsertOnly } from '../catalog/changelog-mode.ts';
import { OperatorNames } from './operator-names.ts';
import { isResultSink } from '../rel/physical/result-sink.ts';
import { buildResultSink, buildSink } from './sink-operators.ts';
import { edgesInto, partitioned } from './operators.ts';

/**
 * Operators of an execution graph in the order of their creation (Flink's translation into transformations).
 */
export function buildOperators(graph: ExecGraph): readonly Operator[] {
  const [root] = graph.roots;
  if (!root) return [];
  const { config } = root.rel.cluster;
  const operators: Operator[] = [];
  const late: Operator[] = [];
  const fixed = config.integer('table.exec.resource.default-parallelism');
  // Streams that a program made exist before the query is translated.
  const dataStreams = collectionSources(graph);
  let nextId = dataStreams.size + 1;
  const builder: OperatorBuilder = {
    names: new OperatorNames(config),
    defaultParallelism: fixed > 0 ? fixed : config.integer('parallelism.default'),
    shuffleParallelism: config.integer('parallelism.default'),
    add: (o) => {
      const operator = { ...o, id: nextId++ };
      operators.push(operator);
      return operator;
    },
    addLate: (o) => {
      const operator = { ...o, id: LATE_IDS + late.length };
      late.push(operator);
      return operator;
    },
  };
  const streams = new Map<ExecNode, Stream>();
  const visit = (node: ExecNode): Stream => {
    const known = streams.get(node);
    if (known) return known;
    const inputs = node.inputs.map(visit);
    const stream = buildNode(node, inputs, { builder, dataStreams });
    streams.set(node, stream);
    return stream;
  };
  graph.roots.forEach(visit);
  return [...dataStreams.values(), ...operators, ...late];
}

/** Ids beyond those of any transformation. */
const LATE_IDS = 1_000_000;

interface NodeContext {
  readonly builder: OperatorBuilder;
  readonly dataStreams: ReadonlyMap<string, Operator>;
}

function collectionSources(graph: ExecGraph): ReadonlyMap<string, Operator> {
  const found = new Map<string, Operator>();
  const visit = (node: ExecNode): void => {
    node.inputs.forEach(visit);
    if (!(node.rel instanceof StreamPhysicalDataStreamScan)) return;
    const key = node.rel.table.names.join('.');
    const name = 'Source: Collection Source';
    if (!found.has(key)) found.set(key, { id: found.size + 1, name, contents: name, role: 'source', parallelism: 1, inputs: [] });
  };
  graph.roots.forEach(visit);
  return found;
}

function buildNode(node: ExecNode, inputs: readonly Stream[], context: NodeContext): Stream {
  const { rel } = node;
  const { builder } = context;
  const [first] = inputs;
  if (rel instanceof StreamPhysicalTableSourceScan) return buildTableSource(node, rel, builder);
  if (rel instanceof StreamPhysicalValues) return buildValues(node, builder);
  if (rel instanceof StreamPhysicalDataStreamScan) return buildConversion(node, rel, context);
  if (!first) throw new Error(`${node.name} has no input`);
  if (rel instanceof StreamPhysicalUnion) return { from: inputs.flatMap((s) => s.from), parallelism: first.parallelism };
  if (rel instanceof StreamPhysicalExchange)
    return rel.distribution.type === 'single' ? partitioned(first, 'GLOBAL', 1) : partitioned(first, 'HASH', builder.shuffleParallelism);
  if (rel instanceof StreamPhysicalSink)
    return isResultSink(rel) ? buildResultSink(node, first, builder) : buildSink(node, rel, { stream: first, builder });
  if (rel instanceof StreamPhysicalMatch) return single(operatorOf(node, [timestamped(node, rel, first, builder)], builder));
  if (rel instanceof StreamPhysicalLookupJoin) return single(lookupOperator(node, rel, first, builder));
  return single(operatorOf(node, inputs, builder));
}

function single(operator: Operator): Stream {
  return { from: [{ operator }], parallelism: operator.parallelism };
}

function operatorOf(node: ExecNode, inputs: readonly Stream[], builder: OperatorBuilder, yields = false): Operator {
  const parallelism = inputs[0]?.parallelism ?? builder.defaultParallelism;
  return builder.add({
    name: builder.names.name(node.id, node.name, node.description),
    contents: builder.names.contents(node.id, node.description),
    role: 'operator',
    parallelism,
    inputs: edgesInto(inputs, parallelism),
    yields,
  });
}

/** State by key needs rows spread by the key of the input, or by all its columns. */
function lookupOperator(node: ExecNode, rel: StreamPhysicalLookupJoin, input: Stream, builder: OperatorBuilder): Operator {
  const keyed = rel.options.upsertMaterialize === true;
  return operatorOf(node, [keyed ? partitioned(input, 'HASH', input.parallelism) : input], builder, rel.isAsync);
}

function timestamped(node: ExecNode, rel: StreamPhysicalMatch, input: Stream, builder: OperatorBuilder): Stream {
  const index = rel.match.orderKeys[0]?.index ?? -1;
  const type = rel.input().rowType.fields[index]?.type;
  if (!type || !isRowtime(type)) return input;
  const description = `StreamRecordTimestampInserter(rowtime field: ${index})`;
  return single(
    builder.add({
      name: builder.names.name(node.id, 'StreamRecordTimestampInserter', description),
      contents: builder.names.contents(node.id, description),
      role: 'operator',
      parallelism: input.parallelism,
      inputs: edgesInto([input], input.parallelism),
    }),
  );
}

function buildValues(node: ExecNode, builder: OperatorBuilder): Stream {
  return single(
    builder.add({
      name: `Source: ${builder.names.name(node.id, node.name, node.description)}`,
      contents: builder.names.contents(node.id, node.description),
      role: 'source',
      parallelism: 1,
      inputs: [],
      isLegacySource: true,
    }),
  );
}

function buildConversion(node: ExecNode, rel: StreamPhysicalDataStreamScan, context: NodeContext): Stream {
  const { names } = context.builder;
  const source = context.dataStreams.get(rel.table.names.join('.'));
  if (!source) throw new Error(`no stream for ${rel.table.names.join('.')}`);
  const fields = rel.rowType.fields.map((f) => f.name).join(', ');
  const description = `SourceConversion(table=[${rel.table.names.join('.')}], fields=[${fields}])`;
  return single(
    context.builder.add({
      name: names.name(node.id, 'SourceConversion', description),
      contents: names.contents(node.id, description),
      role: 'operator',
      parallelism: source.parallelism,
      inputs: [{ source, ship: 'FORWARD' }],
    }),
  );
}

function buildTableSource(node: ExecNode, rel: StreamPhysicalTableSourceScan, builder: OperatorBuilder): Stream {
  const { source, names } = rel.table;
  if (!source) throw new Error(`${names.join('.')} is no source`);
  source.checkProvider?.(rel.rowType.fields);
  const { provider } = source;
  const standard = `Source: ${builder.names.name(node.id, names.at(-1) ?? '', node.description)}`;
  const ownName = provider.kind === 'DataStream' ? `Source: ${provider.nodeName.replace(/^Source: /, '')}` : undefined;
  const isSingle = (provider.kind === 'SourceFunction' || provider.kind === 'DataStream') && !provider.parallel;
  const parallelism = isSingle ? 1 : (source.parallelism ?? builder.defaultParallelism);
  const operator = builder.add({
    name: ownName ?? standard,
    contents: ownName ?? builder.names.contents(node.id, node.description),
    role: 'source',
    parallelism,
    inputs: [] satisfies OperatorEdge[],
    isLegacySource: provider.kind === 'SourceFunction' || provider.kind === 'InputFormat',
  });
  if (source.parallelism === undefined) return single(operator);
  // What follows a source of its own parallelism goes back to the default.
  if (isInsertOnly(source.changelogMode)) return { from: [{ operator }], parallelism: builder.defaultParallelism };
  return { from: [{ operator, ship: 'HASH' }], parallelism: builder.defaultParallelism };
}
