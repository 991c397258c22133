import type { RexFieldAccess, RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { mapRex } from '../../rel/rex/rex-visit.ts';

/**
 * A condition of a correlate's right side as a condition of a join of both sides: `$cor.field` becomes a reference to the left row, a
 * reference to the right row moves behind the left fields.
 */
export function decorrelateCondition(condition: RexNode, left: RowType, correlationId: number): RexNode {
  const leftCount = left.fields.length;
  return mapRex(condition, (e) => {
    if (e.rex === 'fieldAccess' && isCorrelatedField(e, correlationId)) return inputRef(e.fieldIndex, e.type);
    if (e.rex === 'inputRef') return inputRef(leftCount + e.index, e.type);
    return undefined;
  });
}

/** True for `$corN.field` of the given correlation. */
export function isCorrelatedField(e: RexNode, correlationId: number): e is RexFieldAccess {
  return e.rex === 'fieldAccess' && e.ref.rex === 'correlVariable' && e.ref.id === correlationId;
}
