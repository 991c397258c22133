import { UnsupportedError } from '../../base/diagnostic.ts';
import type { ChangelogMode, RowKind } from '../changelog-mode.ts';
import { INSERT_ONLY_MODE, changelogMode } from '../changelog-mode.ts';
import type { ConnectorFactory, FactoryContext, LookupAbility, MetadataKey, SourceProvider, TableSource } from '../connector.ts';
import { summaryPath } from '../object-path.ts';
import type { Options } from './config-option.ts';
import { booleanOf, integerOf, listOf, option, valueOf } from './config-option.ts';
import {
  FactoryHelper,
  SCAN_PARALLELISM,
  SINK_PARALLELISM,
  compareText,
  factoryError,
  javaError,
  watermarkParams,
} from './factory-helper.ts';
import { FULL_CACHE_OPTIONS, LOOKUP_CACHE, PARTIAL_CACHE_OPTIONS, cacheOf } from './lookup-options.ts';
import { parseMetadataTypes } from './metadata-types.ts';
import { PLAIN_SINK, PLAIN_SOURCE } from './source-defaults.ts';
import { valuesFilter } from './values-filter.ts';

const flag = (key: string, value: boolean): ReturnType<typeof option> => option(key, 'boolean', String(value));

const DATA_ID = option('data-id');
const BOUNDED = flag('bounded', false);
const TERMINATING = flag('terminating', true);
const CHANGELOG_MODE = option('changelog-mode', 'string', 'I');
const DELETE_BY_KEY = flag('source.produces-delete-by-key', false);
const RUNTIME_SOURCE = option('runtime-source', 'string', 'SourceFunction');
const TABLE_SOURCE_CLASS = option('table-source-class', 'string', 'DEFAULT');
const TABLE_SINK_CLASS = option('table-sink-class', 'string', 'DEFAULT');
const INTERNAL_DATA = flag('register-internal-data', false);
const DISABLE_LOOKUP = flag('disable-lookup', false);
const ASYNC = flag('async', false);
const PROJECTION = flag('enable-projection-push-down', true);
const NESTED_PROJECTION = flag('nested-projection-supported', false);
const AGGREGATE = flag('enable-aggregate-push-down', true);
const WATERMARK = flag('enable-watermark-push-down', false);
const VECTOR_SEARCH = flag('enable-vector-search', false);
const FILTERABLE = option('filterable-fields', 'list', '');
const PARTITIONS = option('partition-list', 'list', '');
const READABLE = option('readable-metadata', 'map');
const WRITABLE = option('writable-metadata', 'map');
const CUSTOM_SHUFFLE = flag('enable-custom-shuffle', false);
const SHUFFLE_DETERMINISTIC = flag('custom-shuffle-deterministic', true);
const SHUFFLE_EMPTY = flag('custom-shuffle-empty-partitioner', false);
const SINK_INSERT_ONLY = flag('sink-insert-only', true);
const SINK_MODE = option('sink-changelog-mode-enforced');
const SINK_DELETE_BY_KEY = flag('sink.supports-delete-by-key', false);
const RUNTIME_SINK = option('runtime-sink', 'string', 'SinkFunction');
const DROP_LATE = flag('sink.drop-late-event', false);
const BUCKET_COUNT = flag('sink.bucket-count-required', false);

const OPTIONAL = [
  DATA_ID, CHANGELOG_MODE, DELETE_BY_KEY, BOUNDED, TERMINATING, RUNTIME_SOURCE, TABLE_SOURCE_CLASS, TABLE_SINK_CLASS, INTERNAL_DATA,
  flag('failing-source', false), option('lookup-function-class'), DISABLE_LOOKUP, ASYNC, option('start-lookup-threshold', 'int', '-1'),
  option('latency', 'int'), PROJECTION, NESTED_PROJECTION, AGGREGATE, WATERMARK, VECTOR_SEARCH, FILTERABLE,
  option('dynamic-filtering-fields', 'list', ''), PARTITIONS, READABLE, WRITABLE, CUSTOM_SHUFFLE, SHUFFLE_DETERMINISTIC, SHUFFLE_EMPTY,
  SINK_INSERT_ONLY, SINK_MODE, SINK_DELETE_BY_KEY, RUNTIME_SINK, DROP_LATE, BUCKET_COUNT, option('sink-expected-messages-num', 'int', '-1'),
  option('source.num-element-to-skip', 'int', '-1'), option('source.sleep-after-elements', 'int', '-1'),
  option('source.sleep-time', 'duration', '0 ms'), SINK_PARALLELISM, SCAN_PARALLELISM, LOOKUP_CACHE,
  ...PARTIAL_CACHE_OPTIONS, ...FULL_CACHE_OPTIONS,
]; // prettier-ignore

const KINDS: ReadonlySet<string> = new Set(['I', 'UB', 'UA', 'D']);

/** `I,UA,D`. */
function parseMode(text: string, keyOnlyDeletes: boolean): ChangelogMode {
  const kinds: RowKind[] = [];
  for (const part of text.split(',')) {
    const kind = part.trim();
    if (!KINDS.has(kind)) throw javaError('IllegalArgumentException', `Invalid ChangelogMode string: ${text}`);
    kinds.push(kind as RowKind); // checked above
  }
  return changelogMode(kinds, keyOnlyDeletes && kinds.includes('D'));
}

/** `key:TYPE,key:TYPE`; keys are kept sorted. */
function metadataOf(text: string | undefined): readonly MetadataKey[] {
  return [...parseMetadataTypes(text ?? '')].sort((a, b) => compareText(a.key, b.key));
}

/** `key:val,key:val;key:val`: one partition between semicolons. */
function partitionList(options: Options): readonly Readonly<Record<string, string>>[] | undefined {
  const list = listOf(options, PARTITIONS).filter((s) => s !== '');
  if (list.length === 0) return undefined;
  return list.map((partition) =>
    Object.fromEntries(
      partition.split(',').map((pair) => {
        const [key, ...rest] = pair.split(':');
        return [(key ?? '').trim(), rest.join(':').trim()];
      }),
    ),
  );
}

function providerOf(options: Options): SourceProvider {
  const name = valueOf(options, RUNTIME_SOURCE) ?? 'SourceFunction';
  switch (name) {
    case 'SourceFunction':
      return { kind: 'SourceFunction', parallel: false };
    case 'InputFormat':
      return { kind: 'InputFormat' };
    case 'NewSource':
      return { kind: 'Source' };
    case 'DataStream':
      return { kind: 'DataStream', nodeName: 'Custom Source', parallel: false };
    default:
      throw javaError('IllegalArgumentException', `Unsupported runtime source class: ${name}`);
  }
}

/** `TestValuesTableFactory` with parameters for everything; which interfaces its source has depends on options, in this order. */
function createValuesSource(context: FactoryContext): TableSource {
  const { options } = context;
  const helper = new FactoryHelper(context, 'values', [], OPTIONAL);
  helper.validate();
  const bounded = booleanOf(options, BOUNDED);
  const isSet = (o: ReturnType<typeof option>): boolean => booleanOf(options, o);
  const mode = parseMode(valueOf(options, CHANGELOG_MODE) ?? 'I', isSet(DELETE_BY_KEY));
  if (bounded && !isSet(TERMINATING)) {
    throw javaError('IllegalArgumentException', 'Source can not be bounded and infinite at the same time.');
  }
  const sourceClass = valueOf(options, TABLE_SOURCE_CLASS) ?? 'DEFAULT';
  if (sourceClass !== 'DEFAULT') throw new UnsupportedError('connector', `table-source-class '${sourceClass}' is not known`);

  const scan: TableSource = { ...PLAIN_SOURCE, bounded, provider: providerOf(options), changelogMode: mode };
  const scanClass = (name: string): string => `org.apache.flink.table.planner.factories.TestValuesTableFactory$${name}`;
  if (isSet(INTERNAL_DATA)) {
    return {
      ...scan,
      changelogMode: INSERT_ONLY_MODE,
      summary: 'TestValuesWithInternalData',
      className: scanClass('TestValuesScanTableSourceWithInternalData'),
      provider: { kind: 'SourceFunction', parallel: false },
    };
  }

  const parallelism = integerOf(options, SCAN_PARALLELISM);
  const full: TableSource = {
    ...scan,
    summary: 'TestValues',
    className: scanClass('TestValuesScanTableSource'),
    projection: isSet(NESTED_PROJECTION) ? 'nested' : 'top-level',
    metadata: metadataOf(valueOf(options, READABLE)),
    filter: valuesFilter(new Set(listOf(options, FILTERABLE))),
    limit: true,
    partitions: { list: partitionList(options) },
    aggregate: isSet(AGGREGATE),
  };
  if (!isSet(PROJECTION)) {
    return { ...full, projection: 'none', parallelism, className: scanClass('TestValuesScanTableSourceWithoutProjectionPushDown') };
  }
  if (isSet(VECTOR_SEARCH)) return { ...full, parallelism, className: scanClass('TestValuesVectorSearchTableSource') };
  if (isSet(DISABLE_LOOKUP)) {
    if (!isSet(WATERMARK)) return full;
    return {
      ...full,
      bounded: false,
      watermark: true,
      sourceWatermark: true,
      watermarkParams: watermarkParams(options),
      className: scanClass('TestValuesScanTableSourceWithWatermarkPushDown'),
    };
  }
  return { ...full, className: scanClass('TestValuesScanLookupTableSource'), lookup: lookupOf(options) };
}

function lookupOf(options: Options): LookupAbility {
  const isAsync = booleanOf(options, ASYNC);
  return {
    sync: !isAsync,
    async: isAsync,
    topLevelKeysOnly: true,
    cache: cacheOf(options),
    customShuffle: booleanOf(options, CUSTOM_SHUFFLE)
      ? { deterministic: booleanOf(options, SHUFFLE_DETERMINISTIC), hasPartitioner: !booleanOf(options, SHUFFLE_EMPTY) }
      : undefined,
  };
}

/** Flink's own test connector. */
export const valuesConnector: ConnectorFactory = {
  identifier: 'values',
  className: 'org.apache.flink.table.planner.factories.TestValuesTableFactory',
  createSource: createValuesSource,
  createSink(context) {
    const { table, options } = context;
    const helper = new FactoryHelper(context, 'values', [], OPTIONAL);
    helper.validate();
    const sinkClass = valueOf(options, TABLE_SINK_CLASS) ?? 'DEFAULT';
    if (sinkClass !== 'DEFAULT') throw new UnsupportedError('connector', `table-sink-class '${sinkClass}' is not known`);
    const insertOnly = booleanOf(options, SINK_INSERT_ONLY);
    const byKey = booleanOf(options, SINK_DELETE_BY_KEY);
    const enforcedText = valueOf(options, SINK_MODE);
    const enforced = enforcedText === undefined ? undefined : parseMode(enforcedText, byKey);
    if (booleanOf(options, DROP_LATE)) {
      if (!insertOnly) throw factoryError("Option 'sink.drop-late-event' only works for insert-only sink now.");
      if (table.watermarks.length === 0) {
        throw factoryError(
          'Please define the watermark in the schema that is used to indicate the rowtime column. ' +
            'The sink function will compare the rowtime and the current watermark to determine whether the event is late.',
        );
      }
    }
    const requiresBucketCount = booleanOf(options, BUCKET_COUNT);
    const runtime = valueOf(options, RUNTIME_SINK) ?? 'SinkFunction';
    return {
      ...PLAIN_SINK,
      summary: 'TestValues',
      className: 'org.apache.flink.table.planner.factories.TestValuesTableFactory$TestValuesTableSink',
      changelogMode(requested) {
        if (enforced) return enforced;
        if (insertOnly) return INSERT_ONLY_MODE;
        return table.primaryKey ? changelogMode(['I', 'UA', 'D'], byKey) : requested;
      },
      provider:
        runtime === 'OutputFormat'
          ? { kind: 'OutputFormat' }
          : runtime === 'DataStream'
            ? { kind: 'DataStream', shape: 'values' }
            : { kind: 'SinkFunction' },
      parallelism: integerOf(options, SINK_PARALLELISM),
      partitioning: true,
      overwrite: true,
      bucketing: true,
      requiresBucketCount,
      targetColumns: true,
      metadata: metadataOf(valueOf(options, WRITABLE)),
      checkProvider:
        runtime === 'SinkFunction' || runtime === 'OutputFormat' || runtime === 'DataStream'
          ? undefined
          : () => {
              throw javaError('IllegalArgumentException', `Unsupported runtime sink class: ${runtime} of ${summaryPath(table.path)}`);
            },
    };
  },
};
