import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexCall, RexLiteral, RexNode } from '../rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { ValueInterval, IntervalValue } from './value-interval.ts';
import { familyOf } from '../../types/sql-type.ts';
import { composeConjunction, composeDisjunction, conjunctions, disjunctions } from '../rex/conditions.ts';
import { expandSearchIf, makeIn } from '../rex/expand-search.ts';
import { TRUE_LITERAL, call } from '../rex/rex-factory.ts';
import { isAlwaysFalse, isAlwaysTrue, sargOf } from '../rex/rex-node.ts';
import { RexSimplifier } from '../rex/rex-simplify/simplifier.ts';
import { isPointsSarg } from '../rex/sarg.ts';
import { EQUALS, reversedComparison } from '../rex/standard-operators.ts';
import { toCnfWithinBudget } from '../rex/to-cnf.ts';
import { artificialSelectivity } from './artificial-selectivity.ts';
import { guessSelectivity } from './guess-selectivity.ts';
import { intersectIntervals, intervalValue, intervalContains, isFinite, isInfinite, makeInterval } from './value-interval.ts';

const EQUALS_SELECTIVITY = 0.15;
const COMPARISON_SELECTIVITY = 0.5;
const IS_NULL_SELECTIVITY = 0.1;
const LIKE_SELECTIVITY = 0.05;
const OTHER_SELECTIVITY = 0.25;

/** Something the estimator cannot look into: the whole condition is then guessed. */
class NotEstimable extends Error {}

/** Flink's `SelectivityEstimator`; falls back to the guess as a whole where it meets something it does not know. */
export function estimateSelectivity(mq: MetadataQuery, node: RelNode, predicate: RexNode | undefined): number {
  if (!predicate) return 1;
  try {
    const simple = new RexSimplifier().simplify(predicate, 'FALSE');
    if (isAlwaysTrue(simple)) return 1;
    if (isAlwaysFalse(simple)) return 0;
    return new Estimator(mq, node).estimate(simple) ?? guessSelectivity(predicate);
  } catch (error) {
    if (error instanceof NotEstimable) return guessSelectivity(predicate);
    throw error;
  }
}

function isRangeKind(kind: string): boolean {
  return kind === 'GREATER_THAN' || kind === 'GREATER_THAN_OR_EQUAL' || kind === 'LESS_THAN' || kind === 'LESS_THAN_OR_EQUAL';
}

/** The column of a comparison between a column and a literal, either way round. */
function comparedColumn(e: RexCall): number | undefined {
  const [a, b] = e.operands;
  if (a?.rex === 'inputRef' && b?.rex === 'literal') return a.index;
  return a?.rex === 'literal' && b?.rex === 'inputRef' ? b.index : undefined;
}

class Estimator {
  private readonly mq: MetadataQuery;
  private readonly node: RelNode;

  constructor(mq: MetadataQuery, node: RelNode) {
    this.mq = mq;
    this.node = node;
  }

  /** Undefined where the expression says nothing (Java's null). */
  estimate(e: RexNode): number | undefined {
    if (e.rex === 'inputRef') return e.type.name === 'BOOLEAN' ? this.estimate(call(EQUALS, [e, TRUE_LITERAL])) : undefined;
    if (e.rex !== 'call') return undefined;
    const expanded = expandSearchIf(e, (search) => !isPointsSarg(sargOf(search)));
    if (expanded.rex !== 'call') throw new NotEstimable();
    switch (expanded.op.kind) {
      case 'AND': {
        const parts = this.splitAnd(expanded);
        return parts.length === 1 ? this.rangesOfOneColumn(expanded) : parts.reduce((p, part) => p * this.operand(part), 1);
      }
      case 'OR':
        return this.or(expanded);
      case 'NOT':
        return 1 - this.operand(expanded.operands[0]);
      default:
        return this.single(expanded);
    }
  }

  private operand(e: RexNode | undefined): number {
    return (e && this.estimate(e)) ?? 1;
  }

  /** Conjuncts of the CNF, those that bound one column by literals together, and these groups first. */
  private splitAnd(e: RexCall): RexNode[] {
    const groups = new Map<number, RexNode[]>();
    const rest: RexNode[] = [];
    for (const part of conjunctions(toCnfWithinBudget(e))) {
      // A bare column is no call and says nothing here.
      if (part.rex !== 'call') continue;
      const column = isRangeKind(part.op.kind) ? comparedColumn(part) : undefined;
      if (column === undefined) rest.push(part);
      else groups.set(column, [...(groups.get(column) ?? []), part]);
    }
    return [...[...groups.values()].map((list) => composeConjunction(list)), ...rest];
  }

  /** An AND whose parts all bound the same column. */
  private rangesOfOneColumn(e: RexCall): number {
    const parts = conjunctions(toCnfWithinBudget(e));
    let column: number | undefined;
    for (const part of parts) {
      const compared = part.rex === 'call' && isRangeKind(part.op.kind) ? comparedColumn(part) : undefined;
      if (compared === undefined || (column !== undefined && column !== compared)) throw new NotEstimable();
      column = compared;
    }
    if (column === undefined) throw new NotEstimable();
    const isNumeric = parts.every((p) => p.rex === 'call' && p.operands.every((o) => hasNumericValue(o.type)));
    if (!isNumeric) return parts.reduce((p, part) => p * this.operand(part), 1);
    const byCount = COMPARISON_SELECTIVITY ** parts.length;
    const own = this.mq.columnInterval(this.node, column);
    if (!own) return byCount;
    if (own.kind === 'empty') return 0;
    if (!isFinite(own)) return byCount;
    const bounded = parts.reduce<ValueInterval>((i, part) => intersectIntervals(i, literalBounds(part as RexCall)), own);
    if (bounded.kind === 'empty') return 0;
    return (Number(bounded.upper) - Number(bounded.lower)) / (Number(own.upper) - Number(own.lower));
  }

  private or(e: RexCall): number | undefined {
    const parts = splitOr(e);
    const [only] = parts;
    if (parts.length === 1 && only) {
      if (only.rex === 'call' && only.op.kind === 'SEARCH') return this.single(only);
      const sum = disjunctions(e).reduce((s, d) => s + this.operand(d), 0);
      return Math.min(1, sum);
    }
    const shares = parts.map((p) => this.operand(p));
    return Math.min(1, shares.reduce((a, b) => a + b, 0) - shares.reduce((a, b) => a * b, 1));
  }

  private single(e: RexCall): number {
    const [a, b] = e.operands;
    switch (e.op.kind) {
      case 'EQUALS':
        return this.equals(a, b);
      case 'NOT_EQUALS':
        return 1 - this.equals(a, b);
      case 'GREATER_THAN':
      case 'GREATER_THAN_OR_EQUAL':
      case 'LESS_THAN':
      case 'LESS_THAN_OR_EQUAL':
        return this.comparison(e);
      case 'IS_NULL':
        if (a?.rex !== 'inputRef') throw new NotEstimable();
        return IS_NULL_SELECTIVITY;
      case 'IS_NOT_NULL':
        if (a?.rex !== 'inputRef') throw new NotEstimable();
        return 1 - IS_NULL_SELECTIVITY;
      case 'SEARCH':
        return this.inList(e);
      case 'LIKE':
        return LIKE_SELECTIVITY;
      default:
        return artificialSelectivity(e) ?? OTHER_SELECTIVITY;
    }
  }

  private equals(a: RexNode | undefined, b: RexNode | undefined): number {
    if (!a || !b || !isComparable(a.type) || !isComparable(b.type)) return EQUALS_SELECTIVITY;
    const [ref, literal] = a.rex === 'literal' ? [b, a] : [a, b];
    if (ref.rex !== 'inputRef' || literal.rex !== 'literal') return EQUALS_SELECTIVITY;
    if (literal.value.kind === 'null') return IS_NULL_SELECTIVITY;
    const own = this.mq.columnInterval(this.node, ref.index);
    if (!own || isInfinite(own)) return EQUALS_SELECTIVITY;
    if (own.kind === 'empty') return 0;
    const value = intervalValue(literal.value);
    if (value === undefined) throw new NotEstimable();
    if (!intervalContains(own, value)) return 0;
    const distinct = this.mq.distinctRowCount(this.node, [ref.index]);
    return distinct === undefined ? EQUALS_SELECTIVITY : 1 / distinct;
  }

  private comparison(e: RexCall): number {
    const [a, b] = e.operands;
    if (!a || !b || !isComparable(a.type) || !isComparable(b.type)) return COMPARISON_SELECTIVITY;
    const column = comparedColumn(e);
    if (column === undefined) return COMPARISON_SELECTIVITY;
    const literal = a.rex === 'literal' ? a : (b as RexLiteral);
    const ref = a.rex === 'literal' ? b : a;
    if (literal.value.kind === 'null') throw new NotEstimable();
    if (!hasNumericValue(ref.type)) return COMPARISON_SELECTIVITY;
    const own = this.mq.columnInterval(this.node, column);
    if (!own || isInfinite(own)) return COMPARISON_SELECTIVITY;
    if (own.kind === 'empty') return 0;
    const kind = a.rex === 'literal' ? (reversedComparison(e.op.kind)?.kind ?? e.op.kind) : e.op.kind;
    return this.shareOfInterval(own, kind, intervalValue(literal.value), column);
  }

  /** The share of an interval that lies on one side of a value. */
  private shareOfInterval(own: ValueInterval, kind: string, value: IntervalValue | undefined, column: number): number {
    if (own.kind !== 'range' || typeof value !== 'number') throw new NotEstimable();
    const wanted = boundsOf(kind, value);
    const left = intersectIntervals(own, wanted);
    if (left.kind === 'empty') return 0;
    if (
      left.lower === own.lower &&
      left.upper === own.upper &&
      left.includeLower === own.includeLower &&
      left.includeUpper === own.includeUpper
    )
      return 1;
    if (typeof own.lower !== 'number' || typeof own.upper !== 'number') return COMPARISON_SELECTIVITY;
    const distinct = this.mq.distinctRowCount(this.node, [column]);
    const onLower = Math.abs(value - own.lower) < 1e-6;
    const onUpper = Math.abs(value - own.upper) < 1e-6;
    if ((kind === 'LESS_THAN' && onUpper) || (kind === 'GREATER_THAN' && onLower)) {
      return distinct === undefined ? COMPARISON_SELECTIVITY : 1 - 1 / distinct;
    }
    if ((kind === 'LESS_THAN_OR_EQUAL' && onLower) || (kind === 'GREATER_THAN_OR_EQUAL' && onUpper)) {
      return distinct === undefined ? COMPARISON_SELECTIVITY : 1 / distinct;
    }
    const width = own.upper - own.lower;
    return kind.startsWith('LESS') ? (value - own.lower) / width : (own.upper - value) / width;
  }

  private inList(e: RexCall): number {
    const [ref] = e.operands;
    const sarg = sargOf(e);
    if (ref?.rex !== 'inputRef' || !isPointsSarg(sarg)) throw new NotEstimable();
    const byCount = Math.min(1, EQUALS_SELECTIVITY * sarg.ranges.length);
    if (!isComparable(ref.type)) return byCount;
    const own = this.mq.columnInterval(this.node, ref.index);
    const distinct = this.mq.distinctRowCount(this.node, [ref.index]);
    if (!own) return distinct === undefined ? byCount : sarg.ranges.length / distinct;
    if (isInfinite(own)) return byCount;
    if (own.kind === 'empty') return 0;
    const valid = sarg.ranges.filter((r) => {
      const value = r.lower && intervalValue(r.lower);
      return value !== undefined && intervalContains(own, value);
    });
    if (valid.length === 0) return 0;
    return distinct === undefined ? byCount : Math.min(1, Math.min(distinct, valid.length) / distinct);
  }
}

/** Disjuncts; those that compare one column with literals together, two or more equations of them as one IN list. */
function splitOr(e: RexCall): RexNode[] {
  const groups = new Map<number, RexCall[]>();
  const rest: RexNode[] = [];
  for (const part of disjunctions(e)) {
    if (part.rex !== 'call') continue;
    const isEquation = part.op.kind === 'EQUALS';
    const column = isEquation || isRangeKind(part.op.kind) ? comparedColumn(part) : undefined;
    if (column === undefined) {
      rest.push(part);
      continue;
    }
    const [a, b] = part.operands;
    const turned = isEquation && a?.rex === 'literal' && b ? { ...part, operands: [b, a] } : part;
    groups.set(column, [...(groups.get(column) ?? []), turned]);
  }
  const combined = [...groups.values()].flatMap((list) => {
    const equations = list.filter((p) => p.op.kind === 'EQUALS');
    if (equations.length < 2) return [composeDisjunction(list)];
    const inList = makeIn(
      equations[0]?.operands[0] as RexNode,
      equations.map((p) => p.operands[1] as RexNode),
    );
    const others = list.filter((p) => p.op.kind !== 'EQUALS');
    return others.length === 0 ? [inList] : [inList, composeDisjunction(others)];
  });
  return [...combined, ...rest];
}

function literalBounds(e: RexCall): ValueInterval {
  const [a, b] = e.operands;
  const literal = a?.rex === 'literal' ? a : b;
  const value = literal?.rex === 'literal' ? intervalValue(literal.value) : undefined;
  if (value === undefined) throw new NotEstimable();
  return boundsOf(a?.rex === 'literal' ? (reversedComparison(e.op.kind)?.kind ?? e.op.kind) : e.op.kind, value);
}

function boundsOf(kind: string, value: IntervalValue): ValueInterval {
  switch (kind) {
    case 'GREATER_THAN':
      return makeInterval(value, undefined, false, false);
    case 'GREATER_THAN_OR_EQUAL':
      return makeInterval(value, undefined, true, false);
    case 'LESS_THAN':
      return makeInterval(undefined, value, false, false);
    default:
      return makeInterval(undefined, value, false, true);
  }
}

function isComparable(t: SqlType): boolean {
  return hasNumericValue(t) || familyOf(t) === 'CHARACTER';
}

function hasNumericValue(t: SqlType): boolean {
  switch (familyOf(t)) {
    case 'NUMERIC':
    case 'BOOLEAN':
    case 'DATE':
    case 'TIME':
    case 'TIMESTAMP':
      return true;
    default:
      return false;
  }
}
