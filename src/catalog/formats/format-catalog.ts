import { validationError } from '../../base/diagnostic.ts';
import { avroConfluentFormat, avroFormat, debeziumAvroFormat, protobufFormat } from './avro.ts';
import { canalJsonFormat, debeziumJsonFormat, maxwellJsonFormat, oggJsonFormat } from './cdc-json.ts';
import { csvFormat } from './csv.ts';
import { BULK_FORMATS } from './file-formats.ts';
import type { FormatFactory } from './format.ts';
import { jsonFormat } from './json.ts';
import { rawFormat } from './raw.ts';

/** Formats of records: what kafka and its kin can use. */
const RECORD_FORMATS: readonly FormatFactory[] = [
  jsonFormat,
  csvFormat,
  rawFormat,
  avroFormat,
  avroConfluentFormat,
  debeziumAvroFormat,
  protobufFormat,
  debeziumJsonFormat,
  canalJsonFormat,
  maxwellJsonFormat,
  oggJsonFormat,
];

/** What a Flink with its test formats lists when it finds none of the wanted name. */
const LISTED = ['canal-json', 'csv', 'debezium-json', 'json', 'maxwell-json', 'ogg-json', 'raw', 'testcsv'];

/** The format of records with this identifier; none is an error that lists the known ones. */
export function discoverFormat(identifier: string, direction: 'scan' | 'sink'): FormatFactory {
  const found = RECORD_FORMATS.find((f) => f.identifier === identifier);
  if (found) return found;
  const factory = direction === 'scan' ? 'DeserializationFormatFactory' : 'SerializationFormatFactory';
  throw validationError(
    'catalog/format',
    `Could not find any factory for identifier '${identifier}' that implements 'org.apache.flink.table.factories.${factory}' in the classpath.\n\n` +
      `Available factory identifiers are:\n\n${LISTED.join('\n')}`,
  );
}

/** The format of files with this identifier (bulk formats and formats of records), if any. */
export function fileFormat(identifier: string): FormatFactory | undefined {
  return [...BULK_FORMATS, ...RECORD_FORMATS].find((f) => f.identifier === identifier);
}
