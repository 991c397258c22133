import { validationError } from '../../base/diagnostic.ts';
import { arrayType, mapType, simpleType, stringType, timestampLtzType } from '../../types/sql-type.ts';
import { ALL_MODE } from '../changelog-mode.ts';
import type { MetadataKey } from '../connector.ts';
import type { ConfigOption, Options } from '../connectors/config-option.ts';
import { booleanOf, option } from '../connectors/config-option.ts';
import { checkJsonColumns } from './column-types.ts';
import type { FormatFactory } from './format.ts';
import { CDC_JSON_OPTIONS, validateJsonEncoding, validateTimestampFormat } from './json-options.ts';

const STRING = stringType(true);
const INT = simpleType('INTEGER', true);
const LTZ_3 = timestampLtzType(3, true);
const LTZ_6 = timestampLtzType(6, true);

const SCHEMA_INCLUDE = option('schema-include', 'boolean', 'false');
const DATABASE_INCLUDE = option('database.include');
const TABLE_INCLUDE = option('table.include');

interface CdcJson {
  readonly identifier: string;
  readonly options?: readonly ConfigOption[];
  readonly metadata: readonly MetadataKey[];
  readonly checkSink?: (options: Options) => void;
}

/** A format whose records say what changed: all row kinds both ways; its metadata can be read, never written. */
function cdcJson(spec: CdcJson): FormatFactory {
  return {
    identifier: spec.identifier,
    required: [],
    optional: [...(spec.options ?? []), ...CDC_JSON_OPTIONS],
    create(options, direction) {
      if (direction === 'scan') validateTimestampFormat(options);
      else {
        validateJsonEncoding(options);
        spec.checkSink?.(options);
      }
      return {
        identifier: spec.identifier,
        changelogMode: ALL_MODE,
        metadata: direction === 'scan' ? spec.metadata : [],
        checkColumns: checkJsonColumns,
      };
    },
  };
}

/** `DebeziumJsonFormatFactory`. */
export const debeziumJsonFormat = cdcJson({
  identifier: 'debezium-json',
  options: [SCHEMA_INCLUDE],
  metadata: [
    { key: 'schema', type: STRING },
    { key: 'ingestion-timestamp', type: LTZ_3 },
    { key: 'source.timestamp', type: LTZ_3 },
    { key: 'source.database', type: STRING },
    { key: 'source.schema', type: STRING },
    { key: 'source.table', type: STRING },
    { key: 'source.properties', type: mapType(STRING, STRING, true) },
  ],
  checkSink(options) {
    if (!booleanOf(options, SCHEMA_INCLUDE)) return;
    throw validationError(
      'catalog/option',
      "Debezium JSON serialization doesn't support 'debezium-json.schema-include' option been set to true.",
    );
  },
});

/** `CanalJsonFormatFactory`. */
export const canalJsonFormat = cdcJson({
  identifier: 'canal-json',
  options: [DATABASE_INCLUDE, TABLE_INCLUDE],
  metadata: [
    { key: 'database', type: STRING },
    { key: 'table', type: STRING },
    { key: 'sql-type', type: mapType(STRING, INT, true) },
    { key: 'pk-names', type: arrayType(STRING, true) },
    { key: 'ingestion-timestamp', type: LTZ_3 },
    { key: 'event-timestamp', type: LTZ_3 },
  ],
});

/** `MaxwellJsonFormatFactory`. */
export const maxwellJsonFormat = cdcJson({
  identifier: 'maxwell-json',
  metadata: [
    { key: 'database', type: STRING },
    { key: 'table', type: STRING },
    { key: 'primary-key-columns', type: arrayType(STRING, true) },
    { key: 'ingestion-timestamp', type: LTZ_3 },
  ],
});

/** `OggJsonFormatFactory`. */
export const oggJsonFormat = cdcJson({
  identifier: 'ogg-json',
  metadata: [
    { key: 'table', type: STRING },
    { key: 'primary-keys', type: arrayType(STRING, true) },
    { key: 'ingestion-timestamp', type: LTZ_6 },
    { key: 'event-timestamp', type: LTZ_6 },
  ],
});
