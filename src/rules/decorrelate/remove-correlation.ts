import type { CorrelationMap } from '../../rel/decorrelate/correlation-map.ts';
import type { Correlate } from '../../rel/core/correlate.ts';
import type { RexInputRef, RexNode } from '../../rel/rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { withNullability } from '../../types/sql-type.ts';
import { makeCast } from '../../rel/rex/rex-builder.ts';
import { call, exactLiteral, inputRef, nullLiteral } from '../../rel/rex/rex-factory.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import { mapChildren } from '../../rel/rex/rex-visit.ts';
import { CASE, IS_NULL } from '../../rel/rex/standard-operators.ts';

export interface RemoveOptions {
  readonly map: CorrelationMap;
  readonly correlate: Correlate;
  /** The expressions come out of the side of a left join that is padded with nulls. */
  readonly padded: boolean;
  /** A column that is null exactly in padded rows: then constants and outer fields must become null as well. */
  readonly nullIndicator?: RexInputRef;
  /** Columns of the right side that are counts: a padded row has counted nothing. */
  readonly counts?: ReadonlySet<number>;
}

function nullable(type: SqlType): SqlType {
  return withNullability(type, true);
}

/** `CASE WHEN indicator IS NULL THEN value ELSE e END`. */
function unlessNull(indicator: RexInputRef, e: RexNode, value?: RexNode): RexNode {
  return call(CASE, [
    call(IS_NULL, [inputRef(indicator.index, nullable(indicator.type))]),
    value ? makeCast(e.type, value) : nullLiteral(e.type),
    makeCast(nullable(e.type), e),
  ]);
}

/**
 * An expression of a correlate's right side as one over both sides: correlated fields are fields of the left row, own fields stand behind
 * them (Calcite's `RemoveCorrelationRexShuttle`).
 */
export function removeCorrelation(root: RexNode, o: RemoveOptions): RexNode {
  const leftCount = o.correlate.left.rowType.fields.length;
  const guarded = (e: RexNode): RexNode => (o.padded && o.nullIndicator ? unlessNull(o.nullIndicator, e) : e);
  const visit = (e: RexNode): RexNode => {
    switch (e.rex) {
      case 'fieldAccess':
        return o.map.refOf(e) ? guarded(inputRef(e.fieldIndex, e.type)) : e;
      case 'inputRef': {
        const ref = inputRef(leftCount + e.index, o.padded ? nullable(e.type) : e.type);
        return o.counts?.has(e.index) ? unlessNull(ref, ref, exactLiteral(0)) : ref;
      }
      case 'literal':
        return e.value.kind === 'null' || e.value.kind === 'symbol' ? e : guarded(e);
      case 'call': {
        const operands = e.operands.map(visit);
        if (operands.every((x, i) => x === e.operands[i])) return guarded(e);
        return guarded(isCallOf(e, 'CAST') ? call(e.op, operands, e.type) : call(e.op, operands));
      }
      default:
        return mapChildren(e, visit);
    }
  };
  return visit(root);
}
