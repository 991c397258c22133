import type { SqlKind } from '../../../catalog/sql-operator.ts';
import type { LiteralValue, RexNode, SargRange } from '../rex-node.ts';
import { compareLiteralValues } from '../literal-order.ts';
import { isReferenceOrAccess } from '../rex-builder.ts';
import { TRUE_LITERAL } from '../rex-factory.ts';
import { rexEquals, rexKey } from '../rex-key.ts';
import { comparisonRanges, containsValue, point } from '../sarg.ts';

interface KnownRange {
  readonly range: SargRange;
  /** The terms that make the range. */
  readonly terms: readonly RexNode[];
}

/**
 * Bounds found so far for each expression of a conjunction. A tighter bound puts `true` in the place of the looser one, wherever that
 * stands in the list (Calcite's `RexSimplify.processRange`).
 */
export class RangeTerms {
  private readonly known = new Map<string, KnownRange>();
  private readonly terms: RexNode[];

  constructor(terms: RexNode[]) {
    this.terms = terms;
  }

  /** Takes one comparison in; false if no value can fulfil all of them. */
  add(term: RexNode, ref: RexNode, kind: SqlKind, value: LiteralValue): boolean {
    const key = rexKey(ref);
    const before = this.known.get(key);
    if (!before) {
      this.known.set(key, { range: comparisonRanges(kind, value)[0] as SargRange, terms: [term] });
      return true;
    }
    switch (kind) {
      case 'EQUALS':
        if (!containsValue([before.range], value)) return false;
        this.known.set(key, { range: point(value), terms: [term] });
        for (const t of before.terms) this.drop(t);
        return true;
      case 'LESS_THAN':
      case 'LESS_THAN_OR_EQUAL':
        return this.addBound(key, before, { term, value, closed: kind === 'LESS_THAN_OR_EQUAL', upper: true });
      default:
        return this.addBound(key, before, { term, value, closed: kind === 'GREATER_THAN_OR_EQUAL', upper: false });
    }
  }

  private addBound(
    key: string,
    before: KnownRange,
    bound: { term: RexNode; value: LiteralValue; closed: boolean; upper: boolean },
  ): boolean {
    const { term, value, closed, upper } = bound;
    const { range } = before;
    const same = upper ? range.upper : range.lower;
    const sign = upper ? 1 : -1;
    // How the new bound compares with the old one on its side: negative is tighter.
    const order = same === undefined ? -1 : sign * compareLiteralValues(value, same);
    // An open bound replaces an equal one, a closed bound does not.
    if (closed ? order >= 0 : order > 0) {
      this.drop(term);
      return true;
    }
    const opposite = upper ? range.lower : range.upper;
    if (opposite !== undefined) {
      const gap = sign * compareLiteralValues(value, opposite);
      const oppositeClosed = upper ? range.lowerClosed : range.upperClosed;
      if (gap < 0 || (gap === 0 && !(closed && oppositeClosed))) return false;
    }
    const tightened: SargRange = upper
      ? { lower: range.lower, lowerClosed: range.lowerClosed, upper: value, upperClosed: closed }
      : { lower: value, lowerClosed: closed, upper: range.upper, upperClosed: range.upperClosed };
    const kept: RexNode[] = [];
    for (const t of before.terms) {
      if (isBound(t, upper)) this.drop(t);
      else kept.push(t);
    }
    this.known.set(key, { range: tightened, terms: [...kept, term] });
    return true;
  }

  /** Puts `true` in the place of the last term equal to this one. */
  private drop(term: RexNode): void {
    const i = this.terms.findLastIndex((t) => rexEquals(t, term));
    if (i >= 0) this.terms[i] = TRUE_LITERAL;
  }
}

/** True for `ref < literal` and its mirror (upper), or `ref > literal` (lower). */
function isBound(e: RexNode, upper: boolean): boolean {
  if (e.rex !== 'call') return false;
  const [left, right] = e.operands;
  if (!left || !right) return false;
  const less = e.op.kind === 'LESS_THAN' || e.op.kind === 'LESS_THAN_OR_EQUAL';
  const greater = e.op.kind === 'GREATER_THAN' || e.op.kind === 'GREATER_THAN_OR_EQUAL';
  if (!less && !greater) return false;
  const [ref, literal] = less === upper ? [left, right] : [right, left];
  return isReferenceOrAccess(ref, true) && literal.rex === 'literal';
}
