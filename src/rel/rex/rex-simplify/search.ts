import type { RexCall, RexLiteral, RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';
import type { Simplifier } from './contract.ts';
import { expandSearch, simpleSarg } from '../expand-search.ts';
import { sargLiteral, withOperands } from '../rex-factory.ts';
import { isAlwaysFalse, sargOf } from '../rex-node.ts';
import { isAllSarg, isNoneSarg, isPointsSarg, makeSarg } from '../sarg.ts';
import { simplifyIsTest } from './null-tests.ts';

/** SEARCH over everything, nothing or one point; null handling that the argument does not need (`RexSimplify.simplifySearch`). */
export function simplifySearch(s: Simplifier, e: RexCall, u: UnknownAs): RexNode {
  const [ref, sargNode] = e.operands;
  if (!ref || sargNode?.rex !== 'literal') return e;
  const sarg = sargOf(e);
  if (isAllSarg(sarg) || isNoneSarg(sarg)) return s.simplify(simpleSarg(ref, sarg, u), u);
  if (sarg.nullAs !== 'UNKNOWN') {
    const isNull = simplifyIsTest(s, 'IS_NULL', ref, u);
    if (isNull && isAlwaysFalse(isNull)) return simplifySearch(s, withSarg(e, makeSarg(sarg.ranges, 'UNKNOWN')), u);
  } else if (isPointsSarg(sarg) && sarg.ranges.length <= 1) {
    return expandSearch(e);
  }
  return e;
}

/** The same SEARCH with another Sarg; type and literal type stay. */
export function withSarg(e: RexCall, sarg: ReturnType<typeof makeSarg>): RexCall {
  const literal = e.operands[1] as RexLiteral;
  return withOperands(e, [e.operands[0] as RexNode, sargLiteral(sarg, literal.type)]);
}
