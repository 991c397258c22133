import type { LiteralValue, RexNode } from './rex-node.ts';
import { isAssignable, leastRestrictive } from '../../types/least-restrictive.ts';
import { composeDisjunction } from './conditions.ts';
import { call, sargLiteral } from './rex-factory.ts';
import { makeSarg, point, unionRanges, type Ranges } from './sarg.ts';
import { EQUALS, SEARCH } from './standard-operators.ts';

/** Values of the literals, or undefined if one of them is none or is null. */
function literalValues(list: readonly RexNode[]): readonly LiteralValue[] | undefined {
  const values: LiteralValue[] = [];
  for (const e of list) {
    if (e.rex !== 'literal' || e.value.kind === 'null') return undefined;
    values.push(e.value);
  }
  return values.length === 0 ? undefined : values;
}

/**
 * `e IN (v, …)` as one expression (Calcite's `RexBuilder.makeIn`): a SEARCH over points where all values are literals that fit the type of
 * `e`, else a disjunction of equalities.
 */
export function makeIn(e: RexNode, values: readonly RexNode[]): RexNode {
  const points = values.every((v) => isAssignable(e.type, v.type)) ? literalValues(values) : undefined;
  const type = points && leastRestrictive(values.map((v) => v.type));
  if (points && type) {
    const ranges = points.reduce<Ranges>((all, v) => unionRanges(all, [point(v)]), []);
    return call(SEARCH, [e, sargLiteral(makeSarg(ranges, 'UNKNOWN'), type)]);
  }
  return composeDisjunction(values.map((v) => call(EQUALS, [e, v])));
}
