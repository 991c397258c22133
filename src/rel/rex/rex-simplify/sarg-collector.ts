import type { SqlKind } from '../../../catalog/sql-operator.ts';
import type { SqlType } from '../../../types/sql-type.ts';
import type { RexLiteral, RexNode, Sarg } from '../rex-node.ts';
import type { Ranges, UnknownAs } from '../sarg.ts';
import { leastRestrictive } from '../../../types/least-restrictive.ts';
import { expandSarg, searchCall } from '../expand-search.ts';
import { rexKey } from '../rex-key.ts';
import { isCallOf } from '../rex-node.ts';
import {
  ALL_RANGES,
  comparisonRanges,
  isComplementedPoints,
  isOpenInterval,
  isPointsSarg,
  makeSarg,
  negateSarg,
  NO_RANGES,
  orUnknownAs,
  sargComplexity,
  unionRanges,
} from '../sarg.ts';
import { isComparisonKind, oppositeKind, reverseKind } from './comparison-term.ts';

/** The terms on one expression, collected into one Sarg (Calcite's `RexSargBuilder`). */
class SargBuilder {
  readonly ref: RexNode;
  readonly negated: boolean;
  ranges: Ranges = NO_RANGES;
  nullAs: UnknownAs = 'FALSE';
  hasSarg = false;
  mergedSarg = false;
  private readonly types: SqlType[] = [];

  constructor(ref: RexNode, negated: boolean) {
    this.ref = ref;
    this.negated = negated;
  }

  addComparison(kind: SqlKind, literal: RexLiteral): void {
    this.types.push(literal.type);
    this.ranges = unionRanges(this.ranges, comparisonRanges(this.negated ? oppositeKind(kind) : kind, literal.value));
    this.mergedSarg ||= this.hasSarg;
    this.nullAs = orUnknownAs(this.nullAs, 'UNKNOWN');
  }

  addSarg(sarg: Sarg, type: SqlType): void {
    const added = this.negated ? negateSarg(sarg) : sarg;
    this.types.push(type);
    this.ranges = unionRanges(this.ranges, added.ranges);
    this.mergedSarg ||= this.ranges.length > 0;
    this.hasSarg = true;
    this.nullAs = orUnknownAs(this.nullAs, added.nullAs);
  }

  addNullTest(acceptsNull: boolean): void {
    if (acceptsNull) {
      this.nullAs = 'TRUE';
    } else {
      this.nullAs = orUnknownAs(this.nullAs, 'FALSE');
      this.ranges = ALL_RANGES;
    }
  }

  /** The collected Sarg as it is, without regard to negation. */
  get collected(): Sarg {
    return makeSarg(this.ranges, this.nullAs);
  }

  get sarg(): Sarg {
    return this.negated ? negateSarg(this.collected) : this.collected;
  }

  /** Common type of the constants; of the expression itself if there were only null tests. */
  get type(): SqlType {
    if (this.types.length === 0) return this.ref.type;
    const type = leastRestrictive(this.types);
    if (!type) throw new Error("Can't find leastRestrictive type among the constants of a search argument");
    return type;
  }
}

type Term = RexNode | SargBuilder;

function isSimple(sarg: Sarg): boolean {
  return isPointsSarg(sarg) || isOpenInterval(sarg.ranges) || isComplementedPoints(sarg);
}

/** Only plain columns, their fields and casts are searched. */
function isSearchable(e: RexNode): boolean {
  return e.rex === 'inputRef' || e.rex === 'fieldAccess' || isCallOf(e, 'CAST');
}

/**
 * Joins the comparisons, null tests and SEARCH calls on one expression among the terms of an OR, or with `conjunction` of an AND, into one
 * SEARCH standing where the first of them stood (Calcite's `SargCollector`). Undefined if that would not make the terms simpler.
 */
export function collectSargs(terms: readonly RexNode[], conjunction: boolean, u: UnknownAs): RexNode[] | undefined {
  const result: Term[] = [];
  const builders = new Map<string, SargBuilder>();
  const builderOf = (ref: RexNode): SargBuilder => {
    const key = rexKey(ref);
    let builder = builders.get(key);
    if (!builder) {
      builder = new SargBuilder(ref, conjunction);
      builders.set(key, builder);
      result.push(builder);
    }
    return builder;
  };
  for (const term of terms) if (!collect(term, builderOf)) result.push(term);
  const list = [...builders.values()];
  const worthIt =
    list.some((b) => sargComplexity(b.collected) > 1 || b.mergedSarg) || (result.length === 1 && list.every((b) => isSimple(b.sarg)));
  return worthIt ? result.map((t) => (t instanceof SargBuilder ? finish(t, u) : t)) : undefined;
}

function collect(term: RexNode, builderOf: (ref: RexNode) => SargBuilder): boolean {
  if (term.rex !== 'call') return false;
  const [left, right] = term.operands;
  const { kind } = term.op;
  if (kind === 'IS_NULL' || kind === 'IS_NOT_NULL') {
    const builder = builderOf(left as RexNode);
    builder.addNullTest((kind === 'IS_NULL') !== builder.negated);
    return true;
  }
  if (!left || !right) return false;
  if (kind === 'SEARCH') {
    if (!isSearchable(left) || right.rex !== 'literal' || right.value.kind !== 'sarg') return false;
    builderOf(left).addSarg(right.value.value, right.type);
    return true;
  }
  if (!isComparisonKind(kind)) return false;
  if (isSearchable(left) && right.rex === 'literal') {
    if (right.value.kind === 'null') return false;
    builderOf(left).addComparison(kind, right);
    return true;
  }
  if (left.rex === 'literal' && isSearchable(right)) {
    if (left.value.kind === 'null') return false;
    builderOf(right).addComparison(reverseKind(kind), left);
    return true;
  }
  return false;
}

function finish(b: SargBuilder, u: UnknownAs): RexNode {
  const { sarg } = b;
  // Small ones read better as comparisons.
  return sargComplexity(sarg) <= 1 && isSimple(sarg) ? expandSarg(b.ref, sarg, b.type, u) : searchCall(b.ref, sarg, b.type);
}
