import type { SqlType } from '../../types/sql-type.ts';
import { MAX_LENGTH, charType, mapType, simpleType, stringType, timestampLtzType } from '../../types/sql-type.ts';
import type { MetadataKey, TableSource } from '../connector.ts';
import type { ConnectorTable } from '../table.ts';
import { summaryPath } from '../object-path.ts';
import type { Options } from './config-option.ts';
import { enumOf, enumOption, listOf, option, rawValue, valueOf } from './config-option.ts';
import { FORMAT, SCAN_PARALLELISM, SINK_PARALLELISM, factoryError, javaError } from './factory-helper.ts';

/** Options of `KafkaConnectorOptions`, shared by kafka and upsert-kafka. */
export const BOOTSTRAP_SERVERS = option('properties.bootstrap.servers');
const GROUP_ID = option('properties.group.id');
export const TOPIC = option('topic', 'list');
export const TOPIC_PATTERN = option('topic-pattern');
export const KEY_FORMAT = option('key.format');
export const KEY_FIELDS = option('key.fields', 'list', '');
export const KEY_FIELDS_PREFIX = option('key.fields-prefix');
export const VALUE_FORMAT = option('value.format');
const FIELDS_INCLUDE_CLASS = 'org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions$ValueFieldsStrategy';
export const VALUE_FIELDS_INCLUDE = enumOption('value.fields-include', FIELDS_INCLUDE_CLASS, ['ALL', 'EXCEPT_KEY'], 'ALL');
const STARTUP_CLASS = 'org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions$ScanStartupMode';
export const SCAN_STARTUP_MODE = enumOption(
  'scan.startup.mode',
  STARTUP_CLASS,
  ['earliest-offset', 'latest-offset', 'group-offsets', 'timestamp', 'specific-offsets'],
  'group-offsets',
);
export const SCAN_STARTUP_OFFSETS = option('scan.startup.specific-offsets');
export const SCAN_STARTUP_TIMESTAMP = option('scan.startup.timestamp-millis', 'long');
const BOUNDED_CLASS = 'org.apache.flink.streaming.connectors.kafka.table.KafkaConnectorOptions$ScanBoundedMode';
export const SCAN_BOUNDED_MODE = enumOption(
  'scan.bounded.mode',
  BOUNDED_CLASS,
  ['unbounded', 'latest-offset', 'group-offsets', 'timestamp', 'specific-offsets'],
  'unbounded',
);
export const SCAN_BOUNDED_OFFSETS = option('scan.bounded.specific-offsets');
export const SCAN_BOUNDED_TIMESTAMP = option('scan.bounded.timestamp-millis', 'long');
export const PARTITION_DISCOVERY = option('scan.topic-partition-discovery.interval', 'duration', '5 min');
export const SINK_PARTITIONER = option('sink.partitioner', 'string', 'default');
const GUARANTEE_CLASS = 'org.apache.flink.connector.base.DeliveryGuarantee';
export const DELIVERY_GUARANTEE = {
  ...enumOption('sink.delivery-guarantee', GUARANTEE_CLASS, ['exactly-once', 'at-least-once', 'none'], 'at-least-once'),
  fallbackKeys: ['sink.semantic'],
};
export const TRANSACTIONAL_ID_PREFIX = option('sink.transactional-id-prefix');
const NAMING_CLASS = 'org.apache.flink.connector.kafka.sink.TransactionNamingStrategy';
export const TRANSACTION_NAMING = enumOption('sink.transaction-naming-strategy', NAMING_CLASS, ['INCREMENTING', 'POOLING'], 'INCREMENTING');
export { FORMAT, SCAN_PARALLELISM, SINK_PARALLELISM };

const STRING_NOT_NULL = stringType(false);
export const KAFKA_STRING: SqlType = STRING_NOT_NULL;
const HEADERS: SqlType = mapType(stringType(true), charType('VARBINARY', MAX_LENGTH, true), false);

/** Keys of records, in the connector's order (`KafkaDynamicSource.ReadableMetadata`). */
export const KAFKA_READABLE: readonly MetadataKey[] = [
  { key: 'topic', type: STRING_NOT_NULL },
  { key: 'partition', type: simpleType('INTEGER', false) },
  { key: 'headers', type: HEADERS },
  { key: 'leader-epoch', type: simpleType('INTEGER', true) },
  { key: 'offset', type: simpleType('BIGINT', false) },
  { key: 'timestamp', type: timestampLtzType(3, false) },
  { key: 'timestamp-type', type: STRING_NOT_NULL },
];

/** `KafkaDynamicSink.WritableMetadata`; `topic` only where the record decides between several. */
export function kafkaWritable(options: Options): readonly MetadataKey[] {
  const topics = listOf(options, TOPIC);
  const topic: readonly MetadataKey[] =
    topics.length === 1 && rawValue(options, TOPIC_PATTERN) === undefined ? [] : [{ key: 'topic', type: STRING_NOT_NULL }];
  return [
    ...topic,
    { key: 'headers', type: mapType(stringType(true), charType('VARBINARY', MAX_LENGTH, true), true) },
    { key: 'timestamp', type: timestampLtzType(3, true) },
  ];
}

/** A topic or a pattern, not both. */
export function validateTopic(options: Options): void {
  const topic = rawValue(options, TOPIC) !== undefined;
  const pattern = rawValue(options, TOPIC_PATTERN) !== undefined;
  if (topic && pattern) throw factoryError("Option 'topic' and 'topic-pattern' shouldn't be set together.");
  if (!topic && !pattern) throw factoryError("Either 'topic' or 'topic-pattern' must be set.");
}

function validateOffsets(options: Options, mode: 'startup' | 'bounded'): void {
  const key = `scan.${mode}.specific-offsets`;
  if (!options.has(key)) throw factoryError(`'${key}' is required in 'specific-offsets' ${mode} mode but missing.`);
  if (listOf(options, TOPIC).length > 1 || rawValue(options, TOPIC_PATTERN) !== undefined) {
    throw factoryError('Currently Kafka source only supports specific offset for single topic.');
  }
  const text = options.get(key) ?? '';
  const bad = factoryError(
    `Invalid properties '${key}' should follow the format 'partition:0,offset:42;partition:1,offset:300', but is '${text}'.`,
  );
  for (const pair of text.split(';')) if (!/^partition:\d+,offset:-?\d+$/.test(pair)) throw bad;
}

/** `scan.startup.mode` and what belongs to it. */
export function validateStartupMode(options: Options): void {
  const mode = enumOf(options, SCAN_STARTUP_MODE);
  if (mode === 'timestamp' && rawValue(options, SCAN_STARTUP_TIMESTAMP) === undefined) {
    throw factoryError("'scan.startup.timestamp-millis' is required in 'timestamp' startup mode but missing.");
  }
  if (mode === 'specific-offsets') validateOffsets(options, 'startup');
}

/** `scan.bounded.mode` and what belongs to it. */
export function validateBoundedMode(options: Options): void {
  const mode = enumOf(options, SCAN_BOUNDED_MODE);
  if (mode === 'timestamp' && rawValue(options, SCAN_BOUNDED_TIMESTAMP) === undefined) {
    throw factoryError("'scan.bounded.timestamp-millis' is required in 'timestamp' bounded mode but missing.");
  }
  if (mode === 'specific-offsets') validateOffsets(options, 'bounded');
}

/** `sink.delivery-guarantee`: exactly-once needs a prefix. */
export function validateDelivery(options: Options): void {
  if (enumOf(options, DELIVERY_GUARANTEE) === 'exactly-once' && rawValue(options, TRANSACTIONAL_ID_PREFIX) === undefined) {
    throw factoryError('sink.transactional-id-prefix must be specified when using DeliveryGuarantee.EXACTLY_ONCE.');
  }
}

/** Physical columns named by `key.fields` exist, prefix and inclusion fit together (`createKeyFormatProjection`). */
export function validateKeyFields(table: ConnectorTable, options: Options): void {
  const hasFormat = rawValue(options, KEY_FORMAT) !== undefined;
  const fields = listOf(options, KEY_FIELDS);
  if (!hasFormat && fields.length > 0) {
    throw factoryError("The option 'key.fields' can only be declared if a key format is defined using 'key.format'.");
  }
  if (hasFormat && fields.length === 0) {
    throw factoryError("A key format 'key.format' requires the declaration of one or more of key fields using 'key.fields'.");
  }
  const prefix = valueOf(options, KEY_FIELDS_PREFIX) ?? '';
  const physical = table.columns.filter((c) => c.kind === 'physical').map((c) => c.name);
  for (const field of fields) {
    if (!physical.includes(field)) {
      throw factoryError(
        `Could not find the field '${field}' in the table schema for usage in the key format. A key field must be a regular, physical column. ` +
          `The following columns can be selected in the 'key.fields' option:\n[${physical.join(', ')}]`,
      );
    }
    if (!field.startsWith(prefix)) {
      throw factoryError(
        `All fields in 'key.fields' must be prefixed with '${prefix}' when option 'key.fields-prefix' is set but field '${field}' is not prefixed.`,
      );
    }
  }
  validateValueFields(options, prefix);
}

/** A prefix only makes sense if the key's columns are not in the value (`createValueFormatProjection`). */
export function validateValueFields(options: Options, prefix: string): void {
  if (enumOf(options, VALUE_FIELDS_INCLUDE) === 'ALL' && prefix !== '') {
    throw factoryError(
      "A key prefix is not allowed when option 'value.fields-include' is set to 'ALL'. Set it to 'EXCEPT_KEY' instead to avoid field overlaps.",
    );
  }
}

/** Only found out when the source is built: committed offsets need a group. */
export function groupIdCheck(options: Options): TableSource['checkProvider'] {
  const usesGroup = enumOf(options, SCAN_STARTUP_MODE) === 'group-offsets' || enumOf(options, SCAN_BOUNDED_MODE) === 'group-offsets';
  if (!usesGroup || rawValue(options, GROUP_ID) !== undefined) return undefined;
  return () => {
    throw javaError('IllegalStateException', 'Property group.id is required when using committed offset for offsets initializer');
  };
}

export function kafkaNodeName(table: ConnectorTable): string {
  return `KafkaSource-${summaryPath(table.path)}`;
}
