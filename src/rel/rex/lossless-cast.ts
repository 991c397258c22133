import type { SqlType } from '../../types/sql-type.ts';
import type { RexNode } from './rex-node.ts';
import { exactDigits } from '../../types/numeric-types.ts';
import { familyOf, isApproximateNumeric, isCharacter, isExactNumeric, isIntegral, isNumeric } from '../../types/sql-type.ts';
import { isCallOf } from './rex-node.ts';

/** True if every value of `source` can be got back from the cast to `target` (`RexUtil.isLosslessCast`); not complete. */
export function isLosslessCastType(source: SqlType, target: SqlType): boolean {
  if (isIntegral(source) && isIntegral(target)) return exactDigits(target).precision >= exactDigits(source).precision;
  if (isCharacter(source) && isCharacter(target)) {
    return !(source.name === 'VARCHAR' && target.name === 'CHAR') && (source.precision ?? 0) <= (target.precision ?? 0);
  }
  if (isNumeric(source) && isCharacter(target)) {
    // Calcite takes the missing scale of approximate numbers for a huge negative one: any length will do.
    if (isApproximateNumeric(source)) return true;
    const { precision, scale } = exactDigits(source);
    return (target.precision ?? 0) >= precision + 1 + (scale === 0 ? 0 : scale + 1);
  }
  return false;
}

export function isLosslessCast(e: RexNode): boolean {
  return isCallOf(e, 'CAST') && isLosslessCastType((e.operands[0] as RexNode).type, e.type);
}

/** True if a value of `from` can be put into `to` without a change, so that a cast is a widening (`RexUtil.canAssignFrom`). */
export function isWideningCast(to: SqlType, from: SqlType): boolean {
  if (familyOf(to) !== familyOf(from)) return false;
  if (isNumeric(to)) {
    if (isExactNumeric(to) && isExactNumeric(from)) {
      // Integers have no scale: less than the scale of any DECIMAL.
      const scale = (t: SqlType): number => (t.name === 'DECIMAL' ? (t.scale ?? 0) : -1);
      return exactDigits(to).precision >= exactDigits(from).precision && scale(to) >= scale(from);
    }
    return isApproximateNumeric(to) && isApproximateNumeric(from);
  }
  return (to.precision ?? -1) >= (from.precision ?? -1);
}
