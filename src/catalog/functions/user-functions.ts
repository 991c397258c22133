import type { Field, SqlType } from '../../types/sql-type.ts';
import { relRowType } from '../../types/sql-type.ts';
import { flinkTypeText } from '../flink-type-text.ts';
import type { ScalarUserFunction, TableUserFunction } from '../user-function.ts';
import { defineInferred } from './flink-inference.ts';
import { explicit, sequence } from './input-strategies.ts';
import { always } from './returns.ts';

interface UserSignature {
  readonly name: string;
  readonly argumentTypes: readonly SqlType[];
  readonly deterministic: boolean;
}

function define(spec: UserSignature, returns: SqlType, category: 'scalar' | 'table') {
  const n = spec.argumentTypes.length;
  const operator = defineInferred({
    name: spec.name,
    category,
    arity: [n, n],
    signatures: [`${spec.name}(${spec.argumentTypes.map(flinkTypeText).join(', ')})`],
    input: sequence(spec.argumentTypes.map(explicit)),
    returns: always(returns),
    deterministic: spec.deterministic,
  });
  return { ...operator, isUserDefined: true };
}

/** A scalar function written in Java, known by its signature. */
export function userScalarFunction(spec: UserSignature & { readonly returns: SqlType }): ScalarUserFunction {
  return { kind: 'scalar', operator: define(spec, spec.returns, 'scalar') };
}

/** A table function written in Java, known by its signature and the columns that it makes. */
export function userTableFunction(spec: UserSignature & { readonly columns: readonly Field[] }): TableUserFunction {
  return { kind: 'table', operator: define(spec, relRowType(spec.columns), 'table'), columns: spec.columns };
}
