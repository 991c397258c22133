import type { FilterExpression, TableSource } from '../connector.ts';
import { splitConjuncts } from './values-filter.ts';

const BINARY: ReadonlySet<string> = new Set(['=', '<', '<=', '>', '>=', '<>', 'OR', 'AND', 'LIKE']);
const LITERAL_TYPES: ReadonlySet<string> = new Set([
  'CHAR', 'VARCHAR', 'BOOLEAN', 'DECIMAL', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'FLOAT', 'DOUBLE', 'DATE', 'TIME', 'TIMESTAMP',
]); // prettier-ignore

/** `JdbcFilterPushdownPreparedStatementVisitor`: what can be said in the database's WHERE. */
function isTranslatable(e: FilterExpression): boolean {
  if (e.kind === 'field') return e.path.length === 1;
  if (e.kind === 'literal') return LITERAL_TYPES.has(e.type.name);
  const [first, second] = e.operands;
  if (BINARY.has(e.operator)) return first !== undefined && second !== undefined && isTranslatable(first) && isTranslatable(second);
  return (e.operator === 'IS NULL' || e.operator === 'IS NOT NULL') && first?.kind === 'field' && first.path.length === 1;
}

/** The filter of the jdbc source: calls of the operators above, all of them or (policy NEVER) none. */
export function jdbcFilter(enabled: boolean): NonNullable<TableSource['filter']> {
  return (conjuncts) => splitConjuncts(conjuncts, (e) => enabled && e.kind === 'call' && isTranslatable(e));
}
