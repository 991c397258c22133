import type { AggregateInfoList } from '../../rel/physical/aggregate-info.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { RunError } from '../run-error.ts';

interface Place {
  readonly handler: { readonly list: AggregateInfoList };
  readonly inputFields: number;
}

/**
 * What the next operator finds where Flink gives out a row of accumulators in place of results: another number of fields, else an accumulator
 * that is a row where the result is a value (`RowDataSerializer.copy`).
 */
export function accumulatorTakenForResult(fieldCount: number, { handler, inputFields }: Place): Error {
  const { aggInfos } = handler.list;
  if (fieldCount !== aggInfos.length) {
    const message = `Row arity: ${inputFields + fieldCount}, but serializer arity: ${inputFields + aggInfos.length}`;
    return new RunError('IllegalArgumentException', message);
  }
  const wrong = aggInfos.find(({ call, buffers }) => buffers[0]?.type.digest !== call.type.digest);
  const className = wrong && javaClassOf(wrong.call.type);
  if (className === undefined)
    return new UnsupportedError('operator', 'ROWS in an OVER without a time attribute cannot give out a row as a result yet.');
  const row = 'org.apache.flink.table.data.GenericRowData';
  const isFlinks = className.startsWith('org.');
  const where = isFlinks
    ? `${row} and ${className} are in unnamed module of loader 'app'`
    : `${row} is in unnamed module of loader 'app'; ${className} is in module java.base of loader 'bootstrap'`;
  return new RunError('ClassCastException', `class ${row} cannot be cast to class ${className} (${where})`);
}

/** The class that a getter of `GenericRowData` casts to; undefined for rows, which an accumulator may be. */
function javaClassOf(type: SqlType): string | undefined {
  switch (type.name) {
    case 'BOOLEAN':
      return 'java.lang.Boolean';
    case 'TINYINT':
      return 'java.lang.Byte';
    case 'SMALLINT':
      return 'java.lang.Short';
    case 'INTEGER':
    case 'DATE':
    case 'TIME':
      return 'java.lang.Integer';
    case 'BIGINT':
      return 'java.lang.Long';
    case 'FLOAT':
      return 'java.lang.Float';
    case 'DOUBLE':
      return 'java.lang.Double';
    case 'CHAR':
    case 'VARCHAR':
      return 'org.apache.flink.table.data.StringData';
    case 'BINARY':
    case 'VARBINARY':
      return '[B';
    case 'DECIMAL':
      return 'org.apache.flink.table.data.DecimalData';
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return 'org.apache.flink.table.data.TimestampData';
    case 'ARRAY':
      return 'org.apache.flink.table.data.ArrayData';
    case 'MAP':
    case 'MULTISET':
      return 'org.apache.flink.table.data.MapData';
    default:
      return undefined;
  }
}
