import type { ScriptNode, SqlStatement } from '../sql/ast-statement.ts';
import type { SqlQuery } from '../sql/ast.ts';
import type { StatementKind } from '../trace/plan-trace.ts';

const QUERY_TYPES = new Set(['SqlSelect', 'SqlOrderBy', 'SqlWith', 'SqlBasicCall']);

/** True for SELECT, VALUES, WITH and set operations. */
export function isQuery(node: ScriptNode): node is SqlQuery {
  return QUERY_TYPES.has(node.type);
}

/** What becomes of a statement: planned, applied to the catalog, or neither. */
export function statementKind(node: ScriptNode): StatementKind {
  if (isQuery(node)) return 'query';
  const statement: SqlStatement = node;
  switch (statement.type) {
    case 'RichSqlInsert':
      return 'insert';
    case 'SqlExecute':
      return statement.statement.type === 'SqlStatementSet'
        ? 'statement-set'
        : statement.statement.type === 'RichSqlInsert'
          ? 'insert'
          : 'query';
    case 'SqlStatementSet':
      return 'statement-set';
    default:
      return /^Sql(Create|Replace|Alter|Drop|Use|AddPartitions)/.test(statement.type) || statement.type.endsWith('Directive')
        ? 'ddl'
        : 'command';
  }
}

/** The kind of a statement that could not be parsed, from its first word: decides whether it is shown as a failed query. */
export function kindOfText(text: string): StatementKind {
  if (/^\(*\s*(SELECT|WITH|VALUES|FROM)\b/i.test(text)) return 'query';
  if (/^INSERT\b/i.test(text)) return 'insert';
  if (/^(EXECUTE\s+STATEMENT\s+SET|BEGIN\s+STATEMENT\s+SET)\b/i.test(text)) return 'statement-set';
  return /^(CREATE|ALTER|DROP|USE|--@)/i.test(text) ? 'ddl' : 'command';
}
