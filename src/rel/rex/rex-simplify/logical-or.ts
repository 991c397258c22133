import type { RexCall, RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';
import type { Simplifier } from './contract.ts';
import { BOOLEAN_NULLABLE, composeDisjunction, disjunctions } from '../conditions.ts';
import { compareLiteralValues } from '../literal-order.ts';
import { call, nullLiteral, TRUE_LITERAL } from '../rex-factory.ts';
import { rexEquals, rexKey } from '../rex-key.ts';
import { isAlwaysTrue, isCallOf } from '../rex-node.ts';
import { IS_NOT_NULL, OR } from '../standard-operators.ts';
import { comparisonTermOf, isEffectivelyNotNull, isTermOf } from './comparison-term.ts';
import { simplifyList } from './contract.ts';
import { simplifyIs } from './null-tests.ts';
import { isSafeExpression } from './safe-expression.ts';
import { collectSargs } from './sarg-collector.ts';
import { isNotTrue } from './truth-tests.ts';

/** OR (`RexSimplify.simplifyOr`). */
export function simplifyOr(s: Simplifier, e: RexCall, u: UnknownAs): RexNode {
  const terms = disjunctions(e);
  if (!s.eliminatesPredicates) return combine(s, simplifyList(s, terms, u), u);
  const nullTestsFirst = [...terms.filter((t) => isCallOf(t, 'IS_NULL')), ...terms.filter((t) => !isCallOf(t, 'IS_NULL'))];
  return combine(s, simplifyTermsInTurn(s, nullTestsFirst, u), u);
}

/** A term whose being not true says something: a null test, or a comparison of something that cannot be null. */
function tellsWhenNotTrue(s: Simplifier, e: RexNode): boolean {
  const c = comparisonTermOf(e);
  return c ? isEffectivelyNotNull(s, c.ref) : isTermOf(e) !== undefined;
}

/** Telling terms first, then the others; each knows that the telling ones before it are not true. */
function simplifyTermsInTurn(s: Simplifier, list: readonly RexNode[], u: UnknownAs): RexNode[] {
  const terms = [...list];
  const done = new Set<number>();
  let knowing = s;
  for (const [i, t] of terms.entries()) {
    if (!tellsWhenNotTrue(knowing, t)) continue;
    done.add(i);
    const simpler = knowing.simplify(t, u);
    terms[i] = simpler;
    const inverse = knowing.simplify(isNotTrue(s, simpler), 'UNKNOWN');
    knowing = knowing.withPredicates([...knowing.predicates, inverse]);
  }
  return terms.map((t, i) => (done.has(i) ? t : knowing.simplify(t, u)));
}

/** `RexSimplify.simplifyOrs`. */
function combine(s: Simplifier, simplified: readonly RexNode[], u: UnknownAs): RexNode {
  const terms = collectSargs(simplified, false, u) ?? [...simplified];
  const unequal = new Map<string, RexNode>();
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i] as RexNode;
    if (term.rex === 'literal') {
      if (isAlwaysTrue(term)) return term;
      if (term.value.kind === 'null') {
        if (u === 'TRUE') return TRUE_LITERAL;
        if (u === 'UNKNOWN') continue;
      }
      terms.splice(i, 1);
      i--;
    } else if (isCallOf(term, 'NOT_EQUALS')) {
      const outcome = takeUnequal(s, terms, unequal, { term, u });
      if (outcome === 'true') return TRUE_LITERAL;
      if (outcome === 'covered') {
        terms.splice(i, 1);
        i--;
      }
    } else if (isCallOf(term, 'IS_NOT_TRUE')) {
      const x = term.operands[0] as RexNode;
      if (isSafeExpression(x) && indexOf(terms, x) >= 0) return TRUE_LITERAL;
    } else if (isCallOf(term, 'NOT')) {
      const x = term.operands[0] as RexNode;
      const at = indexOf(terms, x);
      if (!isSafeExpression(x) || at < 0) continue;
      if (!x.type.nullable) return TRUE_LITERAL;
      // `x OR NOT x` is true unless x is null.
      terms[at] = simplifyIs(s, call(IS_NOT_NULL, [x]), u);
      terms[i] = nullLiteral(x.type);
      i--;
    }
  }
  return composeDisjunction(terms);
}

function indexOf(terms: readonly RexNode[], e: RexNode): number {
  return terms.findIndex((t) => rexEquals(t, e));
}

/** `x <> 1 OR x <> 2` is true unless x is null. */
function takeUnequal(
  s: Simplifier,
  terms: RexNode[],
  unequal: Map<string, RexNode>,
  at: { readonly term: RexNode; readonly u: UnknownAs },
): 'kept' | 'covered' | 'true' {
  const c = comparisonTermOf(at.term);
  if (!c) return 'kept';
  const key = rexKey(c.ref);
  const earlier = unequal.get(key);
  if (!earlier) {
    unequal.set(key, at.term);
    return 'kept';
  }
  const other = comparisonTermOf(earlier);
  if (other && other.literal.value.kind !== 'null' && c.literal.value.kind !== 'null') {
    if (compareLiteralValues(c.literal.value, other.literal.value) !== 0) {
      const notNull = call(IS_NOT_NULL, [c.ref]);
      const condition = s.simplify(call(OR, [notNull, nullLiteral(BOOLEAN_NULLABLE)]), at.u);
      if (isAlwaysTrue(condition)) return 'true';
      unequal.set(key, notNull);
      terms[indexOf(terms, earlier)] = condition;
    }
  }
  return 'covered';
}
