import type { JoinType } from '../core/join.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { PhysicalJoin } from './physical-join.ts';

const TEMPORAL_CONDITION = '__TEMPORAL_JOIN_CONDITION';
const KEY_OPERATORS = new Set(['__TEMPORAL_JOIN_CONDITION_PRIMARY_KEY', '__TEMPORAL_JOIN_LEFT_KEY', '__TEMPORAL_JOIN_RIGHT_KEY']);

/** Flink's `StreamPhysicalTemporalJoin`: each left row meets the version of the right row that was valid at its time. */
export class StreamPhysicalTemporalJoin extends PhysicalJoin {
  readonly typeName = 'StreamPhysicalTemporalJoin';

  /** True for joins by event time: the temporal condition names a time of the right side too. */
  get requireWatermark(): boolean {
    return this.joinInfo.nonEqui.some(isRowtimeCondition);
  }

  /** True for a join with a temporal table function: its condition does not repeat the join keys (Flink's `isTemporalFunctionJoin`). */
  get isTemporalFunctionJoin(): boolean {
    return this.joinInfo.nonEqui.some(isFunctionCondition);
  }

  override copyJoin(traits: TraitSet, condition: RexNode, left: RelNode, right: RelNode, joinType: JoinType): StreamPhysicalTemporalJoin {
    return new StreamPhysicalTemporalJoin(this.cluster, traits, left, right, { condition, joinType });
  }
}

function isFunctionCondition(e: RexNode): boolean {
  if (e.rex !== 'call') return false;
  return e.op.name === TEMPORAL_CONDITION ? e.operands.length <= 3 : e.operands.some(isFunctionCondition);
}

function isRowtimeCondition(e: RexNode): boolean {
  if (e.rex !== 'call') return false;
  if (e.op.name !== TEMPORAL_CONDITION) return e.operands.some(isRowtimeCondition);
  const times = e.operands.filter((o) => o.rex !== 'call' || !KEY_OPERATORS.has(o.op.name));
  return times.length === 2;
}
