import type { RexNode } from '../../rel/rex/rex-node.ts';
import { INITIAL_TEMPORAL_JOIN_CONDITION, TEMPORAL_JOIN_CONDITION } from '../../rel/rex/standard-operators.ts';
import { someRex } from '../../rel/rex/rex-visit.ts';

function isCallNamed(e: RexNode, name: string): boolean {
  return e.rex === 'call' && e.op.name === name;
}

/** The marker that the temporal rewrite leaves until the versioned side's key is known. */
export function containsInitialTemporalCondition(condition: RexNode): boolean {
  return someRex(condition, (e) => isCallNamed(e, INITIAL_TEMPORAL_JOIN_CONDITION.name));
}

/** Either form of the marker. */
export function containsTemporalCondition(condition: RexNode): boolean {
  return someRex(condition, (e) => isCallNamed(e, INITIAL_TEMPORAL_JOIN_CONDITION.name) || isCallNamed(e, TEMPORAL_JOIN_CONDITION.name));
}

/**
 * The event-time form of the first marker: left time, right time, left keys, right keys. No filter may move below such a join, since that
 * would take versions away.
 */
export function isInitialRowtimeTemporalJoin(condition: RexNode): boolean {
  return someRex(condition, (e) => e.rex === 'call' && e.op.name === INITIAL_TEMPORAL_JOIN_CONDITION.name && e.operands.length === 4);
}
