import type { Field, SqlType } from '../../types/sql-type.ts';
import type { ScalarUserFunction, TableUserFunction } from '../user-function.ts';
export function userScalarFunction(_: {
  name: string;
  argumentTypes: readonly SqlType[];
  returns: SqlType;
  deterministic: boolean;
}): ScalarUserFunction {
  throw new Error('todo');
}
export function userTableFunction(_: {
  name: string;
  argumentTypes: readonly SqlType[];
  columns: readonly Field[];
  deterministic: boolean;
}): TableUserFunction {
  throw new Error('todo');
}
