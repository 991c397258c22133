import type { RexCall, RexNode } from '../rel/rex/rex-node.ts';
import type { SqlType } from '../types/sql-type.ts';
import { isProctime, isRowtime, isTimeIndicator, timestampLtzType, timestampType } from '../types/sql-type.ts';
import { makeAbstractCast } from '../rel/rex/rex-builder.ts';
import { call, inputRef } from '../rel/rex/rex-factory.ts';
import { mapChildren } from '../rel/rex/rex-visit.ts';
import { PROCTIME_MATERIALIZE } from '../rel/rex/standard-operators.ts';

/** The plain type of a time attribute: TIMESTAMP(3) or TIMESTAMP_LTZ(3), nullability kept. */
export function plainTimestamp(t: SqlType): SqlType {
  return t.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE' ? timestampLtzType(3, t.nullable) : timestampType(3, t.nullable);
}

/** A time attribute as a value: a cast for rowtime, a reading of the clock for proctime; other expressions stay. */
export function materialized(e: RexNode): RexNode {
  if (isRowtime(e.type)) return makeAbstractCast(plainTimestamp(e.type), e);
  return isProctime(e.type) ? call(PROCTIME_MATERIALIZE, [e]) : e;
}

const GROUP_WINDOWS = new Set(['$TUMBLE', '$HOP', '$SESSION']);
/** Calls whose result stays a time attribute. */
const KEEPING = new Set([
  'TUMBLE_ROWTIME',
  'TUMBLE_PROCTIME',
  'HOP_ROWTIME',
  'HOP_PROCTIME',
  'SESSION_ROWTIME',
  'SESSION_PROCTIME',
  'MATCH_ROWTIME',
  'MATCH_PROCTIME',
  'PROCTIME',
  'AS',
  'CAST',
  'Reinterpret',
]);

/**
 * An expression over a row whose time attributes may have been materialised (Flink's `RexTimeIndicatorMaterializer`): references take the
 * type of the row, functions get values instead of time attributes.
 */
export function materializeExpression(e: RexNode, inputTypes: readonly SqlType[]): RexNode {
  if (e.rex === 'inputRef' || e.rex === 'patternFieldRef') {
    const type = inputTypes[e.index];
    if (!isTimeIndicator(e.type) || !type || isTimeIndicator(type)) return e;
    return e.rex === 'inputRef' ? inputRef(e.index, type) : { ...e, type };
  }
  const updated = mapChildren(e, (child) => materializeExpression(child, inputTypes));
  return updated.rex === 'call' && e.rex === 'call' ? materializeCall(e, updated) : updated;
}

function materializeCall(original: RexCall, updated: RexCall): RexNode {
  if (isFinalOnMatchTime(original)) return updated;
  const operands = GROUP_WINDOWS.has(updated.op.name) ? updated.operands : updated.operands.map(materialized);
  if (!isTimeIndicator(updated.type)) return withOperandsIfChanged(updated, operands, updated.type);
  return KEEPING.has(updated.op.name) ? updated : withOperandsIfChanged(updated, operands, plainTimestamp(updated.type));
}

function withOperandsIfChanged(e: RexCall, operands: readonly RexNode[], type: SqlType): RexCall {
  const same = type === e.type && operands.every((o, i) => o === e.operands[i]);
  return same ? e : { rex: 'call', op: e.op, operands, type };
}

/** `FINAL(MATCH_ROWTIME(…))` takes a time attribute out of a match. */
function isFinalOnMatchTime(e: RexCall): boolean {
  const [x] = e.operands;
  return e.op.kind === 'FINAL' && x?.rex === 'call' && (x.op.name === 'MATCH_ROWTIME' || x.op.name === 'MATCH_PROCTIME');
}
