import type { LiteralValue, RexCall, RexNode } from '../rex-node.ts';
import type { Ranges, UnknownAs } from '../sarg.ts';
import type { Simplifier } from './contract.ts';
import { sameTypeIgnoringNullability } from '../../../types/sql-type.ts';
import { compareLiteralValues } from '../literal-order.ts';
import { booleanLiteral, call, FALSE_LITERAL, literal, nullLiteral, TRUE_LITERAL } from '../rex-factory.ts';
import { rexEquals, rexListEquals } from '../rex-key.ts';
import { isAlwaysFalse, isAlwaysTrue } from '../rex-node.ts';
import { isDeterministic } from '../rex-visit.ts';
import { ALL_RANGES, comparisonRanges, complementRanges, enclosesRange, intersectRanges, isAllRanges, point, sameRanges } from '../sarg.ts';
import { AND, EQUALS, IS_NOT_NULL, IS_NULL, OR } from '../standard-operators.ts';
import { comparisonTermOf } from './comparison-term.ts';
import { simplifyList } from './contract.ts';
import { notOf } from './truth-tests.ts';

/** `= <> < <= > >=` (`RexSimplify.simplifyComparison`). */
export function simplifyComparison(s: Simplifier, e: RexCall, u: UnknownAs): RexNode {
  const operands = simplifyList(s, e.operands, 'UNKNOWN');
  const [x, y] = operands as [RexNode, RexNode];
  if (isDeterministic(x) && rexEquals(x, y)) return s.simplify(comparedWithItself(e, x), u);
  if (x.type.name === 'BOOLEAN') {
    const simpler = comparedWithBoolean(s, call(e.op, [x, y]), u);
    if (simpler) return simpler;
  }
  if (x.rex === 'literal' && y.rex === 'literal' && sameTypeIgnoringNullability(x.type, y.type)) {
    if (x.value.kind === 'null' || y.value.kind === 'null') return u === 'FALSE' ? FALSE_LITERAL : nullLiteral(e.type);
    return booleanLiteral(compareValues(e, x.value, y.value));
  }
  return simplifyByPredicates(s, rexListEquals(e.operands, operands) ? e : call(e.op, operands));
}

/** `x = x` is true or null, `x <> x` false or null. */
function comparedWithItself(e: RexCall, x: RexNode): RexNode {
  switch (e.op.kind) {
    case 'EQUALS':
    case 'GREATER_THAN_OR_EQUAL':
    case 'LESS_THAN_OR_EQUAL':
      return call(OR, [nullLiteral(e.type), call(IS_NOT_NULL, [x])]);
    default:
      return call(AND, [nullLiteral(e.type), call(IS_NULL, [x])]);
  }
}

function comparedWithBoolean(s: Simplifier, e: RexCall, u: UnknownAs): RexNode | undefined {
  const term = comparisonTermOf(e, () => true);
  if (!term) return undefined;
  const { ref } = term;
  const unlessNull = (value: RexNode): RexNode | undefined => (ref.type.nullable ? undefined : value);
  if (isAlwaysTrue(term.literal)) {
    switch (term.kind) {
      case 'GREATER_THAN_OR_EQUAL':
      case 'EQUALS':
        return ref;
      case 'LESS_THAN':
      case 'NOT_EQUALS':
        return s.simplify(notOf(ref), u);
      case 'GREATER_THAN':
        return unlessNull(FALSE_LITERAL);
      default:
        return unlessNull(TRUE_LITERAL);
    }
  }
  if (isAlwaysFalse(term.literal)) {
    switch (term.kind) {
      case 'EQUALS':
      case 'LESS_THAN_OR_EQUAL':
        return s.simplify(notOf(ref), u);
      case 'NOT_EQUALS':
      case 'GREATER_THAN':
        return ref;
      case 'GREATER_THAN_OR_EQUAL':
        return unlessNull(TRUE_LITERAL);
      default:
        return unlessNull(FALSE_LITERAL);
    }
  }
  return undefined;
}

function compareValues(e: RexCall, a: LiteralValue, b: LiteralValue): boolean {
  const order = compareLiteralValues(a, b);
  switch (e.op.kind) {
    case 'EQUALS':
      return order === 0;
    case 'NOT_EQUALS':
      return order !== 0;
    case 'GREATER_THAN':
      return order > 0;
    case 'GREATER_THAN_OR_EQUAL':
      return order >= 0;
    case 'LESS_THAN':
      return order < 0;
    default:
      return order <= 0;
  }
}

/**
 * A comparison with a literal against what is known of the same expression (`RexSimplify.simplifyUsingPredicates`): impossible is false,
 * implied is IS NOT NULL, one value left is an equality; else unchanged.
 */
export function simplifyByPredicates(s: Simplifier, e: RexNode): RexNode {
  if (s.predicates.length === 0) return e;
  const term = comparisonTermOf(e);
  if (!term || term.literal.value.kind === 'null') return e;
  const before = comparisonRanges(term.kind, term.literal.value);
  const after = residue(term.ref, before, s.predicates);
  if (after.length === 0) return FALSE_LITERAL;
  if (sameRanges(after, before)) return e;
  if (isAllRanges(after)) return s.simplify(call(IS_NOT_NULL, [term.ref]), 'UNKNOWN');
  const only = after.length === 1 ? after[0] : undefined;
  if (only?.lower && only.upper && compareLiteralValues(only.lower, only.upper) === 0) {
    return call(EQUALS, [term.ref, literal(only.lower, term.literal.type)]);
  }
  return e;
}

/** What the predicates on the same expression leave open of the ranges; everything once one of them implies it. */
function residue(ref: RexNode, ranges: Ranges, predicates: readonly RexNode[]): Ranges {
  let result = ranges;
  for (const p of predicates) {
    const term = comparisonTermOf(p);
    if (!term || term.literal.value.kind === 'null' || !rexEquals(term.ref, ref)) continue;
    if (term.kind === 'NOT_EQUALS') {
      const others = complementRanges([point(term.literal.value)]);
      result = others.every((r) => enclosesRange(result, r)) ? ALL_RANGES : intersectRanges(result, others);
    } else {
      const [known] = comparisonRanges(term.kind, term.literal.value);
      result = known && enclosesRange(result, known) ? ALL_RANGES : intersectRanges(result, known ? [known] : []);
    }
  }
  return result;
}
