import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Expand } from '../core/expand.ts';
import { Join } from '../core/join.ts';
import { Rank } from '../core/rank.ts';
import { Union } from '../core/set-op.ts';

/** Share of the rows at the leaves that is left at a node (Flink's `FlinkRelMdPercentageOriginalRows`). */
export function percentageOriginalRows(mq: MetadataQuery, node: RelNode): number | undefined {
  if (node instanceof Expand || node instanceof Rank || node instanceof Aggregate) return mq.percentageOriginalRows(node.input());
  if (node instanceof Join) {
    const left = mq.percentageOriginalRows(node.left);
    if (node.joinType === 'semi' || node.joinType === 'anti') return left;
    const right = mq.percentageOriginalRows(node.right);
    return left === undefined || right === undefined ? undefined : left * right;
  }
  if (node instanceof Union) return unionPercentage(mq, node);
  if (node.inputs.length > 1) return undefined;
  if (node.inputs.length === 0) return 1;
  const below = mq.percentageOriginalRows(node.input());
  if (below === undefined) return undefined;
  const share = quotient(mq.rowCount(node), mq.rowCount(node.input())) * below;
  return share < 0 || share > 1 ? undefined : share;
}

function unionPercentage(mq: MetadataQuery, union: Union): number {
  let kept = 0;
  let all = 0;
  for (const input of union.inputs) {
    const share = mq.percentageOriginalRows(input);
    if (share === undefined || share === 0) continue;
    const rows = mq.rowCount(input);
    all += rows / share;
    kept += rows;
  }
  return quotient(kept, all);
}

function quotient(a: number, b: number): number {
  return b === 0 ? 1 : a / b;
}
