import { FlinkError } from '../../base/diagnostic.ts';
import { simpleType, stringType, timestampLtzType } from '../../types/sql-type.ts';
import { isInsertOnly, rowKindsText } from '../changelog-mode.ts';
import type { ConnectorFactory, FactoryContext, MetadataKey, SinkProvider, TableSource } from '../connector.ts';
import type { Format } from '../formats/format.ts';
import type { PhysicalColumn } from '../table.ts';
import { physicalColumns } from '../table.ts';
import { fileFormat } from '../formats/format-catalog.ts';
import type { ConfigOption, Options } from './config-option.ts';
import { booleanOf, enumOption, integerOf, option, rawValue, valueOf } from './config-option.ts';
import { FORMAT, FactoryHelper, SINK_PARALLELISM, factoryError, javaError } from './factory-helper.ts';
import { PLAIN_SINK, PLAIN_SOURCE } from './source-defaults.ts';

const PATH = option('path');
const MONITOR_INTERVAL = option('source.monitor-interval', 'duration');
const SHUFFLE_BY_PARTITION = option('sink.shuffle-by-partition.enable', 'boolean', 'false');
const COMMIT_POLICY = option('sink.partition-commit.policy.kind');
const WATERMARK_ZONE = option('sink.partition-commit.watermark-time-zone', 'string', 'UTC');
const AUTO_COMPACTION = option('auto-compaction', 'boolean', 'false');

const OPTIONAL: readonly ConfigOption[] = [
  option('partition.default-name', 'string', '__DEFAULT_PARTITION__'),
  option('source.path.regex-pattern'),
  MONITOR_INTERVAL,
  enumOption(
    'source.report-statistics',
    'org.apache.flink.connector.file.table.FileSystemConnectorOptions$FileStatisticsType',
    ['none', 'all'],
    'all',
  ),
  option('sink.rolling-policy.file-size', 'memory', '128 mb'),
  option('sink.rolling-policy.rollover-interval', 'duration', '30 min'),
  option('sink.rolling-policy.inactivity-interval', 'duration', '30 min'),
  option('sink.rolling-policy.check-interval', 'duration', '1 min'),
  SHUFFLE_BY_PARTITION,
  option('partition.time-extractor.kind', 'string', 'default'),
  option('partition.time-extractor.class'),
  option('partition.time-extractor.timestamp-pattern'),
  option('partition.time-extractor.timestamp-formatter'),
  option('sink.partition-commit.trigger', 'string', 'process-time'),
  option('sink.partition-commit.delay', 'duration', '0 ms'),
  WATERMARK_ZONE,
  COMMIT_POLICY,
  option('sink.partition-commit.policy.class'),
  option('sink.partition-commit.policy.class.parameters', 'list'),
  option('sink.partition-commit.success-file.name', 'string', '_SUCCESS'),
  AUTO_COMPACTION,
  option('compaction.file-size', 'memory'),
  SINK_PARALLELISM,
];

const METADATA: readonly MetadataKey[] = [
  { key: 'file.path', type: stringType(false) },
  { key: 'file.name', type: stringType(false) },
  { key: 'file.size', type: simpleType('BIGINT', false) },
  { key: 'file.modification-time', type: timestampLtzType(3, false) },
];

/** Takes every conjunct as a hint for the reader and leaves every one above. */
const ACCEPT_AND_KEEP: NonNullable<TableSource['filter']> = (conjuncts) => {
  const all = conjuncts.map((_, i) => i);
  return { accepted: all, remaining: all };
};

const ZONE = /^(UTC|Z|GMT([+-]\d{1,2}(:\d{2})?)?|[+-]\d{1,2}(:\d{2})?|[A-Za-z]+(\/[A-Za-z0-9_+-]+)+)$/;

/** Checks options and finds the format; options of the format (`<format>.`) are the format's own business, misspelt ones pass. */
function check(context: FactoryContext, direction: 'scan' | 'sink'): Format {
  const { options } = context;
  const helper = new FactoryHelper(context, 'filesystem', [PATH, FORMAT], OPTIONAL);
  const identifier = valueOf(options, FORMAT);
  helper.validate(`${identifier ?? ''}.`);
  const zone = valueOf(options, WATERMARK_ZONE) ?? 'UTC';
  if (!ZONE.test(zone)) {
    throw factoryError(
      `Invalid time zone for '${WATERMARK_ZONE.key}'. The value should be a Time Zone Database (TZDB) ID such as 'America/Los_Angeles' to include daylight saving time. ` +
        "Fixed offsets are supported using 'GMT-03:00' or 'GMT+03:00'. Or use 'UTC' without time zone and daylight saving time.",
    );
  }
  const factory = fileFormat(identifier ?? '');
  if (!factory) throw factoryError(`Could not find any format factory for identifier '${identifier}' in the classpath.`);
  const prefix = `${identifier ?? ''}.`;
  const own = new Map([...options].filter(([k]) => k.startsWith(prefix)).map(([k, v]) => [k.slice(prefix.length), v]));
  try {
    return factory.create(own, direction);
  } catch (error) {
    if (!(error instanceof FlinkError)) throw error;
    throw error.wrap('ValidationException', `Error creating ${direction} format '${identifier}' in option space '${prefix}'.`);
  }
}

function sinkProvider(options: Options, partitioned: boolean): SinkProvider {
  if (booleanOf(options, AUTO_COMPACTION)) return { kind: 'DataStream', shape: 'filesystem-compaction' };
  const commits = partitioned && rawValue(options, COMMIT_POLICY) !== undefined;
  return { kind: 'DataStream', shape: commits ? 'filesystem-commit' : 'filesystem' };
}

/** Columns that stand in the files: partition columns stand in their paths. */
function fileColumns({ table }: FactoryContext): readonly PhysicalColumn[] {
  return physicalColumns(table).filter((c) => !table.partitionKeys.includes(c.name));
}

/** `FileSystemTableFactory`. */
export const fileSystemConnector: ConnectorFactory = {
  identifier: 'filesystem',
  className: 'org.apache.flink.connector.file.table.FileSystemTableFactory',
  createSource(context) {
    const format = check(context, 'scan');
    return {
      ...PLAIN_SOURCE,
      summary: 'Filesystem',
      className: 'org.apache.flink.connector.file.table.FileSystemTableSource',
      bounded: rawValue(context.options, MONITOR_INTERVAL) === undefined,
      changelogMode: format.changelogMode,
      projection: 'top-level',
      metadata: METADATA,
      filter: ACCEPT_AND_KEEP,
      limit: true,
      partitions: { list: 'files' },
      // Columns of CSV are found by their place, so the decoder knows all of them; other formats decode what is read.
      checkProvider: (columns) =>
        format.checkColumns?.(
          fileColumns(context).filter((c) => format.identifier === 'csv' || columns.some((read) => read.name === c.name)),
        ),
    };
  },
  createSink(context) {
    const { table, options } = context;
    const format = check(context, 'sink');
    const parallelism = integerOf(options, SINK_PARALLELISM);
    return {
      ...PLAIN_SINK,
      summary: 'Filesystem',
      className: 'org.apache.flink.connector.file.table.FileSystemTableSink',
      changelogMode: () => format.changelogMode,
      provider: sinkProvider(options, table.partitionKeys.length > 0),
      parallelism,
      partitioning: true,
      overwrite: true,
      shuffleByPartition: booleanOf(options, SHUFFLE_BY_PARTITION),
      checkProvider({ input, overwrite, streaming }) {
        format.checkColumns?.(fileColumns(context));
        if (parallelism !== undefined && !isInsertOnly(input)) {
          throw factoryError(
            `Currently, filesystem sink doesn't support setting parallelism (${parallelism}) by 'sink.parallelism' when the input stream is not INSERT only. ` +
              `The row kinds of input stream are [${rowKindsText(input.kinds, ',')}]`,
          );
        }
        if (overwrite && streaming) throw javaError('IllegalStateException', 'Streaming mode not support overwrite.');
      },
    };
  },
};
