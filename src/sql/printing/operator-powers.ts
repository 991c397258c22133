import type { SqlBasicCall } from '../ast.ts';
import { infixOperator, PREFIX } from '../parser/operators.ts';

/** How strongly an operator binds to each side, as printing sees it. */
export interface Powers {
  readonly left: number;
  readonly right: number;
}

const leftAssociative = (precedence: number): Powers => ({ left: precedence, right: precedence + 1 });
const FUNCTION: Powers = leftAssociative(100);

/** Powers of calls that are not infix or prefix operators. */
const BY_KIND: Readonly<Partial<Record<SqlBasicCall['kind'], Powers>>> = {
  BETWEEN: leftAssociative(32),
  LIKE: { left: 33, right: 32 },
  SIMILAR: { left: 33, right: 32 },
  RLIKE: { left: 33, right: 32 },
  SOME: leftAssociative(32),
  ALL: leftAssociative(32),
  IS_NULL: leftAssociative(28),
  IS_NOT_NULL: leftAssociative(28),
  IS_TRUE: leftAssociative(28),
  IS_NOT_TRUE: leftAssociative(28),
  IS_FALSE: leftAssociative(28),
  IS_NOT_FALSE: leftAssociative(28),
  JSON_VALUE_EXPRESSION: leftAssociative(28),
  DESCENDING: leftAssociative(20),
  NULLS_FIRST: leftAssociative(18),
  NULLS_LAST: leftAssociative(18),
  AS: leftAssociative(20),
  ARGUMENT_ASSIGNMENT: leftAssociative(20),
  FILTER: leftAssociative(20),
  OVER: leftAssociative(20),
  IGNORE_NULLS: leftAssociative(20),
  RESPECT_NULLS: leftAssociative(20),
  EXTEND: leftAssociative(20),
  TABLESAMPLE: leftAssociative(20),
  WITHIN_GROUP: leftAssociative(100),
  WITHIN_DISTINCT: leftAssociative(100),
  INTERVAL: leftAssociative(0),
  VALUES: leftAssociative(2),
  EXPLICIT_TABLE: leftAssociative(2),
  SET_SEMANTICS_TABLE: { left: 1000, right: 1000 },
  LATERAL: leftAssociative(200),
  UNNEST: leftAssociative(200),
  ROW: leftAssociative(200),
  ITEM: leftAssociative(100),
  DOT: leftAssociative(100),
  PROCEDURE_CALL: leftAssociative(0),
  NEW_SPECIFICATION: leftAssociative(0),
  FINAL: leftAssociative(80),
  RUNNING: leftAssociative(80),
  PATTERN_ALTER: leftAssociative(70),
  PATTERN_CONCAT: leftAssociative(80),
  PATTERN_QUANTIFIER: leftAssociative(90),
};

/** Binding powers of a call's operator. */
export function powersOf(node: SqlBasicCall): Powers {
  const byKind = BY_KIND[node.kind];
  if (byKind) return byKind;
  if (node.operator === 'MINUS_DATE') return { left: 1000, right: 1000 };
  if (node.syntax !== undefined) return FUNCTION;
  if (node.operands.length === 1) {
    const prefix = PREFIX[node.operator];
    if (prefix) return leftAssociative(prefix.right / 2);
    if (node.operator.startsWith('IS ')) return leftAssociative(28);
  }
  const infix = infixOperator(node.operator);
  return infix ? leftAssociative(infix.left / 2) : FUNCTION;
}
