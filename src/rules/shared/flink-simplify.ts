import type { Cluster } from '../../rel/cluster.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { simplifyCondition } from '../../rel/rex/rex-simplify/simplifier.ts';

/** Flink's simplification of a condition (`FlinkRexUtil.simplify`): unknown counts as false, constant casts are evaluated. */
export function flinkSimplify(condition: RexNode, cluster: Cluster): RexNode {
  return simplifyCondition(condition, cluster.executor);
}
