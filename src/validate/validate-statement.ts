import type { RichSqlInsert } from '../sql/ast-statement.ts';
import type { SqlNode } from '../sql/ast.ts';
import type { BoundQuery } from './bound.ts';
import type { BoundInsert } from './insert.ts';
import type { Session } from './session.ts';
import { createBinder, topPlace } from './binder.ts';
import { validating } from './errors.ts';
import { bindInsert } from './insert.ts';

/** Checks a query against the catalog. Throws `FlinkError` with Flink's chain of causes. */
export function validateQuery(node: SqlNode, session: Session): BoundQuery {
  return validating(() => createBinder(session).query(node, topPlace(session)));
}

export function validateInsert(node: RichSqlInsert, session: Session): BoundInsert {
  return validating(() => bindInsert(createBinder(session), node));
}
