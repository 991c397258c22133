import type { SqlOperator } from './sql-operator.ts';
import type { Field } from '../types/sql-type.ts';
import type { TemporalTableFunction } from './table.ts';

/** A function whose code is a class (`CREATE FUNCTION f AS 'c'`): known by name, but nothing can be said about its types. */
export interface ClassFunction {
  readonly kind: 'class';
  /** As messages print it: `c.d.f`, or `f` for a system function. */
  readonly displayName: string;
  readonly className: string;
  readonly language: 'JAVA' | 'SCALA' | 'SQL' | 'PYTHON';
}

/** A scalar function of known signature (`--@ function f(INT) RETURNS BIGINT`). */
export interface ScalarUserFunction {
  readonly kind: 'scalar';
  readonly operator: SqlOperator;
}

/** A table function of known signature (`--@ function f(STRING) RETURNS TABLE(w STRING)`). */
export interface TableUserFunction {
  readonly kind: 'table';
  readonly operator: SqlOperator;
  readonly columns: readonly Field[];
}

/** Any function that is not built in. */
export type UserFunction = ClassFunction | ScalarUserFunction | TableUserFunction | TemporalTableFunction;
