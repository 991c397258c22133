import type { NullPolicy, SqlKind } from '../../catalog/sql-operator.ts';
import type { RexNode } from './rex-node.ts';
import { rexKey } from './rex-key.ts';
import { visitRex } from './rex-visit.ts';

/** How a null operand decides a call, by kind (Calcite's `Strong.policy`): every kind that is not named here may do anything. */
export function strongPolicy(kind: SqlKind): NullPolicy {
  switch (kind) {
    case 'EXISTS':
    case 'IS_DISTINCT_FROM':
    case 'IS_NOT_DISTINCT_FROM':
    case 'IS_NULL':
    case 'IS_NOT_NULL':
    case 'IS_TRUE':
    case 'IS_NOT_TRUE':
    case 'IS_FALSE':
    case 'IS_NOT_FALSE':
      return 'NOT_NULL';
    case 'NOT':
    case 'EQUALS':
    case 'NOT_EQUALS':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL':
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL':
    case 'LIKE':
    case 'SIMILAR':
    case 'PLUS':
    case 'PLUS_PREFIX':
    case 'MINUS':
    case 'MINUS_PREFIX':
    case 'TIMES':
    case 'DIVIDE':
    case 'CAST':
    case 'REINTERPRET':
    case 'TRIM':
    case 'CEIL':
    case 'FLOOR':
    case 'EXTRACT':
    case 'GREATEST':
    case 'LEAST':
    case 'TIMESTAMP_ADD':
    case 'TIMESTAMP_DIFF':
    case 'ITEM':
      return 'ANY';
    default:
      return 'AS_IS';
  }
}

/** Which leaves are supposed to be null. */
export type NullAssumption = (leaf: RexNode) => boolean;

/** True if the expression is certainly null when the supposed leaves are (Calcite's `Strong.isNull`). */
export function isStronglyNull(e: RexNode, isNullLeaf: NullAssumption): boolean {
  switch (e.rex) {
    case 'literal':
      return e.value.kind === 'null';
    case 'inputRef':
    case 'fieldAccess':
      return isNullLeaf(e);
    case 'call': {
      const policy = strongPolicy(e.op.kind);
      if (policy === 'NOT_NULL') return false;
      if (policy === 'ANY') return e.operands.some((o) => isStronglyNull(o, isNullLeaf));
      switch (e.op.kind) {
        case 'AND':
        case 'OR':
        case 'COALESCE':
          return e.operands.every((o) => isStronglyNull(o, isNullLeaf));
        case 'NULLIF':
          return isStronglyNull(e.operands[0] as RexNode, isNullLeaf);
        case 'CASE':
          return e.operands.every((o, i) => isCasePredicate(e.operands.length, i) || isStronglyNull(o, isNullLeaf));
        default:
          return false;
      }
    }
    default:
      return false;
  }
}

/** True if the condition certainly is not true when the supposed leaves are null (`Strong.isNotTrue`). */
export function isStronglyNotTrue(e: RexNode, isNullLeaf: NullAssumption): boolean {
  if (e.rex === 'call') {
    switch (e.op.kind) {
      case 'IS_NOT_NULL':
        return isStronglyNull(e.operands[0] as RexNode, isNullLeaf);
      case 'OR':
        return e.operands.every((o) => isStronglyNotTrue(o, isNullLeaf));
      case 'AND':
        return e.operands.some((o) => isStronglyNotTrue(o, isNullLeaf));
    }
  }
  return isStronglyNull(e, isNullLeaf);
}

/** The assumption that the given columns are null. */
export function nullColumns(indexes: Iterable<number>): NullAssumption {
  const set = new Set(indexes);
  return (leaf) => leaf.rex === 'inputRef' && set.has(leaf.index);
}

/** The assumption that one expression, by equality, is null. */
export function nullExpression(e: RexNode): NullAssumption {
  const key = rexKey(e);
  return (leaf) => rexKey(leaf) === key;
}

/** True if the expression is null as soon as all its columns are (`Strong.isStrong`). */
export function isStrong(e: RexNode): boolean {
  const columns = new Set<number>();
  visitRex(e, (n) => {
    if (n.rex === 'inputRef') columns.add(n.index);
  });
  return isStronglyNull(e, nullColumns(columns));
}

/** True if operand `i` of a CASE with so many operands is a condition (`RexUtil.isCasePredicate`). */
export function isCasePredicate(operandCount: number, i: number): boolean {
  return i < operandCount - 1 && (operandCount - i) % 2 === 1;
}
