import { INSERT_ONLY_MODE } from '../changelog-mode.ts';
import { ALL_MODE } from '../changelog-mode.ts';
import { enumOption, option } from '../connectors/config-option.ts';
import type { FormatFactory } from './format.ts';

/** `AvroFormatFactory`: inserts only. */
export const avroFormat: FormatFactory = {
  identifier: 'avro',
  required: [],
  optional: [
    option('codec'),
    enumOption('encoding', 'org.apache.flink.formats.avro.AvroFormatOptions$AvroEncoding', ['binary', 'json'], 'binary'),
    option('timestamp_mapping.legacy', 'boolean', 'true'),
  ],
  create() {
    return { identifier: 'avro', changelogMode: INSERT_ONLY_MODE, metadata: [] };
  },
};

const REGISTRY_URL = { ...option('url'), fallbackKeys: ['schema-registry.url'] };
const REGISTRY_OPTIONS = [
  { ...option('subject'), fallbackKeys: ['schema-registry.subject'] },
  option('schema'),
  option('ssl.keystore.location'),
  option('ssl.keystore.password'),
  option('ssl.truststore.location'),
  option('ssl.truststore.password'),
  option('basic-auth.credentials-source'),
  option('basic-auth.user-info'),
  option('bearer-auth.credentials-source'),
  option('bearer-auth.token'),
  option('properties', 'map'),
];

/** `RegistryAvroFormatFactory`. */
export const avroConfluentFormat: FormatFactory = {
  identifier: 'avro-confluent',
  required: [REGISTRY_URL],
  optional: REGISTRY_OPTIONS,
  create() {
    return { identifier: 'avro-confluent', changelogMode: INSERT_ONLY_MODE, metadata: [] };
  },
};

/** `DebeziumAvroFormatFactory`: all row kinds. */
export const debeziumAvroFormat: FormatFactory = {
  identifier: 'debezium-avro-confluent',
  required: [REGISTRY_URL],
  optional: REGISTRY_OPTIONS,
  create() {
    return { identifier: 'debezium-avro-confluent', changelogMode: ALL_MODE, metadata: [] };
  },
};

/** `ProtobufFormatFactory`: inserts only. */
export const protobufFormat: FormatFactory = {
  identifier: 'protobuf',
  required: [option('message-class-name')],
  optional: [
    option('ignore-parse-errors', 'boolean', 'false'),
    option('read-default-values', 'boolean', 'false'),
    option('write-null-string-literal', 'string', ''),
  ],
  create() {
    return { identifier: 'protobuf', changelogMode: INSERT_ONLY_MODE, metadata: [] };
  },
};
