import type { ConnectorFactory } from '../connector.ts';
import { CDC_CONNECTORS } from './cdc.ts';
import { dataGenConnector } from './datagen.ts';
import { ELASTICSEARCH_CONNECTORS } from './elasticsearch.ts';
import { fileSystemConnector } from './filesystem.ts';
import { HBASE_CONNECTORS } from './hbase.ts';
import { jdbcConnector } from './jdbc.ts';
import { dynamicKafkaConnector, kafkaConnector } from './kafka.ts';
import { mongodbConnector } from './mongodb.ts';
import { blackHoleConnector, printConnector } from './print.ts';
import { sampleConnector } from './sample.ts';
import { upsertKafkaConnector } from './upsert-kafka.ts';
import { valuesConnector } from './values.ts';

/** Every connector that can be planned. A new one is a file and a line here. */
export const CONNECTORS: readonly ConnectorFactory[] = [
  kafkaConnector,
  dynamicKafkaConnector,
  upsertKafkaConnector,
  jdbcConnector,
  fileSystemConnector,
  dataGenConnector,
  printConnector,
  blackHoleConnector,
  valuesConnector,
  mongodbConnector,
  sampleConnector,
  ...CDC_CONNECTORS,
  ...HBASE_CONNECTORS,
  ...ELASTICSEARCH_CONNECTORS,
];

/** The identifiers that Flink lists when there is none of the wanted name: those of a build with Flink's test connectors. */
export const LISTED_IDENTIFIERS: readonly string[] = [
  'blackhole',
  'datagen',
  'dynamic-kafka',
  'filesystem',
  'harness',
  'jdbc',
  'kafka',
  'legacy-csv',
  'print',
  'sample',
  'test-file',
  'test-simple-table-source',
  'test-staging',
  'test-update-delete',
  'test_source',
  'upsert-files',
  'upsert-kafka',
  'values',
];

export function connectorOf(identifier: string): ConnectorFactory | undefined {
  return CONNECTORS.find((c) => c.identifier === identifier);
}
