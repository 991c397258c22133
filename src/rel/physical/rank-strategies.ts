import type { FieldCollation } from '../traits/distribution.ts';
import type { RankStrategy } from './rank-strategy.ts';
import type { RelNode } from '../rel-node.ts';
import { inputsInsertOnly } from './changelog.ts';
import { upsertKeysInRange } from './key-queries.ts';
import { APPEND_FAST_STRATEGY, RETRACT_STRATEGY } from './rank-strategy.ts';

/**
 * Strategies of a Top-N in the order in which they are tried (Flink's `analyzeRankProcessStrategies`). Updates in place need a key that
 * holds the partition, and an order in which a row can only improve.
 */
export function rankStrategies(
  node: RelNode,
  partitionKey: readonly number[],
  orderKey: readonly FieldCollation[],
): readonly RankStrategy[] {
  if (inputsInsertOnly(node)) return [APPEND_FAST_STRATEGY];
  const { mq } = node.cluster;
  const keys = upsertKeysInRange(mq, node.input(), partitionKey) ?? [];
  const [first] = keys;
  if (!first || !keys.some((key) => partitionKey.every((c) => key.includes(c)))) return [RETRACT_STRATEGY];
  const monotonicity = mq.modifiedMonotonicity(node.input());
  if (!monotonicity || orderKey.length === 0) return [RETRACT_STRATEGY];
  const improves = orderKey.every((c) => {
    const m = monotonicity[c.index];
    if (m === 'CONSTANT') return true;
    return (m === 'DECREASING' && c.direction === 'ASCENDING') || (m === 'INCREASING' && c.direction === 'DESCENDING');
  });
  return improves ? [{ kind: 'updateFast', primaryKeys: first }, RETRACT_STRATEGY] : [RETRACT_STRATEGY];
}
