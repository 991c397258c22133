import type { SqlType } from '../../../types/sql-type.ts';
import type { RexCall, RexNode } from '../rex-node.ts';
import type { Simplifier } from './contract.ts';
import { isBinary, isCharacter, isExactNumeric, isNumeric, isTimestamp } from '../../../types/sql-type.ts';
import { isLosslessCast, isLosslessCastType } from '../lossless-cast.ts';
import { canRetypeLiteral, makeCast } from '../rex-builder.ts';
import { isSameOrNarrower } from './case.ts';

/** CAST (`RexSimplify.simplifyCast`). */
export function simplifyCast(s: Simplifier, e: RexCall): RexNode {
  const before = e.operands[0] as RexNode;
  const operand = s.simplify(before, 'UNKNOWN');
  if (isSameOrNarrower(e.type, operand.type)) return operand;
  if (operand.rex === 'call' && isLosslessCast(operand)) {
    const inner = operand.operands[0] as RexNode;
    // A fixed-length cast in between pads the text, so both casts may only go if the innermost text was CHAR.
    if ((inner.type.name === 'CHAR' || operand.type.name !== 'CHAR') && isSameOrNarrower(e.type, inner.type)) return inner;
    if (
      isLosslessCastType(inner.type, operand.type) &&
      (e.type.name === operand.type.name || e.type.name === 'CHAR' || operand.type.name !== 'CHAR') &&
      canCoerce(inner.type, e.type)
    ) {
      return makeCast(e.type, inner);
    }
  }
  if (operand.rex === 'literal') {
    if (canRetypeLiteral(e.type, operand)) return makeCast(e.type, operand);
    if (operand.value.kind === 'time' && e.type.name === 'TIMESTAMP') return e;
    const cast = makeCast(e.type, operand);
    return s.executor?.reduce([cast])[0] ?? cast;
  }
  return operand === before ? e : makeCast(e.type, operand);
}

/** Whether Calcite's `SqlTypeCoercionRule` has an entry, for the source types of lossless casts. */
function canCoerce(to: SqlType, from: SqlType): boolean {
  if (isNumeric(to)) return isNumeric(from) || isCharacter(from) || isTimestamp(from) || (isExactNumeric(to) && from.name === 'INTERVAL');
  return (
    isCharacter(from) ||
    isNumeric(from) ||
    isBinary(from) ||
    isTimestamp(from) ||
    from.name === 'BOOLEAN' ||
    from.name === 'DATE' ||
    from.name === 'TIME' ||
    from.name === 'INTERVAL'
  );
}
