import { InvariantError } from '../../base/assert.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import { FlinkLogicalSnapshot } from '../../rel/flink-logical/flink-logical-snapshot.ts';
import { StreamPhysicalTemporalJoin } from '../../rel/physical/stream-physical-temporal-join.ts';
import { defineRule, some } from '../../planner/rule.ts';
import { whyNoTemporalJoin } from '../shared/join-kinds.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { containsInitialTemporalCondition } from '../shared/temporal-join-condition.ts';
import { anyLogicalRel } from './flink-logical-rel.ts';

/** A join marked as temporal: the snapshot goes, its versions are kept in state by the join. */
export const StreamPhysicalTemporalJoinRule = defineRule({
  description: 'StreamPhysicalTemporalJoinRule',
  operand: some(FlinkLogicalJoin, [anyLogicalRel(), anyLogicalRel()]),
  explain: { summary: 'A join with the temporal marker becomes a temporal join; both sides are shuffled by the equal keys.' },
  matches: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const why = whyNoTemporalJoin(join);
    if (why !== true) return why;
    if (containsInitialTemporalCondition(join.condition)) throw new InvariantError('the first temporal marker was not rewritten');
    return true;
  },
  onMatch: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const right = call.rel(2);
    const versions = right instanceof FlinkLogicalSnapshot ? right.input() : right;
    const info = joinInfoOf(join);
    const { condition, joinType } = join;
    call.transformTo(
      new StreamPhysicalTemporalJoin(
        join.cluster,
        physicalTraits(join),
        inputByKeys(call, call.rel(1), info.left),
        inputByKeys(call, versions, info.right),
        { condition, joinType },
      ),
    );
  },
});
