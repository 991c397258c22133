import type { ExecNode } from './exec-node.ts';
import type { Operator, OperatorBuilder, Stream } from './operators.ts';
import type { RowType } from '../types/sql-type.ts';
import type { SinkProvider } from '../catalog/connector.ts';
import type { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { INSERT_ONLY_MODE, isInsertOnly } from '../catalog/changelog-mode.ts';
import { changelogModeOf } from '../rel/physical/changelog.ts';
import { sinkColumns } from '../catalog/table.ts';
import { isRowtime, relRowType } from '../types/sql-type.ts';
import { tableError } from '../base/diagnostic.ts';
import { constraintText } from './constraint-text.ts';
import { edgesInto, partitioned } from './operators.ts';

const CODE = 'plan/sink';

interface SinkContext {
  readonly stream: Stream;
  readonly builder: OperatorBuilder;
}

/** Operators of a sink (Flink's `CommonExecSink.createSinkTransformation`): enforcer, shuffle, materializer, inserter, the connector's own. */
export function buildSink(node: ExecNode, rel: StreamPhysicalSink, { stream, builder }: SinkContext): Stream {
  const { config } = rel.cluster;
  const table = rel.sink.table;
  const names = rel.sink.names.join('.');
  const sink = rel.sink.tableSink;
  if (!sink) throw new Error(`${names} is no sink`);
  const mode = changelogModeOf(rel.input());
  sink.checkProvider?.({ input: mode ?? INSERT_ONLY_MODE, overwrite: rel.sink.overwrite, streaming: true });
  const provider = sink.provider;
  const configured = sink.parallelism;
  if (configured !== undefined && configured <= 0)
    throw tableError(CODE, `Invalid configured parallelism ${configured} for table '${names}'.`);
  const parallelism = configured ?? stream.parallelism;
  const primaryKey = table.kind === 'connector' ? (table.primaryKey?.columns ?? []) : [];
  if (parallelism !== stream.parallelism && primaryKey.length === 0 && mode && !isInsertOnly(mode))
    throw tableError(
      CODE,
      `The sink for table '${names}' has a configured parallelism of ${parallelism}, while the input parallelism is ${stream.parallelism}. ` +
        "Since the configured parallelism is different from the input's parallelism and the changelog mode is not insert-only, a primary key " +
        'is required but could not be found.',
    );
  const steps = new SinkSteps(node, builder, stream);
  const enforcer = constraintText(relRowType(sinkColumns(table).map((c) => ({ name: c.name, type: c.type }))), config);
  if (enforcer !== undefined) steps.then('ConstraintEnforcer', enforcer, steps.parallelism);
  if (primaryKey.length > 0) {
    const policy = config.enumeration('table.exec.sink.keyed-shuffle');
    const keyed = policy === 'FORCE' ? parallelism !== 1 : policy === 'AUTO' && parallelism !== stream.parallelism && parallelism !== 1;
    if (keyed || rel.upsertMaterialize) steps.shuffle(parallelism);
  }
  if (rel.upsertMaterialize) {
    const strategy = rel.sink.conflictStrategy;
    if (strategy === 'ERROR' || strategy === 'NOTHING')
      steps.then('WatermarkTimestampAssigner', 'WatermarkTimestampAssigner', steps.parallelism);
    steps.then('SinkMaterializer', `SinkMaterializer(pk=[${primaryKey.join(', ')}])`, parallelism);
  }
  const rowtime = config.enumeration('table.exec.sink.rowtime-inserter') === 'DISABLED' ? -1 : rowtimeIndex(rel.input().rowType);
  if (rowtime >= 0 && (provider.kind === 'SinkV2' || provider.kind === 'DataStream'))
    steps.then('StreamRecordTimestampInserter', `StreamRecordTimestampInserter(rowtime field: ${rowtime})`, parallelism);
  closeSink(node, { provider, name: rel.sink.names.at(-1) ?? '', parallelism }, steps);
  return steps.stream;
}

/** The sink that the changelog of a SELECT is read with: `TableToDataStream` and a printing sink. */
export function buildResultSink(node: ExecNode, stream: Stream, builder: OperatorBuilder): Stream {
  const steps = new SinkSteps(node, builder, stream);
  const enforcer = constraintText(node.rel.rowType, node.rel.cluster.config);
  if (enforcer !== undefined) steps.then('ConstraintEnforcer', enforcer, steps.parallelism);
  steps.add('TableToDataStream', 'operator', steps.parallelism);
  steps.add('Sink: Print to Std. Out', 'legacy-sink', builder.shuffleParallelism);
  return steps.stream;
}

function rowtimeIndex(row: RowType): number {
  return row.fields.findIndex((f) => isRowtime(f.type));
}

interface Closing {
  readonly provider: SinkProvider;
  readonly name: string;
  readonly parallelism: number;
}

function closeSink(node: ExecNode, { provider, name, parallelism }: Closing, steps: SinkSteps): void {
  switch (provider.kind) {
    case 'SinkFunction':
    case 'OutputFormat':
      steps.legacySink(name, parallelism);
      return;
    case 'SinkV2':
      steps.late(`${steps.builder.names.name(node.id, name, node.description)}: Writer`, parallelism, true);
      if (provider.committer) steps.late(`${steps.builder.names.name(node.id, name, node.description)}: Committer`, parallelism, false);
      return;
    case 'DataStream':
      closeDataStreamSink(provider.shape, parallelism, steps);
  }
}

function closeDataStreamSink(shape: Extract<SinkProvider, { kind: 'DataStream' }>['shape'], parallelism: number, steps: SinkSteps): void {
  switch (shape) {
    case 'buffered-upsert-kafka':
      steps.late('Sink: Writer', parallelism, true);
      steps.late('Sink: Committer', parallelism, false);
      return;
    case 'values':
      steps.add('Sink: Unnamed', 'legacy-sink', parallelism);
      return;
    case 'filesystem-compaction':
      steps.add('streaming-writer', 'operator', parallelism);
      steps.ship('REBALANCE', 1);
      steps.add('compact-coordinator', 'operator', 1);
      steps.ship('BROADCAST', parallelism);
      steps.add('compact-operator', 'operator', parallelism);
      steps.late('end: Writer', 1, true);
      return;
    default:
      steps.add('StreamingFileWriter', 'operator', parallelism);
      if (shape === 'filesystem-commit') steps.add('PartitionCommitter', 'operator', 1);
      steps.late('end: Writer', 1, true);
  }
}

/** Operators one after the other, all with the number of the sink node. */
class SinkSteps {
  readonly builder: OperatorBuilder;
  private readonly node: ExecNode;
  private current: Stream;

  constructor(node: ExecNode, builder: OperatorBuilder, stream: Stream) {
    this.node = node;
    this.builder = builder;
    this.current = stream;
  }

  get stream(): Stream {
    return this.current;
  }

  get parallelism(): number {
    return this.current.parallelism;
  }

  /** An operator that the planner names. */
  then(name: string, description: string, parallelism: number): void {
    const { names } = this.builder;
    this.push(
      this.builder.add({
        ...this.common(parallelism),
        name: names.name(this.node.id, name, description),
        contents: names.contents(this.node.id, description),
        role: 'operator',
      }),
    );
  }

  legacySink(name: string, parallelism: number): void {
    const { names } = this.builder;
    const { id, description } = this.node;
    this.push(
      this.builder.add({
        ...this.common(parallelism),
        name: `Sink: ${names.name(id, name, description)}`,
        contents: names.contents(id, description),
        role: 'legacy-sink',
      }),
    );
  }

  /** An operator with a name of its own. */
  add(name: string, role: Operator['role'], parallelism: number): void {
    this.push(this.builder.add({ ...this.common(parallelism), name, contents: name, role }));
  }

  /** An operator that a sink V2 is expanded into. */
  late(name: string, parallelism: number, yields: boolean): void {
    this.push(this.builder.addLate({ ...this.common(parallelism), name, contents: name, role: 'operator', yields }));
  }

  shuffle(parallelism: number): void {
    this.current = partitioned(this.current, 'HASH', parallelism);
  }

  ship(ship: 'REBALANCE' | 'BROADCAST', parallelism: number): void {
    this.current = partitioned(this.current, ship, parallelism);
  }

  private common(parallelism: number): Pick<Operator, 'parallelism' | 'inputs'> {
    return { parallelism, inputs: edgesInto([this.current], parallelism) };
  }

  private push(operator: Operator): void {
    this.current = { from: [{ operator }], parallelism: operator.parallelism };
  }
}
