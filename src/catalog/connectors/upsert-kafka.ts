import { UPSERT_MODE, changelogMode, isInsertOnly } from '../changelog-mode.ts';
import type { ConnectorFactory, FactoryContext } from '../connector.ts';
import type { Format } from '../formats/format.ts';
import { parseDuration } from '../config.ts';
import { physicalColumns } from '../table.ts';
import { enumOf, integerOf, option, valueOf } from './config-option.ts';
import { FactoryHelper, factoryError, watermarkParams } from './factory-helper.ts';
import * as k from './kafka-options.ts';
import { PLAIN_SINK, PLAIN_SOURCE } from './source-defaults.ts';

const FLUSH_ROWS = option('sink.buffer-flush.max-rows', 'int', '0');
const FLUSH_INTERVAL = option('sink.buffer-flush.interval', 'duration', '0 ms');

const REQUIRED = [k.BOOTSTRAP_SERVERS, k.KEY_FORMAT, k.VALUE_FORMAT];
const OPTIONAL = [
  k.TOPIC,
  k.TOPIC_PATTERN,
  k.KEY_FIELDS_PREFIX,
  k.VALUE_FIELDS_INCLUDE,
  k.PARTITION_DISCOVERY,
  k.SCAN_PARALLELISM,
  k.SINK_PARALLELISM,
  FLUSH_ROWS,
  FLUSH_INTERVAL,
  k.SCAN_BOUNDED_MODE,
  k.SCAN_BOUNDED_OFFSETS,
  k.SCAN_BOUNDED_TIMESTAMP,
  { ...k.DELIVERY_GUARANTEE, fallbackKeys: [] },
  k.TRANSACTIONAL_ID_PREFIX,
  k.TRANSACTION_NAMING,
];

/** `UPSERT_MODE` of the source: updates and deletes, no plain inserts. */
const SOURCE_MODE = changelogMode(['UA', 'D']);

function validateFormats({ table, options }: FactoryContext, key: Format, value: Format): void {
  const check = (format: Format, role: 'key' | 'value'): void => {
    if (isInsertOnly(format.changelogMode)) return;
    throw factoryError(
      `'upsert-kafka' connector doesn't support '${format.identifier}' as ${role} format, because '${format.identifier}' is not in insert-only mode.`,
    );
  };
  check(key, 'key');
  check(value, 'value');
  if (!table.primaryKey) {
    throw factoryError(
      "'upsert-kafka' tables require to define a PRIMARY KEY constraint. The PRIMARY KEY specifies which columns should be read from or write to the Kafka message key. " +
        "The PRIMARY KEY also defines records in the 'upsert-kafka' table should update or delete on which keys.",
    );
  }
  k.validateValueFields(options, valueOf(options, k.KEY_FIELDS_PREFIX) ?? '');
}

/** `UpsertKafkaDynamicTableFactory`: the last record of a key counts, a record without value deletes. */
export const upsertKafkaConnector: ConnectorFactory = {
  identifier: 'upsert-kafka',
  className: 'org.apache.flink.streaming.connectors.kafka.table.UpsertKafkaDynamicTableFactory',
  createSource(context) {
    const { table, options } = context;
    const helper = new FactoryHelper(context, 'upsert-kafka', REQUIRED, OPTIONAL);
    const key = helper.format('scan', k.KEY_FORMAT);
    const value = helper.format('scan', k.VALUE_FORMAT);
    helper.validate('properties.');
    k.validateTopic(options);
    k.validateBoundedMode(options);
    validateFormats(context, key, value);
    return {
      ...PLAIN_SOURCE,
      summary: 'Kafka table source',
      className: 'org.apache.flink.streaming.connectors.kafka.table.KafkaDynamicSource',
      bounded: enumOf(options, k.SCAN_BOUNDED_MODE) !== 'unbounded',
      changelogMode: SOURCE_MODE,
      provider: { kind: 'DataStream', nodeName: k.kafkaNodeName(table), parallel: true },
      parallelism: integerOf(options, k.SCAN_PARALLELISM),
      metadata: [...value.metadata.map((m) => ({ ...m, key: `value.${m.key}` })), ...k.KAFKA_READABLE],
      metadataProjection: false,
      watermark: true,
      watermarkParams: watermarkParams(options),
      checkProvider: () => value.checkColumns?.(physicalColumns(table)),
    };
  },
  createSink(context) {
    const { table, options } = context;
    const helper = new FactoryHelper(context, 'upsert-kafka', REQUIRED, OPTIONAL);
    const key = helper.format('sink', k.KEY_FORMAT);
    const value = helper.format('sink', k.VALUE_FORMAT);
    helper.validate('properties.');
    k.validateTopic(options);
    validateFormats(context, key, value);
    k.validateDelivery(options);
    const rows = integerOf(options, FLUSH_ROWS) ?? 0;
    const interval = parseDuration(valueOf(options, FLUSH_INTERVAL) ?? '0');
    if (rows > 0 !== interval > 0) {
      throw factoryError(
        "'sink.buffer-flush.max-rows' and 'sink.buffer-flush.interval' must be set to be greater than zero together to enable sink buffer flushing.",
      );
    }
    return {
      ...PLAIN_SINK,
      summary: 'Kafka table sink',
      className: 'org.apache.flink.streaming.connectors.kafka.table.KafkaDynamicSink',
      changelogMode: () => UPSERT_MODE,
      provider: rows > 0 ? { kind: 'DataStream', shape: 'buffered-upsert-kafka' } : { kind: 'SinkV2', committer: true },
      // A buffered sink sets the parallelism on operators of its own; the planner does not see it.
      parallelism: rows > 0 ? undefined : integerOf(options, k.SINK_PARALLELISM),
      metadata: k.kafkaWritable(options),
      checkProvider: () => value.checkColumns?.(physicalColumns(table)),
    };
  },
};
