import type { RichSqlInsert } from '../sql/ast-statement.ts';
import type { SqlNode } from '../sql/ast.ts';
import type { BoundQuery } from './bound.ts';
import type { BoundInsert } from './insert.ts';
import type { Session } from './session.ts';
import { FlinkError } from '../base/diagnostic.ts';
import { createBinder, topPlace } from './binder.ts';
import { validationFailed } from './errors.ts';
import { bindInsert } from './insert.ts';

/** Messages of the validator come with "SQL validation failed." around them; those of later checks do not. */
function validating<T>(f: () => T): T {
  try {
    return f();
  } catch (error) {
    throw error instanceof FlinkError && !PLAIN.has(error.code) ? validationFailed(error) : error;
  }
}

const PLAIN: ReadonlySet<string> = new Set(['validate/unknown-sink', 'validate/number-timestamp-cast']);

/** Checks a query against the catalog. Throws `FlinkError` with Flink's chain of causes. */
export function validateQuery(node: SqlNode, session: Session): BoundQuery {
  return validating(() => createBinder(session).query(node, topPlace(session)));
}

export function validateInsert(node: RichSqlInsert, session: Session): BoundInsert {
  return validating(() => bindInsert(createBinder(session), node));
}
