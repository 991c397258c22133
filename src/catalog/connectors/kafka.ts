import { ALL_MODE, ROW_KIND_NAMES, isInsertOnly } from '../changelog-mode.ts';
import type { ConnectorFactory, FactoryContext } from '../connector.ts';
import type { Format } from '../formats/format.ts';
import { summaryPath } from '../object-path.ts';
import { physicalColumns } from '../table.ts';
import { enumOf, integerOf, listOf, option, rawValue, valueOf } from './config-option.ts';
import { FactoryHelper, factoryError, watermarkParams } from './factory-helper.ts';
import * as k from './kafka-options.ts';
import { PLAIN_SINK, PLAIN_SOURCE } from './source-defaults.ts';

const OPTIONAL = [
  k.FORMAT,
  k.KEY_FORMAT,
  k.KEY_FIELDS,
  k.KEY_FIELDS_PREFIX,
  k.VALUE_FORMAT,
  k.VALUE_FIELDS_INCLUDE,
  k.TOPIC,
  k.TOPIC_PATTERN,
  option('properties.group.id'),
  k.SCAN_STARTUP_MODE,
  k.SCAN_STARTUP_OFFSETS,
  k.PARTITION_DISCOVERY,
  k.SCAN_STARTUP_TIMESTAMP,
  k.SINK_PARTITIONER,
  k.SINK_PARALLELISM,
  k.DELIVERY_GUARANTEE,
  k.TRANSACTIONAL_ID_PREFIX,
  k.SCAN_BOUNDED_MODE,
  k.SCAN_BOUNDED_OFFSETS,
  k.SCAN_BOUNDED_TIMESTAMP,
  k.SCAN_PARALLELISM,
  k.TRANSACTION_NAMING,
];

interface Formats {
  readonly key: Format | undefined;
  readonly value: Format;
}

function formats(helper: FactoryHelper, direction: 'scan' | 'sink'): Formats {
  const key = helper.optionalFormat(direction, k.KEY_FORMAT);
  if (key && !isInsertOnly(key.changelogMode)) {
    const kinds = [...ALL_MODE.kinds].filter((r) => key.changelogMode.kinds.has(r)).map((r) => ROW_KIND_NAMES[r]);
    throw factoryError(
      `A key format should only deal with INSERT-only records. But ${key.identifier} has a changelog mode of [${kinds.join(', ')}].`,
    );
  }
  const value = helper.optionalFormat(direction, k.FORMAT) ?? helper.format(direction, k.VALUE_FORMAT);
  return { key, value };
}

function validateKey({ table, options }: FactoryContext, value: Format): void {
  if (!table.primaryKey || !isInsertOnly(value.changelogMode)) return;
  const name = valueOf(options, k.FORMAT) ?? valueOf(options, k.VALUE_FORMAT);
  throw factoryError(
    `The Kafka table '${summaryPath(table.path)}' with '${name}' format doesn't support defining PRIMARY KEY constraint on the table, because it can't guarantee the semantic of primary key.`,
  );
}

/** `KafkaDynamicTableFactory`: the value format decides the row kinds; takes over watermarks; reads whole records. */
export const kafkaConnector: ConnectorFactory = {
  identifier: 'kafka',
  className: 'org.apache.flink.streaming.connectors.kafka.table.KafkaDynamicTableFactory',
  createSource(context) {
    const { table, options } = context;
    const helper = new FactoryHelper(context, 'kafka', [k.BOOTSTRAP_SERVERS], OPTIONAL);
    const { value } = formats(helper, 'scan');
    helper.validate('properties.');
    k.validateTopic(options);
    k.validateStartupMode(options);
    k.validateBoundedMode(options);
    validateKey(context, value);
    k.validateKeyFields(table, options);
    const groupId = k.groupIdCheck(options);
    return {
      ...PLAIN_SOURCE,
      summary: 'Kafka table source',
      className: 'org.apache.flink.streaming.connectors.kafka.table.KafkaDynamicSource',
      bounded: enumOf(options, k.SCAN_BOUNDED_MODE) !== 'unbounded',
      changelogMode: value.changelogMode,
      provider: { kind: 'DataStream', nodeName: k.kafkaNodeName(table), parallel: true },
      parallelism: integerOf(options, k.SCAN_PARALLELISM),
      metadata: [...value.metadata.map((m) => ({ ...m, key: `value.${m.key}` })), ...k.KAFKA_READABLE],
      metadataProjection: false,
      watermark: true,
      watermarkParams: watermarkParams(options),
      checkProvider: () => {
        value.checkColumns?.(physicalColumns(table));
        groupId?.(table.columns);
      },
    };
  },
  createSink(context) {
    const { table, options } = context;
    // The topic is looked at first: a schema registry's subject would be made of it.
    k.validateTopic(options);
    const helper = new FactoryHelper(context, 'kafka', [k.BOOTSTRAP_SERVERS], OPTIONAL);
    const { value } = formats(helper, 'sink');
    helper.validate('properties.');
    k.validateDelivery(options);
    if (valueOf(options, k.SINK_PARTITIONER)?.toLowerCase() === 'round-robin' && listOf(options, k.KEY_FIELDS).length > 0) {
      throw factoryError("Currently 'round-robin' partitioner only works when option 'key.fields' is not specified.");
    }
    if (valueOf(options, k.SINK_PARTITIONER) === '') throw factoryError("Option 'sink.partitioner' should be a non-empty string.");
    validateKey(context, value);
    k.validateKeyFields(table, options);
    return {
      ...PLAIN_SINK,
      summary: 'Kafka table sink',
      className: 'org.apache.flink.streaming.connectors.kafka.table.KafkaDynamicSink',
      changelogMode: () => value.changelogMode,
      provider: { kind: 'SinkV2', committer: true },
      parallelism: integerOf(options, k.SINK_PARALLELISM),
      metadata: k.kafkaWritable(options),
      checkProvider: () => value.checkColumns?.(physicalColumns(table)),
    };
  },
};

const METADATA_SERVICE = option('metadata-service');
const STREAM_IDS = option('stream-ids', 'list');
const STREAM_PATTERN = option('stream-pattern');

const DYNAMIC_OPTIONAL = [
  k.FORMAT,
  k.KEY_FORMAT,
  k.KEY_FIELDS,
  k.KEY_FIELDS_PREFIX,
  k.VALUE_FORMAT,
  k.VALUE_FIELDS_INCLUDE,
  option('properties.group.id'),
  k.SCAN_STARTUP_MODE,
  k.SCAN_STARTUP_TIMESTAMP,
  k.SCAN_BOUNDED_MODE,
  k.SCAN_BOUNDED_TIMESTAMP,
  k.PARTITION_DISCOVERY,
  k.SCAN_PARALLELISM,
  STREAM_IDS,
  STREAM_PATTERN,
  option('stream-enumerator-mode'),
  option('stream-metadata-discovery-interval-ms', 'long'),
  option('stream-metadata-discovery-failure-threshold', 'int'),
  option('metadata-service.cluster-id'),
];

/** `DynamicKafkaTableFactory`: source only; finds clusters through a metadata service. */
export const dynamicKafkaConnector: ConnectorFactory = {
  identifier: 'dynamic-kafka',
  className: 'org.apache.flink.streaming.connectors.kafka.table.DynamicKafkaTableFactory',
  createSource(context) {
    const { table, options } = context;
    const helper = new FactoryHelper(context, 'dynamic-kafka', [METADATA_SERVICE], DYNAMIC_OPTIONAL);
    const { value } = formats(helper, 'scan');
    helper.validate('properties.');
    const ids = rawValue(options, STREAM_IDS) !== undefined;
    const pattern = rawValue(options, STREAM_PATTERN) !== undefined;
    if (ids && pattern) throw factoryError("Option 'stream-ids' and 'stream-pattern' shouldn't be set together.");
    if (!ids && !pattern) throw factoryError("Either 'stream-ids' or 'stream-pattern' must be set.");
    k.validateStartupMode(options);
    k.validateBoundedMode(options);
    validateKey(context, value);
    k.validateKeyFields(table, options);
    return {
      ...PLAIN_SOURCE,
      summary: 'DynamicKafka table source',
      className: 'org.apache.flink.streaming.connectors.kafka.table.DynamicKafkaTableSource',
      bounded: enumOf(options, k.SCAN_BOUNDED_MODE) !== 'unbounded',
      changelogMode: value.changelogMode,
      provider: { kind: 'DataStream', nodeName: `DynamicKafkaSource-${summaryPath(table.path)}`, parallel: true },
      parallelism: integerOf(options, k.SCAN_PARALLELISM),
      metadata: [
        ...value.metadata.map((m) => ({ ...m, key: `value.${m.key}` })),
        ...k.KAFKA_READABLE,
        { key: 'kafka_cluster', type: k.KAFKA_STRING },
      ],
      metadataProjection: false,
      watermark: true,
      watermarkParams: watermarkParams(options),
      checkProvider: k.groupIdCheck(options),
    };
  },
};
