import type { SqlType } from '../types/sql-type.ts';
import { MAX_LENGTH, isYearMonthInterval } from '../types/sql-type.ts';
import { quoteName } from './object-path.ts';

/**
 * Flink's text of a type (`LogicalType.asSummaryString`), `NOT NULL` included: `INT`, `STRING NOT NULL`, ``ROW<`a` INT>``,
 * `TIMESTAMP(3) *ROWTIME*`. Used by Flink's own messages; plans print Calcite's text.
 */
export function flinkTypeText(t: SqlType): string {
  const text = t.nullable || t.name === 'NULL' ? bareText(t) : `${bareText(t)} NOT NULL`;
  // The time attribute stands last, behind the nullability.
  return t.indicator ? `${text} *${t.indicator}*` : text;
}

function bareText(t: SqlType): string {
  switch (t.name) {
    case 'INTEGER':
      return 'INT';
    case 'VARCHAR':
      return t.precision === MAX_LENGTH ? 'STRING' : `VARCHAR(${t.precision})`;
    case 'VARBINARY':
      return t.precision === MAX_LENGTH ? 'BYTES' : `VARBINARY(${t.precision})`;
    case 'CHAR':
    case 'BINARY':
    case 'TIME':
      return `${t.name}(${t.precision})`;
    case 'DECIMAL':
      return `DECIMAL(${t.precision}, ${t.scale})`;
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return `${t.name === 'TIMESTAMP' ? 'TIMESTAMP' : 'TIMESTAMP_LTZ'}(${t.precision})`;
    case 'INTERVAL':
      return isYearMonthInterval(t) ? 'INTERVAL MONTH' : 'INTERVAL SECOND(3)';
    case 'ARRAY':
    case 'MULTISET':
      return `${t.name}<${t.element ? flinkTypeText(t.element) : ''}>`;
    case 'MAP':
      return `MAP<${t.key ? flinkTypeText(t.key) : ''}, ${t.value ? flinkTypeText(t.value) : ''}>`;
    case 'ROW':
      return `ROW<${fieldsText(t)}>`;
    case 'STRUCTURED':
      return `STRUCTURED<${[`'${t.className ?? ''}'`, fieldsText(t)].filter((s) => s !== '').join(', ')}>`;
    case 'RAW':
      return `RAW('${t.className ?? ''}', '...')`;
    case 'ANY':
      return `RAW('java.lang.Object', ?)`;
    default:
      return t.name;
  }
}

function fieldsText(t: SqlType): string {
  return (t.fields ?? []).map((f) => `${quoteName(f.name)} ${flinkTypeText(f.type)}`).join(', ');
}
