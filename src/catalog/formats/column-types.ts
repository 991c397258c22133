import type { PhysicalColumn } from '../table.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { flinkTypeText } from '../flink-type-text.ts';

/** Types of columns that decoders and encoders refuse when they are built. */

function refused(className: string, message: string): FlinkError {
  return new FlinkError('catalog/format', [{ className, message }]);
}

const NESTED: ReadonlySet<string> = new Set(['ARRAY', 'MAP', 'MULTISET', 'ROW', 'RAW']);

/** Lists and rows of plain values, nothing deeper (flink-csv's `CsvRowSchemaConverter`). */
export function checkCsvColumns(columns: readonly PhysicalColumn[]): void {
  for (const { name, type } of columns) {
    if (type.name === 'MAP' || type.name === 'MULTISET' || type.name === 'RAW') {
      throw refused('IllegalArgumentException', `Unsupported type '${flinkTypeText(type)}' for field '${name}'.`);
    }
    const parts = type.name === 'ROW' ? (type.fields ?? []).map((f) => f.type) : type.name === 'ARRAY' ? [type.element] : [];
    const deep = parts.find((t) => t && NESTED.has(t.name));
    if (!deep) continue;
    throw refused(
      'IllegalArgumentException',
      `Only simple types are supported in the second level nesting of fields '${name}' but was: ${flinkTypeText(deep)}`,
    );
  }
}

/** Keys of maps are names of JSON fields (flink-json's `JsonToRowDataConverters` and `RowDataToJsonConverters`). */
export function checkJsonColumns(columns: readonly PhysicalColumn[]): void {
  for (const { type } of columns) checkJsonType(type);
}

function checkJsonType(type: SqlType): void {
  const key = type.name === 'MAP' ? type.key : type.name === 'MULTISET' ? type.element : undefined;
  if (key && key.name !== 'VARCHAR' && key.name !== 'CHAR') {
    throw refused(
      'UnsupportedOperationException',
      `JSON format doesn't support non-string as key type of map. The type is: ${flinkTypeText(type)}`,
    );
  }
  if (type.name === 'MAP' && type.value) checkJsonType(type.value);
  if (type.name === 'ARRAY' && type.element) checkJsonType(type.element);
  for (const f of type.fields ?? []) checkJsonType(f.type);
}
