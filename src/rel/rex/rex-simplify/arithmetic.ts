import type { RexCall, RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';
import type { Simplifier } from './contract.ts';
import { compareDecimal, DECIMAL_ONE, DECIMAL_ZERO } from '../../../types/decimal.ts';
import { isNumeric, sameType } from '../../../types/sql-type.ts';
import { makeCast } from '../rex-builder.ts';
import { call, withOperands } from '../rex-factory.ts';
import { rexListEquals } from '../rex-key.ts';
import { isCallOf } from '../rex-node.ts';
import { EQUALS } from '../standard-operators.ts';
import { simplifyList } from './contract.ts';

/** A call without rules of its own: its operands simplified (`RexSimplify.simplifyGenericNode`). */
export function simplifyOperands(s: Simplifier, e: RexCall): RexNode {
  const operands = simplifyList(s, e.operands, 'UNKNOWN');
  return rexListEquals(e.operands, operands) ? e : withOperands(e, operands);
}

/** Position of an operand that is the number 0 or 1, whatever its type and scale. */
function indexOfNumber(operands: readonly RexNode[], value: typeof DECIMAL_ZERO): number {
  return operands.findIndex(
    (o) =>
      o.rex === 'literal' &&
      (o.value.kind === 'decimal' || o.value.kind === 'double' || o.value.kind === 'bigint') &&
      compareDecimal(o.value.value, value) === 0,
  );
}

/** Removes a neutral operand: `x + 0`, `x - 0`, `x * 1`, `x / 1`; literals are not computed here (`RexSimplify.simplifyArithmetic`). */
export function simplifyArithmetic(s: Simplifier, e: RexCall): RexNode {
  if (!isNumeric(e.type)) return simplifyOperands(s, e);
  const { kind } = e.op;
  const index = indexOfNumber(e.operands, kind === 'PLUS' || kind === 'MINUS' ? DECIMAL_ZERO : DECIMAL_ONE);
  const commutes = kind === 'PLUS' || kind === 'TIMES';
  if (index < 0 || (!commutes && index !== 1)) return simplifyOperands(s, e);
  const other = e.operands[1 - index] as RexNode;
  return sameType(other.type, e.type) ? other : makeCast(e.type, other);
}

/** `-(-x)` is x. */
export function simplifyMinusPrefix(s: Simplifier, e: RexCall, u: UnknownAs): RexNode {
  const x = e.operands[0] as RexNode;
  return isCallOf(x, 'MINUS_PREFIX') ? s.simplify(x.operands[0] as RexNode, u) : simplifyOperands(s, e);
}

/** `x LIKE '%'` is `x = x`. */
export function simplifyLike(s: Simplifier, e: RexCall, u: UnknownAs): RexNode {
  const [x, pattern] = e.operands;
  if (x && pattern?.rex === 'literal' && pattern.value.kind === 'char' && pattern.value.value === '%') {
    return s.simplify(call(EQUALS, [x, x]), u);
  }
  return simplifyOperands(s, e);
}
