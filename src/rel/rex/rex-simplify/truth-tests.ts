import type { RexNode } from '../rex-node.ts';
import type { Simplifier } from './contract.ts';
import { composeConjunction, not } from '../conditions.ts';
import { call, FALSE_LITERAL, TRUE_LITERAL } from '../rex-factory.ts';
import { isAlwaysFalse, isAlwaysTrue, isCallOf } from '../rex-node.ts';
import { IS_FALSE, IS_NOT_FALSE, IS_NOT_TRUE, IS_TRUE } from '../standard-operators.ts';
import { isEffectivelyNotNull } from './comparison-term.ts';

/** NOT, resolved for literals, De Morgan left alone (`RexUtil.not(rexBuilder, e)`). */
export function notOf(e: RexNode): RexNode {
  if (isAlwaysTrue(e)) return FALSE_LITERAL;
  return isAlwaysFalse(e) ? TRUE_LITERAL : not(e);
}

/** `e IS TRUE` in its simplest form. */
export function isTrue(s: Simplifier, e: RexNode): RexNode {
  if (isAlwaysTrue(e)) return TRUE_LITERAL;
  if (isAlwaysFalse(e)) return FALSE_LITERAL;
  if (isCallOf(e, 'NOT')) return isFalse(s, e.operands[0] as RexNode);
  return isEffectivelyNotNull(s, e) ? e : call(IS_TRUE, [e]);
}

/** `e IS FALSE` in its simplest form. */
export function isFalse(s: Simplifier, e: RexNode): RexNode {
  if (isAlwaysTrue(e)) return FALSE_LITERAL;
  if (isAlwaysFalse(e)) return TRUE_LITERAL;
  if (isCallOf(e, 'NOT')) return isTrue(s, e.operands[0] as RexNode);
  return isEffectivelyNotNull(s, e) ? notOf(e) : call(IS_FALSE, [e]);
}

/** `e IS NOT TRUE` in its simplest form. */
export function isNotTrue(s: Simplifier, e: RexNode): RexNode {
  if (isAlwaysTrue(e)) return FALSE_LITERAL;
  if (isAlwaysFalse(e)) return TRUE_LITERAL;
  if (isCallOf(e, 'NOT')) return isNotFalse(s, e.operands[0] as RexNode);
  return isEffectivelyNotNull(s, e) ? notOf(e) : call(IS_NOT_TRUE, [e]);
}

/** `e IS NOT FALSE` in its simplest form. */
export function isNotFalse(s: Simplifier, e: RexNode): RexNode {
  if (isAlwaysTrue(e)) return TRUE_LITERAL;
  if (isAlwaysFalse(e)) return FALSE_LITERAL;
  if (isCallOf(e, 'NOT')) return isNotTrue(s, e.operands[0] as RexNode);
  return isEffectivelyNotNull(s, e) ? e : call(IS_NOT_FALSE, [e]);
}

/** `e AND NOT n1 AND NOT n2 …` (`RexUtil.andNot`): a term `x = other literal` beside `x = literal` says nothing new and is left out. */
export function andNot(e: RexNode, notTerms: readonly RexNode[], sameRefOtherLiteral: (a: RexNode, b: RexNode) => boolean): RexNode {
  const useful = notTerms.filter((t) => !sameRefOtherLiteral(e, t));
  return composeConjunction([e, ...useful.map(notOf)]);
}
