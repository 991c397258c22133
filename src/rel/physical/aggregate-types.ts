import type { AggregateCall } from '../core/aggregate-call.ts';
import type { SqlType, TypeName } from '../../types/sql-type.ts';
import { isYearMonthInterval } from '../../types/sql-type.ts';
import { tableError } from '../../base/diagnostic.ts';

const NUMERIC: ReadonlySet<TypeName> = new Set(['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL']);
const COMPARED: ReadonlySet<TypeName> = new Set([
  ...NUMERIC,
  'BOOLEAN',
  'VARCHAR',
  'CHAR',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMP_WITH_LOCAL_TIME_ZONE',
]);

/** Flink's `LogicalTypeRoot` of the types that some function cannot take. */
function typeRoot(t: SqlType): string {
  if (t.name !== 'INTERVAL') return t.name;
  return isYearMonthInterval(t) ? 'INTERVAL_YEAR_MONTH' : 'INTERVAL_DAY_TIME';
}

/** Throws the `TableException` of Flink's `AggFunctionFactory` for an argument that the function has no implementation for. */
export function checkAggregateType(call: AggregateCall, arg: SqlType | undefined, retract: boolean): void {
  if (!arg) return;
  const { kind } = call.op;
  if (kind === 'COUNT' && call.approximate) {
    throw tableError('plan/aggregate-type', 'APPROX_COUNT_DISTINCT aggregate function does not support yet for streaming.');
  }
  if (kind === 'COUNT' && call.args.length > 1) throw tableError('plan/aggregate-type', 'We now only support the count of one field.');
  const fails = (types: ReadonlySet<TypeName>): boolean => !types.has(arg.name);
  const unsupported = (name: string): never => {
    throw tableError(
      'plan/aggregate-type',
      `${name} aggregate function does not support type: ''${typeRoot(arg)}''.\nPlease re-check the data type.`,
    );
  };
  if (kind === 'AVG' && fails(NUMERIC)) unsupported('Avg');
  else if (kind === 'SUM' && fails(NUMERIC)) unsupported(retract ? 'Sum with retract' : 'Sum');
  else if (kind === 'SUM0' && fails(NUMERIC)) unsupported('Sum0');
  else if (kind === 'MIN' && fails(COMPARED)) unsupported(retract ? 'Min with retract' : 'Min');
  else if (kind === 'MAX' && fails(COMPARED)) unsupported(retract ? 'Max with retract' : 'Max');
  else if (kind === 'SINGLE_VALUE' && fails(COMPARED)) {
    throw tableError('plan/aggregate-type', `SINGLE_VALUE aggregate function doesn't support type '${typeRoot(arg)}'.`);
  }
}
