import type { SqlOperator } from '../../catalog/sql-operator.ts';
import { defined } from '../../base/assert.ts';
import { FUNCTION_CATALOG } from '../../catalog/functions/function-catalog.ts';

/** A built-in function by its name, for rules that put calls of it into a plan. */
export function builtIn(name: string): SqlOperator {
  return defined(FUNCTION_CATALOG.lookup(name)[0], `built-in function ${name}`);
}
