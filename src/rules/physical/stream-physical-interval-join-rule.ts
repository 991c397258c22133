import { tableError, validationError } from '../../base/diagnostic.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import { StreamPhysicalIntervalJoin } from '../../rel/physical/stream-physical-interval-join.ts';
import { TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { isRowtime, shortTypeText } from '../../types/sql-type.ts';
import { defineRule, some } from '../../planner/rule.ts';
import { intervalConditionOf } from '../shared/interval-bounds.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { anyLogicalRel } from './flink-logical-rel.ts';

/**
 * The interval join (Flink's `StreamPhysicalIntervalJoinRule`, which prints the name of its base). Bounds on both times let the operator
 * forget rows. Equal keys that are the times themselves do not shuffle.
 */
export const StreamPhysicalIntervalJoinRule = defineRule({
  description: 'StreamPhysicalJoinRuleBase',
  operand: some(FlinkLogicalJoin, [anyLogicalRel(), anyLogicalRel()]),
  identity: 'StreamPhysicalIntervalJoinRule',
  explain: { summary: 'A join whose condition bounds the distance of both times becomes an interval join, which can forget old rows.' },
  matches: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const interval = intervalConditionOf(join);
    if (typeof interval === 'string') return interval;
    const { bounds } = interval;
    const left = join.left.rowType.fields[bounds.leftTimeIndex]?.type;
    const right = join.right.rowType.fields[bounds.rightTimeIndex]?.type;
    if (bounds.isEventTime && left && right && left.name !== right.name) {
      throw validationError(
        'plan/interval-join',
        'Interval join with rowtime attribute requires same rowtime types, but the types are ' +
          `${shortTypeText(left)} and ${shortTypeText(right)}.`,
      );
    }
    if (!bounds.isEventTime && join.rowType.fields.some((f) => isRowtime(f.type))) {
      throw tableError(
        'plan/interval-join',
        'Interval join with proctime attribute requires no event-time attributes are in the join inputs.',
      );
    }
    return true;
  },
  onMatch: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const interval = intervalConditionOf(join);
    if (typeof interval === 'string') return;
    const { bounds, remaining } = interval;
    const info = joinInfoOf(join);
    const left = inputByKeys(
      call,
      call.rel(1),
      info.left.filter((k) => k !== bounds.leftTimeIndex),
    );
    const right = inputByKeys(
      call,
      call.rel(2),
      info.right.filter((k) => k !== bounds.rightTimeIndex),
    );
    call.transformTo(
      new StreamPhysicalIntervalJoin(join.cluster, physicalTraits(join), left, right, {
        condition: remaining ?? TRUE_LITERAL,
        joinType: join.joinType,
        originalCondition: join.condition,
        windowBounds: bounds,
      }),
    );
  },
});
