import type { AggregateCall } from '../core/aggregate-call.ts';
import type { AggregateInfoList } from './aggregate-info.ts';
import type { RelNode } from '../rel-node.ts';
import { aggregateInfoList } from './aggregate-info.ts';

/** True if the node's input has updates or deletes (Flink's `AggregateUtil.needRetraction`); false before the changelog inference. */
export function needRetraction(node: RelNode): boolean {
  const { insert, update, delete: deletes } = node.input().traitSet.modifyKinds;
  return (update || deletes) && (insert || update || deletes);
}

/**
 * One flag a call: whether it must be able to undo rows. MIN over a value that only falls, and MAX over one that only rises, never need
 * to (Flink's `deriveAggCallNeedRetractions`).
 */
export function aggCallNeedRetractions(node: RelNode, groupCount: number, aggCalls: readonly AggregateCall[]): readonly boolean[] {
  const needed = needRetraction(node);
  const monotonicity = needed ? node.cluster.mq.modifiedMonotonicity(node) : undefined;
  return aggCalls.map((call, i) => {
    const m = monotonicity?.[groupCount + i];
    return needed && !(call.op.kind === 'MIN' && m === 'DECREASING') && !(call.op.kind === 'MAX' && m === 'INCREASING');
  });
}

/** The functions of a group aggregate (Flink's `AggregateUtil.deriveAggregateInfoList`). */
export function groupAggregateInfos(node: RelNode, groupCount: number, aggCalls: readonly AggregateCall[]): AggregateInfoList {
  return aggregateInfoList({
    input: node.input().rowType,
    aggCalls,
    needRetractions: aggCallNeedRetractions(node, groupCount, aggCalls),
    needInputCount: needRetraction(node),
  });
}
