import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { WindowJoinKeys } from '../shared/join-kinds.ts';
import type { WindowProperties, Windowing } from '../../rel/physical/windowing.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import { StreamPhysicalWindowJoin } from '../../rel/physical/stream-physical-window-join.ts';
import { composeConjunction } from '../../rel/rex/conditions.ts';
import { call as makeCall, inputRef } from '../../rel/rex/rex-factory.ts';
import { EQUALS, IS_NOT_DISTINCT_FROM } from '../../rel/rex/standard-operators.ts';
import { defineRule, some } from '../../planner/rule.ts';
import { windowJoinKeys } from '../shared/join-kinds.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';
import { anyLogicalRel } from './flink-logical-rel.ts';

/** A join that equates the windows of both sides runs window by window. Different windows fall back to a regular join without a word. */
export const StreamPhysicalWindowJoinRule = defineRule({
  description: 'StreamPhysicalWindowJoinRule',
  operand: some(FlinkLogicalJoin, [anyLogicalRel(), anyLogicalRel()]),
  explain: {
    summary: 'A join that equates window_start and window_end of equal windows becomes a window join, emptied when a window ends.',
  },
  matches: (call) => {
    const keys = windowJoinKeys(call.rel<FlinkLogicalJoin>(0));
    return typeof keys === 'string' ? keys : true;
  },
  onMatch: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const keys = windowJoinKeys(join);
    if (typeof keys === 'string') return;
    const rest = remainingKeys(join, keys);
    call.transformTo(
      new StreamPhysicalWindowJoin(
        join.cluster,
        physicalTraits(join),
        inputByKeys(call, call.rel(1), rest.left),
        inputByKeys(call, call.rel(2), rest.right),
        {
          condition: rest.condition,
          joinType: join.joinType,
          leftWindowing: attached(keys.left, keys.leftStart, keys.leftEnd),
          rightWindowing: attached(keys.right, keys.rightStart, keys.rightEnd),
        },
      ),
    );
  },
});

function attached(p: WindowProperties, start: readonly number[], end: readonly number[]): Windowing {
  const { spec, timeType, isRowtime } = p;
  return { spec, timeType, isRowtime, columns: { by: 'window', startIndex: start[0], endIndex: end[0] ?? 0 } };
}

/** Keys and condition without the equalities of the windows. */
function remainingKeys(join: FlinkLogicalJoin, keys: WindowJoinKeys): { left: number[]; right: number[]; condition: RexNode } {
  const info = joinInfoOf(join);
  const left: number[] = [];
  const right: number[] = [];
  const conditions: RexNode[] = [];
  const leftFields = join.left.rowType.fields;
  info.left.forEach((l, i) => {
    const r = info.right[i];
    const leftType = leftFields[l]?.type;
    const rightType = r === undefined ? undefined : join.right.rowType.fields[r]?.type;
    if (r === undefined || !leftType || !rightType || keys.leftStart.includes(l) || keys.leftEnd.includes(l)) return;
    left.push(l);
    right.push(r);
    const op = info.filterNulls[i] ? EQUALS : IS_NOT_DISTINCT_FROM;
    conditions.push(makeCall(op, [inputRef(l, leftType), inputRef(leftFields.length + r, rightType)]));
  });
  return { left, right, condition: composeConjunction([...conditions, ...info.nonEqui]) };
}
