import { validationError } from '../../base/diagnostic.ts';
import { flinkTypeText } from '../flink-type-text.ts';
import { INSERT_ONLY_MODE } from '../changelog-mode.ts';
import { enumOption, option } from '../connectors/config-option.ts';
import { quoteName } from '../object-path.ts';
import type { PhysicalColumn } from '../table.ts';
import type { FormatFactory } from './format.ts';

const SUPPORTED: ReadonlySet<string> = new Set([
  'CHAR',
  'VARCHAR',
  'BINARY',
  'VARBINARY',
  'RAW',
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
]);

function checkColumns(columns: readonly PhysicalColumn[]): void {
  const only = columns[0];
  if (columns.length !== 1 || !only) {
    const schema = columns.map((c) => `${quoteName(c.name)} ${flinkTypeText(c.type)}`).join(', ');
    throw validationError(
      'catalog/format',
      `The 'raw' format only supports single physical column. However the defined schema contains multiple physical columns: [${schema}]`,
    );
  }
  if (!SUPPORTED.has(only.type.name)) {
    throw validationError('catalog/format', `The 'raw' format doesn't supports '${flinkTypeText(only.type)}' as column type.`);
  }
}

/** `RawFormatFactory`: the bytes of one column. */
export const rawFormat: FormatFactory = {
  identifier: 'raw',
  required: [],
  optional: [
    enumOption('endianness', 'org.apache.flink.formats.raw.RawFormatOptions$Endianness', ['big-endian', 'little-endian'], 'big-endian'),
    option('charset', 'string', 'UTF-8'),
  ],
  create() {
    return { identifier: 'raw', changelogMode: INSERT_ONLY_MODE, metadata: [], checkColumns };
  },
};
