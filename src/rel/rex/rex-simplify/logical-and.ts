import type { RexCall, RexLiteral, RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';
import type { Simplifier } from './contract.ts';
import { composeConjunction, conjunctions, decomposeConjunction } from '../conditions.ts';
import { isReferenceOrAccess } from '../rex-builder.ts';
import { call, FALSE_LITERAL, nullLiteral, TRUE_LITERAL } from '../rex-factory.ts';
import { rexEquals, rexKey } from '../rex-key.ts';
import { isAlwaysFalse, isAlwaysTrue, isNullLiteral } from '../rex-node.ts';
import { isDeterministic, visitRex } from '../rex-visit.ts';
import { IS_NOT_NULL, IS_NULL, negatedOperator, reversedComparison } from '../standard-operators.ts';
import { isStronglyNotTrue, nullColumns, nullExpression } from '../strong.ts';
import { comparisonTermOf, isComparisonKind, isPredicateTerm } from './comparison-term.ts';
import { simplifyByPredicates } from './comparison.ts';
import { simplifyList } from './contract.ts';
import { simplifyIs } from './null-tests.ts';
import { RangeTerms } from './range-terms.ts';
import { collectSargs } from './sarg-collector.ts';
import { notOf } from './truth-tests.ts';

/** AND (`RexSimplify.simplifyAnd`). */
export function simplifyAnd(s: Simplifier, e: RexCall, u: UnknownAs): RexNode {
  let operands = conjunctions(e);
  operands = u === 'FALSE' && s.eliminatesPredicates ? simplifyTermsInTurn(s, operands) : simplifyList(s, operands, u);
  operands = collectSargs(operands, true, u) ?? operands;
  const terms: RexNode[] = [];
  const notTerms: RexNode[] = [];
  for (const o of operands) decomposeConjunction(o, terms, notTerms);
  return u === 'FALSE' ? simplifyWhereUnknownIsFalse(s, terms, notTerms) : simplifyKeepingUnknown(s, terms, notTerms);
}

/** Comparisons and null tests first, each knowing the earlier ones; then the rest, knowing all of those. */
function simplifyTermsInTurn(s: Simplifier, operands: readonly RexNode[]): RexNode[] {
  const terms = [...operands];
  let knowing = s;
  for (const [i, t] of terms.entries()) {
    if (!isPredicateTerm(t)) continue;
    const simpler = knowing.simplify(t, 'FALSE');
    terms[i] = simpler;
    knowing = knowing.withPredicates([...knowing.predicates, simpler]);
  }
  // A term that the first round made a comparison is not looked at again, one that it made something else is.
  return terms.map((t) => (isPredicateTerm(t) ? t : knowing.simplify(t, 'FALSE')));
}

function containsAll(keys: ReadonlySet<string>, list: readonly RexNode[]): boolean {
  return list.every((e) => keys.has(rexKey(e)));
}

/** `RexSimplify.simplifyAnd2`. */
function simplifyKeepingUnknown(s: Simplifier, terms: readonly RexNode[], notTerms: readonly RexNode[]): RexNode {
  if (terms.some(isAlwaysFalse)) return FALSE_LITERAL;
  if (terms.length === 0 && notTerms.length === 0) return TRUE_LITERAL;
  const keys = new Set(terms.map(rexKey));
  // `x AND NOT x` is false, or null where x is null.
  const contradictions: RexNode[] = [];
  for (const t of notTerms) {
    if (!containsAll(keys, conjunctions(t))) continue;
    if (!t.type.nullable) return FALSE_LITERAL;
    contradictions.push(t);
  }
  const gone = new Set(contradictions.map(rexKey));
  const result = terms.filter((t) => !gone.has(rexKey(t)));
  const [first] = contradictions;
  if (first) {
    result.push(nullLiteral(first.type));
    for (const t of contradictions) result.push(simplifyIs(s, call(IS_NULL, [t]), 'UNKNOWN'));
  }
  for (const t of notTerms) if (!gone.has(rexKey(t))) result.push(s.simplify(notOf(t), 'UNKNOWN'));
  return composeConjunction(result);
}

/** `RexSimplify.simplifyAnd2ForUnknownAsFalse`. Works on the list of terms in place. */
function simplifyWhereUnknownIsFalse(s: Simplifier, terms: RexNode[], notTerms: readonly RexNode[]): RexNode {
  if (terms.some((t) => isAlwaysFalse(t) || isNullLiteral(t))) return FALSE_LITERAL;
  const [only] = terms;
  if (!only && notTerms.length === 0) return TRUE_LITERAL;
  if (only && terms.length === 1 && notTerms.length === 0) return s.simplify(only, 'FALSE');

  const scan = new ConjunctionScan(s, terms);
  if (!scan.takePredicates() || !scan.takeTerms()) return FALSE_LITERAL;
  if (!scan.resolveEqualities()) return FALSE_LITERAL;

  const keys = new Set(terms.map(rexKey));
  for (const t of notTerms) {
    if (isDeterministic(t) && containsAll(keys, conjunctions(t))) return FALSE_LITERAL;
  }
  if (scan.negated.some((k) => keys.has(k))) return FALSE_LITERAL;
  for (const t of notTerms) terms.push(notOf(t));

  const strong = strongOperands(terms);
  if (scan.nullOperands.some((o) => strong.has(rexKey(o)))) return FALSE_LITERAL;
  // IS NOT NULL comes back, at the end, unless another term fails for a null anyway.
  for (const o of scan.notNullOperands.values()) if (!strong.has(rexKey(o))) terms.push(call(IS_NOT_NULL, [o]));
  return composeConjunction(terms);
}

/** Columns and fields for whose null some term is certainly not true. */
function strongOperands(terms: readonly RexNode[]): Set<string> {
  const strong = new Set<string>();
  for (const term of terms) {
    if (!isDeterministic(term)) continue;
    visitRex(term, (n) => {
      if (n.rex === 'inputRef') {
        if (!strong.has(rexKey(n)) && isStronglyNotTrue(term, nullColumns([n.index]))) strong.add(rexKey(n));
      } else if (n.rex === 'fieldAccess') {
        if (isStronglyNotTrue(term, nullExpression(n))) strong.add(rexKey(n));
      }
    });
  }
  return strong;
}

/** One pass over the terms of a conjunction that gathers what they say about single expressions. */
class ConjunctionScan {
  readonly negated: string[] = [];
  readonly nullOperands: RexNode[] = [];
  readonly notNullOperands = new Map<string, RexNode>();
  private readonly s: Simplifier;
  private readonly terms: RexNode[];
  private readonly ranges: RangeTerms;
  private readonly constants = new Map<string, RexLiteral>();
  private readonly equalities: { readonly left: RexNode; readonly right: RexNode; readonly term: RexNode }[] = [];

  constructor(s: Simplifier, terms: RexNode[]) {
    this.s = s;
    this.terms = terms;
    this.ranges = new RangeTerms(terms);
  }

  /** Bounds that hold of the input. */
  takePredicates(): boolean {
    for (const p of this.s.predicates) {
      const c = comparisonTermOf(p);
      if (!c || c.kind === 'NOT_EQUALS' || c.literal.value.kind === 'null') continue;
      if (!this.ranges.add(p, c.ref, c.kind, c.literal.value)) return false;
    }
    return true;
  }

  /** All terms in order; false if they cannot all be true. */
  takeTerms(): boolean {
    for (let i = 0; i < this.terms.length; i++) {
      let term = this.terms[i] as RexNode;
      if (!isDeterministic(term)) continue;
      term = this.withoutTrue(i, term);
      if (term.rex !== 'call') continue;
      if (term.op.kind === 'IS_NOT_NULL') {
        const operand = term.operands[0] as RexNode;
        if (!this.notNullOperands.has(rexKey(operand))) this.notNullOperands.set(rexKey(operand), operand);
        this.terms.splice(i, 1);
        i--;
      } else if (term.op.kind === 'IS_NULL') {
        this.nullOperands.push(term.operands[0] as RexNode);
      } else if (isComparisonKind(term.op.kind) && !this.takeComparison(i, term)) {
        return false;
      }
    }
    return true;
  }

  /** `x = true` is x. */
  private withoutTrue(i: number, e: RexNode): RexNode {
    let term = e;
    while (term.rex === 'call' && term.op.kind === 'EQUALS') {
      const [left, right] = term.operands as [RexNode, RexNode];
      if (isAlwaysTrue(left)) term = right;
      else if (isAlwaysTrue(right)) term = left;
      else break;
      this.terms[i] = term;
    }
    return term;
  }

  private takeComparison(i: number, e: RexCall): boolean {
    const [left, right] = e.operands as [RexNode, RexNode];
    const c = comparisonTermOf(e);
    if (c?.literal.value.kind === 'null') return false;
    if (e.op.kind === 'EQUALS') {
      if (c) {
        const key = rexKey(c.ref);
        const other = this.constants.get(key);
        this.constants.set(key, c.literal);
        if (other && !rexEquals(other, c.literal)) return false;
      } else if (isReferenceOrAccess(left, true) && isReferenceOrAccess(right, true)) {
        this.equalities.push({ left, right, term: e });
      }
    }
    const opposite = negatedOperator(e.op.kind);
    if (opposite) {
      this.negated.push(rexKey(call(opposite, e.operands)));
      const mirrored = reversedComparison(opposite.kind);
      if (mirrored) this.negated.push(rexKey(call(mirrored, [right, left])));
    }
    const term = simplifyByPredicates(this.s, e);
    if (term !== e) this.terms[i] = term;
    if (!c || c.kind === 'NOT_EQUALS') return true;
    return this.ranges.add(term, c.ref, c.kind, c.literal.value);
  }

  /** `x = y` beside `x = 1` and `y = 1` goes, beside different constants it is false. */
  resolveEqualities(): boolean {
    for (const { left, right, term } of this.equalities) {
      const a = this.constants.get(rexKey(left));
      const b = this.constants.get(rexKey(right));
      if (!a || !b) continue;
      if (!rexEquals(a, b)) return false;
      const i = this.terms.findIndex((t) => rexEquals(t, term));
      if (i >= 0) this.terms.splice(i, 1);
    }
    return true;
  }
}
