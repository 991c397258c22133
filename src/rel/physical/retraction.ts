import type { AggregateCall } from '../core/aggregate-call.ts';
import type { AggregateInfoList } from './aggregate-info.ts';
import type { RelNode } from '../rel-node.ts';
import { aggregateInfoList } from './aggregate-info.ts';

/** True if the node's input has updates or deletes (Flink's `AggregateUtil.needRetraction`); false before the changelog inference. */
export function needRetraction(node: RelNode): boolean {
  const { insert, update, delete: deletes } = node.input().traitSet.modifyKinds;
  return (update || deletes) && (insert || update || deletes);
}

/** One flag a call, by what the node's own input sends. */
export function aggCallNeedRetractions(node: RelNode, groupCount: number, aggCalls: readonly AggregateCall[]): readonly boolean[] {
  return aggCallRetractionFlags(node, groupCount, { aggCalls, needRetraction: needRetraction(node) });
}

/**
 * One flag a call: whether it must be able to undo rows. MIN over a value that only falls, and MAX over one that only rises, never need
 * to (Flink's `deriveAggCallNeedRetractions`).
 */
export function aggCallRetractionFlags(
  node: RelNode,
  groupCount: number,
  o: { readonly aggCalls: readonly AggregateCall[]; readonly needRetraction: boolean },
): readonly boolean[] {
  const monotonicity = o.needRetraction ? node.cluster.mq.modifiedMonotonicity(node) : undefined;
  return o.aggCalls.map((call, i) => {
    const m = monotonicity?.[groupCount + i];
    return o.needRetraction && !(call.op.kind === 'MIN' && m === 'DECREASING') && !(call.op.kind === 'MAX' && m === 'INCREASING');
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
