import { FlinkError } from '../../base/diagnostic.ts';
import { quoteName } from '../../catalog/object-path.ts';
import type { SqlIdentifier } from '../../sql/ast.ts';
import { ddlError } from './ddl-context.ts';

/** The line that stands before every mistake in ALTER TABLE. */
export const ALTER_PREFIX = 'Failed to execute ALTER TABLE statement.\n';

/** A mistake in ALTER TABLE, with the line that Flink puts before it. */
export function alterError(message: string): FlinkError {
  return ddlError(`${ALTER_PREFIX}${message}`);
}

/** A column's name; parts of a row column cannot be altered. */
export function simpleName(id: SqlIdentifier): string {
  if (id.names.length === 1) return id.names[0] ?? '';
  const message = `${ALTER_PREFIX}Altering the nested row type ${id.names.map(quoteName).join('.')} is not supported yet.`;
  throw new FlinkError('catalog/ddl', [{ className: 'UnsupportedOperationException', message }]);
}
