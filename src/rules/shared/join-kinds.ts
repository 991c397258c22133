import type { Join } from '../../rel/core/join.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { WindowProperties } from '../../rel/physical/windowing.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { Snapshot } from '../../rel/core/snapshot.ts';
import { sameWindowSpec } from '../../rel/physical/windowing.ts';
import { someRex } from '../../rel/rex/rex-visit.ts';
import { TEMPORAL_JOIN_CONDITION } from '../../rel/rex/standard-operators.ts';
import { intervalConditionOf } from './interval-bounds.ts';
import { containsTemporalCondition } from './temporal-join-condition.ts';

/** `true`, or why the join is no temporal join (Flink's `satisfyTemporalJoin`). */
export function whyNoTemporalJoin(join: Join): true | string {
  if (!containsTemporalCondition(join.condition)) return 'the condition holds no temporal marker';
  if (join.joinType === 'inner') return true;
  if (isTemporalFunctionJoin(join.condition)) return 'a join with a temporal table function must be INNER';
  return join.joinType === 'left' ? true : 'a temporal join must be INNER or LEFT';
}

/** The marker of a temporal table function has no join keys: two operands by processing time, three by event time. */
export function isTemporalFunctionJoin(condition: RexNode): boolean {
  return someRex(condition, (e) => e.rex === 'call' && e.op.name === TEMPORAL_JOIN_CONDITION.name && e.operands.length <= 3);
}

/** Window keys of both sides of a join that runs window by window. */
export interface WindowJoinKeys {
  readonly leftStart: readonly number[];
  readonly leftEnd: readonly number[];
  readonly rightStart: readonly number[];
  readonly rightEnd: readonly number[];
  readonly left: WindowProperties;
  readonly right: WindowProperties;
}

/** The window keys, or why the join cannot run window by window and becomes a regular one (Flink's `WindowJoinUtil`). */
export function windowJoinKeys(join: Join): WindowJoinKeys | string {
  const { mq } = join.cluster;
  const left = mq.windowProperties(join.left);
  const right = mq.windowProperties(join.right);
  if (!left || !right) return 'a side has no window of a table-valued function';
  const keys = { leftStart: [] as number[], leftEnd: [] as number[], rightStart: [] as number[], rightEnd: [] as number[] };
  const info = joinInfoOf(join);
  info.left.forEach((l, i) => {
    const r = info.right[i] ?? -1;
    if (left.start.includes(l) && right.start.includes(r)) {
      keys.leftStart.push(l);
      keys.rightStart.push(r);
    } else if (left.end.includes(l) && right.end.includes(r)) {
      keys.leftEnd.push(l);
      keys.rightEnd.push(r);
    }
  });
  if (keys.leftStart.length === 0 || keys.leftEnd.length === 0) return 'the condition does not equate both window_start and window_end';
  if (left.timeType.digest !== right.timeType.digest) return 'the windows have different time attribute types';
  if (!sameWindowSpec(left.spec, right.spec)) return 'the windows differ';
  return { ...keys, left, right };
}

/** `true`, or which special kind of join it is (Flink's `satisfyRegularJoin`). */
export function whyNoRegularJoin(join: Join, right: RelNode): true | string {
  if (right.stripped() instanceof Snapshot) return 'the right side is a snapshot';
  if (whyNoTemporalJoin(join) === true) return 'it is a temporal join';
  if (typeof intervalConditionOf(join) !== 'string') return 'it is an interval join';
  return typeof windowJoinKeys(join) === 'string' ? true : 'it is a window join';
}
