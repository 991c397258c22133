import type { RelNode } from '../rel/rel-node.ts';
import { physicalRel } from '../rel/physical/physical-rel.ts';
import { resolveUpdateDeterminism } from '../rel/physical/update-determinism.ts';
import { checkDeltaJoins } from './delta-join-check.ts';
import { reuseScans } from './reuse/scan-reuse.ts';
import { reuseSinks } from './reuse/sink-reuse.ts';
import { reuseSubPlans } from './reuse/sub-plan-reuse.ts';
import { withoutSharedNodes } from './reuse/unshared-nodes.ts';

/**
 * What Flink does to the optimized trees of a statement before it shows them (`CommonSubGraphBasedOptimizer`): lookup joins are materialised
 * where updates must be repeatable, equal scans, sinks and sub-plans become one. The trees print alike; shared nodes are the same object.
 */
export function finishPlan(roots: readonly RelNode[]): readonly RelNode[] {
  const [first] = roots;
  if (!first) return roots;
  const { config } = first.cluster;
  const resolved =
    config.enumeration('table.optimizer.non-deterministic-update.strategy') === 'TRY_RESOLVE'
      ? roots.map((r) => resolveUpdateDeterminism(physicalRel(r)))
      : roots;
  if (config.enumeration('table.optimizer.delta-join.strategy') === 'FORCE') checkDeltaJoins(resolved);
  const unshared = withoutSharedNodes(resolved);
  if (!config.boolean('table.optimizer.reuse-sub-plan-enabled')) return unshared;
  const scansReused = config.boolean('table.optimizer.reuse-source-enabled') ? reuseScans(unshared) : unshared;
  const sinksReused = config.boolean('table.optimizer.reuse-sink-enabled') ? reuseSinks(scansReused) : scansReused;
  return reuseSubPlans(sinksReused, config);
}
