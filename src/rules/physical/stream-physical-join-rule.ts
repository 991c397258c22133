import { InvariantError } from '../../base/assert.ts';
import { tableError } from '../../base/diagnostic.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import { FlinkLogicalSnapshot } from '../../rel/flink-logical/flink-logical-snapshot.ts';
import { StreamPhysicalJoin } from '../../rel/physical/stream-physical-join.ts';
import { isTimeIndicator } from '../../types/sql-type.ts';
import { defineRule, some } from '../../planner/rule.ts';
import { whyNoRegularJoin } from '../shared/join-kinds.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { anyLogicalRel } from './flink-logical-rel.ts';

/**
 * A join without time: both sides are kept in state for ever. Time attributes must have been materialised, since a late partner would
 * carry a time that is long past.
 */
export const StreamPhysicalJoinRule = defineRule({
  description: 'StreamPhysicalJoinRule',
  operand: some(FlinkLogicalJoin, [anyLogicalRel(), anyLogicalRel()]),
  explain: {
    summary: 'A join that is neither temporal nor bounded by time becomes a regular join; both sides are shuffled by the equal keys.',
  },
  matches: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const why = whyNoRegularJoin(join, call.rel(2));
    if (why !== true) return why;
    if (call.rel(1) instanceof FlinkLogicalSnapshot) {
      throw tableError('plan/temporal-join', 'Temporal table join only support apply FOR SYSTEM_TIME AS OF on the right table.');
    }
    if (join.rowType.fields.some((f) => isTimeIndicator(f.type))) throw new InvariantError('a time attribute is left in a regular join');
    return true;
  },
  onMatch: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const info = joinInfoOf(join);
    const left = inputByKeys(call, call.rel(1), info.left);
    const right = inputByKeys(call, call.rel(2), info.right);
    const { condition, joinType, hints } = join;
    call.transformTo(new StreamPhysicalJoin(join.cluster, physicalTraits(join), left, right, { condition, joinType, hints }));
  },
});
