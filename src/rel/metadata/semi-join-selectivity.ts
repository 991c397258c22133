import type { Join } from '../core/join.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { pow } from '../../base/exact-math.ts';
import { joinColumns } from './join-columns.ts';
import { makeArtificialSelectivity } from './artificial-selectivity.ts';
import { guessSelectivity } from './guess-selectivity.ts';

/** The share of left rows that a semi or anti join keeps, as a condition (Flink's `makeSemiAntiJoinSelectivityRexNode`). */
export function semiJoinSelectivity(mq: MetadataQuery, join: Join): RexNode {
  const info = joinColumns(join);
  const equi = info.left.length > 0 ? equiSelectivity(mq, join, info.leftSet, info.rightSet) : 1;
  const semi = equi * guessSelectivity(info.remaining);
  if (join.joinType !== 'anti') return makeArtificialSelectivity(semi);
  const anti = 1 - semi;
  return makeArtificialSelectivity(anti === 0 ? 0.1 : anti);
}

function equiSelectivity(mq: MetadataQuery, join: Join, leftKeys: readonly number[], rightKeys: readonly number[]): number {
  const population = mq.populationSize(join.left, leftKeys) ?? mq.populationSize(join.right, rightKeys);
  const distinct = mq.distinctRowCount(join.right, rightKeys);
  const share =
    distinct !== undefined && population !== undefined ? distinct / Math.max(population, 1) : mq.percentageOriginalRows(join.right);
  return share === undefined ? pow(0.1, rightKeys.length) : Math.min(share, 1);
}
