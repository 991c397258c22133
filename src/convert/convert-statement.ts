import type { RichSqlInsert, SqlStatement } from '../sql/ast-statement.ts';
import type { SqlNode } from '../sql/ast.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { PlanningSession } from './session.ts';
import { UnsupportedError } from '../base/diagnostic.ts';
import { validateInsert, validateQuery } from '../validate/validate-statement.ts';
import { createConverter } from './create-converter.ts';
import { hasQueryHints } from './hints.ts';
import { convertInsert } from './insert.ts';

/** A statement as trees of relational nodes: one for a query or an INSERT, one a member for a statement set. */
export interface ConvertedStatement {
  readonly kind: 'query' | 'insert' | 'statement-set';
  /** A Sink at the top of each tree of an INSERT. */
  readonly roots: readonly RelNode[];
}

function convertOneInsert(node: RichSqlInsert, session: PlanningSession): RelNode {
  const converter = createConverter(session);
  const root = convertInsert(validateInsert(node, session), hasQueryHints(node.source), converter);
  return converter.hints.propagate(root);
}

function convertOneQuery(node: SqlNode, session: PlanningSession): RelNode {
  const query = validateQuery(node, session);
  const converter = createConverter(session);
  return converter.hints.propagate(converter.query(query, { top: true, aliasHints: hasQueryHints(node) }));
}

/**
 * Validates a query, an INSERT or a statement set and converts it to logical nodes. Throws `FlinkError` for what Flink refuses and
 * `UnsupportedError` for what is not built yet. Statements that change the catalog are not for here.
 */
export function validateAndConvert(node: SqlNode | SqlStatement, session: PlanningSession): ConvertedStatement {
  switch (node.type) {
    case 'SqlExecute':
      return validateAndConvert(node.statement, session);
    case 'RichSqlInsert':
      return { kind: 'insert', roots: [convertOneInsert(node, session)] };
    case 'SqlStatementSet':
      return { kind: 'statement-set', roots: node.inserts.map((insert) => convertOneInsert(insert, session)) };
    case 'SqlSelect':
    case 'SqlOrderBy':
    case 'SqlWith':
    case 'SqlBasicCall':
      return { kind: 'query', roots: [convertOneQuery(node, session)] };
    default:
      throw new UnsupportedError('statement', `A statement of the form ${node.type} cannot be planned.`, node.span);
  }
}

/** The trees of a statement, see `validateAndConvert`. */
export function convertStatement(node: SqlNode | SqlStatement, session: PlanningSession): readonly RelNode[] {
  return validateAndConvert(node, session).roots;
}
