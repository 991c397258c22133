import type { RexNode } from '../rex-node.ts';

/**
 * True if the expression is made of operators that cannot fail, so that it may be evaluated where it was not before (Calcite's
 * `RexSimplify.isSafeExpression`). Division is not among them.
 */
export function isSafeExpression(e: RexNode): boolean {
  switch (e.rex) {
    case 'inputRef':
    case 'literal':
    case 'fieldAccess':
      return true;
    case 'call':
      return isSafeKind(e.op.kind) && e.operands.every(isSafeExpression);
    default:
      return false;
  }
}

function isSafeKind(kind: string): boolean {
  switch (kind) {
    case 'IN':
    case 'EQUALS':
    case 'NOT_EQUALS':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL':
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL':
    case 'PLUS_PREFIX':
    case 'MINUS_PREFIX':
    case 'PLUS':
    case 'MINUS':
    case 'TIMES':
    case 'IS_FALSE':
    case 'IS_NOT_FALSE':
    case 'IS_TRUE':
    case 'IS_NOT_TRUE':
    case 'IS_NULL':
    case 'IS_NOT_NULL':
    case 'IS_DISTINCT_FROM':
    case 'IS_NOT_DISTINCT_FROM':
    case 'SEARCH':
    case 'OR':
    case 'AND':
    case 'NOT':
    case 'CASE':
    case 'LIKE':
    case 'COALESCE':
    case 'TRIM':
    case 'BETWEEN':
    case 'CEIL':
    case 'FLOOR':
    case 'TIMESTAMP_ADD':
    case 'TIMESTAMP_DIFF':
      return true;
    default:
      return false;
  }
}
