import type { SqlKind, SqlOperator } from '../../../catalog/sql-operator.ts';
import type { RexCall, RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';
import type { Simplifier } from './contract.ts';
import { composeConjunction, composeDisjunction } from '../conditions.ts';
import { isLosslessCast } from '../lossless-cast.ts';
import { isReferenceOrAccess, removeCast } from '../rex-builder.ts';
import { booleanLiteral, call, FALSE_LITERAL, TRUE_LITERAL } from '../rex-factory.ts';
import { rexEquals } from '../rex-key.ts';
import { isAlwaysFalse, isCallOf } from '../rex-node.ts';
import { isDeterministic } from '../rex-visit.ts';
import { IS_FALSE, IS_NOT_FALSE, IS_NOT_NULL, IS_NOT_TRUE, IS_NULL, IS_TRUE } from '../standard-operators.ts';
import { strongPolicy } from '../strong.ts';
import { isEffectivelyNotNull, isTermOf } from './comparison-term.ts';
import { isSafeExpression } from './safe-expression.ts';
import { isNotFalse, isTrue, notOf } from './truth-tests.ts';

/** IS [NOT] NULL, TRUE, FALSE (`RexSimplify.simplifyIs`). */
export function simplifyIs(s: Simplifier, e: RexCall, u: UnknownAs): RexNode {
  return simplifyIsTest(s, e.op.kind, e.operands[0] as RexNode, u) ?? e;
}

/** The test in a simpler form, or undefined (`RexSimplify.simplifyIs1`). */
export function simplifyIsTest(s: Simplifier, kind: SqlKind, x: RexNode, u: UnknownAs): RexNode | undefined {
  // Where unknown counts as false, `x IS TRUE` is x; where it counts as true, `x IS NOT FALSE` is.
  if (kind === 'IS_TRUE' && u === 'FALSE') return s.simplify(x, u);
  if (kind === 'IS_FALSE' && u === 'FALSE') return s.simplify(notOf(x), u);
  if (kind === 'IS_NOT_FALSE' && u === 'TRUE') return s.simplify(x, u);
  if (kind === 'IS_NOT_TRUE' && u === 'TRUE') return s.simplify(notOf(x), u);
  if (isKnown(s, kind, x)) return TRUE_LITERAL;
  return simplifyByOperand(s, kind, x, u);
}

/** True if a predicate says the same. */
function isKnown(s: Simplifier, kind: SqlKind, x: RexNode): boolean {
  if (s.predicates.length === 0 || !(isReferenceOrAccess(x, true) || isDeterministic(x))) return false;
  return s.predicates.some((p) => {
    const term = isTermOf(p);
    return term !== undefined && term.kind === kind && rexEquals(term.ref, x);
  });
}

function operatorOfTest(kind: SqlKind): SqlOperator {
  switch (kind) {
    case 'IS_NULL':
      return IS_NULL;
    case 'IS_NOT_NULL':
      return IS_NOT_NULL;
    case 'IS_TRUE':
      return IS_TRUE;
    case 'IS_NOT_TRUE':
      return IS_NOT_TRUE;
    case 'IS_FALSE':
      return IS_FALSE;
    default:
      return IS_NOT_FALSE;
  }
}

/** The test of x that equals the test of NOT x. */
function testOfArgument(kind: SqlKind): SqlOperator {
  switch (kind) {
    case 'IS_TRUE':
      return IS_FALSE;
    case 'IS_FALSE':
      return IS_TRUE;
    case 'IS_NOT_TRUE':
      return IS_NOT_FALSE;
    case 'IS_NOT_FALSE':
      return IS_NOT_TRUE;
    default:
      return operatorOfTest(kind);
  }
}

function simplifyByOperand(s: Simplifier, kind: SqlKind, x: RexNode, u: UnknownAs): RexNode | undefined {
  switch (kind) {
    case 'IS_NULL': {
      const simpler = simplifyIsNull(s, x);
      if (simpler) return simpler;
      break;
    }
    case 'IS_NOT_NULL': {
      const simpler = simplifyIsNotNull(s, x);
      if (simpler) return simpler;
      break;
    }
    case 'IS_TRUE': {
      if (isEffectivelyNotNull(s, x)) return s.simplify(x, u);
      const simpler = s.simplify(x, 'FALSE');
      return simpler === x ? undefined : isTrue(s, simpler);
    }
    case 'IS_NOT_FALSE': {
      if (isEffectivelyNotNull(s, x)) return s.simplify(x, u);
      const simpler = s.simplify(x, 'TRUE');
      return simpler === x ? undefined : isNotFalse(s, simpler);
    }
    default:
      if (isEffectivelyNotNull(s, x)) return s.simplify(notOf(x), u);
  }
  if (isCallOf(x, 'NOT')) return s.simplify(call(testOfArgument(kind), [x.operands[0] as RexNode]), 'UNKNOWN');
  const simpler = s.simplify(x, 'UNKNOWN');
  return simpler === x ? undefined : call(operatorOfTest(kind), [simpler]);
}

/** CAST and ITEM may be null for reasons of their own. */
function hasOwnNullability(e: RexNode): boolean {
  return isCallOf(e, 'CAST') || isCallOf(e, 'ITEM');
}

function policyOf(e: RexNode): string {
  switch (e.rex) {
    case 'call':
    case 'over':
    case 'subQuery':
      return strongPolicy(e.op.kind);
    case 'literal':
      return 'CUSTOM';
    default:
      return 'AS_IS';
  }
}

function simplifyIsNotNull(s: Simplifier, e: RexNode): RexNode | undefined {
  const x = s.simplify(e, 'UNKNOWN');
  if (!x.type.nullable && isSafeExpression(x)) return TRUE_LITERAL;
  if (isLosslessCast(x)) return x.type.nullable ? call(IS_NOT_NULL, [removeCast(x)]) : TRUE_LITERAL;
  if (s.predicates.some((p) => rexEquals(p, x))) return TRUE_LITERAL;
  if (hasOwnNullability(x)) return undefined;
  switch (policyOf(x)) {
    case 'NOT_NULL':
      return TRUE_LITERAL;
    case 'CUSTOM':
      return booleanLiteral(x.rex === 'literal' && x.value.kind !== 'null');
    case 'ANY': {
      // A strong call is not null exactly if none of its operands is.
      const tests: RexNode[] = [];
      for (const operand of x.rex === 'call' ? x.operands : []) {
        const test = simplifyIsNotNull(s, operand);
        if (test && isAlwaysFalse(test)) return FALSE_LITERAL;
        tests.push(test ?? call(IS_NOT_NULL, [operand]));
      }
      return composeConjunction(tests);
    }
    default:
      return undefined;
  }
}

function simplifyIsNull(s: Simplifier, e: RexNode): RexNode | undefined {
  const x = s.simplify(e, 'UNKNOWN');
  if (!x.type.nullable && isSafeExpression(x)) return FALSE_LITERAL;
  if (isLosslessCast(x)) return x.type.nullable ? call(IS_NULL, [removeCast(x)]) : FALSE_LITERAL;
  const bare = removeCast(x);
  if (bare.rex === 'literal' && bare.value.kind === 'null') return TRUE_LITERAL;
  if (hasOwnNullability(x)) return undefined;
  switch (policyOf(x)) {
    case 'NOT_NULL':
      return FALSE_LITERAL;
    case 'ANY':
      return composeDisjunction((x.rex === 'call' ? x.operands : []).map((o) => simplifyIsNull(s, o) ?? call(IS_NULL, [o])));
    default:
      return undefined;
  }
}
