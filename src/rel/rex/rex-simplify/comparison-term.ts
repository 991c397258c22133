import type { SqlKind } from '../../../catalog/sql-operator.ts';
import type { RexLiteral, RexNode } from '../rex-node.ts';
import type { Simplifier } from './contract.ts';
import { isReferenceOrAccess } from '../rex-builder.ts';
import { rexEquals } from '../rex-key.ts';
import { isDeterministic } from '../rex-visit.ts';

/** `ref kind literal` (Calcite's `RexSimplify.Comparison`). */
export interface ComparisonTerm {
  readonly ref: RexNode;
  readonly kind: SqlKind;
  readonly literal: RexLiteral;
}

/** True for `= <> < <= > >=`. */
export function isComparisonKind(kind: SqlKind): boolean {
  switch (kind) {
    case 'EQUALS':
    case 'NOT_EQUALS':
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL':
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL':
      return true;
    default:
      return false;
  }
}

/** The kind for swapped operands. */
export function reverseKind(kind: SqlKind): SqlKind {
  switch (kind) {
    case 'LESS_THAN':
      return 'GREATER_THAN';
    case 'LESS_THAN_OR_EQUAL':
      return 'GREATER_THAN_OR_EQUAL';
    case 'GREATER_THAN':
      return 'LESS_THAN';
    case 'GREATER_THAN_OR_EQUAL':
      return 'LESS_THAN_OR_EQUAL';
    default:
      return kind;
  }
}

/** The kind of the opposite comparison. */
export function oppositeKind(kind: SqlKind): SqlKind {
  switch (kind) {
    case 'EQUALS':
      return 'NOT_EQUALS';
    case 'NOT_EQUALS':
      return 'EQUALS';
    case 'LESS_THAN':
      return 'GREATER_THAN_OR_EQUAL';
    case 'LESS_THAN_OR_EQUAL':
      return 'GREATER_THAN';
    case 'GREATER_THAN':
      return 'LESS_THAN_OR_EQUAL';
    case 'GREATER_THAN_OR_EQUAL':
      return 'LESS_THAN';
    default:
      return kind;
  }
}

function isStable(e: RexNode): boolean {
  return isReferenceOrAccess(e, true) || isDeterministic(e);
}

/** A comparison of a deterministic expression with a literal, the literal on the right; undefined for anything else. */
export function comparisonTermOf(e: RexNode, accepts: (ref: RexNode) => boolean = isStable): ComparisonTerm | undefined {
  if (e.rex !== 'call' || !isComparisonKind(e.op.kind)) return undefined;
  const [left, right] = e.operands;
  if (right?.rex === 'literal' && left && accepts(left)) return { ref: left, kind: e.op.kind, literal: right };
  if (left?.rex === 'literal' && right && accepts(right)) return { ref: right, kind: reverseKind(e.op.kind), literal: left };
  return undefined;
}

/** `ref IS NULL` or `ref IS NOT NULL`. */
export function isTermOf(e: RexNode): { readonly ref: RexNode; readonly kind: SqlKind } | undefined {
  if (e.rex !== 'call' || (e.op.kind !== 'IS_NULL' && e.op.kind !== 'IS_NOT_NULL')) return undefined;
  const ref = e.operands[0] as RexNode;
  return isStable(ref) ? { ref, kind: e.op.kind } : undefined;
}

/** A comparison with a literal or a null test: what may serve as a predicate for other terms. */
export function isPredicateTerm(e: RexNode): boolean {
  return comparisonTermOf(e) !== undefined || isTermOf(e) !== undefined;
}

/** NOT NULL by type, by a predicate, or because it compares such (`RelOptPredicateList.isEffectivelyNotNull`). */
export function isEffectivelyNotNull(s: Simplifier, e: RexNode): boolean {
  if (!e.type.nullable) return true;
  if (s.predicates.some((p) => p.rex === 'call' && p.op.kind === 'IS_NOT_NULL' && rexEquals(p.operands[0] as RexNode, e))) return true;
  if ((e.rex === 'call' && isComparisonKind(e.op.kind)) || (e.rex === 'subQuery' && e.kind === 'IN')) {
    return e.operands.every((o) => isEffectivelyNotNull(s, o));
  }
  return false;
}
