import type { Cluster } from '../../rel/cluster.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { SearchRequest } from './volcano-search.ts';
import { drain } from '../limits.ts';
import { VolcanoSearch } from './volcano-search.ts';

/**
 * The cost-based planner (Calcite's `VolcanoPlanner` as Flink's `FlinkVolcanoProgram` drives it). One per session: set numbers run on from
 * search to search, everything else is new in each.
 */
export class VolcanoPlanner {
  private readonly cluster: Cluster;
  private nextSetId = 0;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  /** Searches the best plan, giving way from time to time. Throws `CannotPlanError` if there is none. */
  *run(tree: RelNode, request: SearchRequest): Generator<void, RelNode> {
    if (request.rules.length === 0) return tree;
    const search = new VolcanoSearch(this.cluster, request, this.nextSetId);
    const outer = this.cluster.planner;
    this.cluster.planner = search;
    try {
      return yield* search.run(tree);
    } finally {
      this.cluster.planner = outer;
      this.nextSetId = search.nextSetId;
    }
  }

  /** `run` without a pause. */
  optimize(tree: RelNode, request: SearchRequest): RelNode {
    return drain(this.run(tree, request));
  }
}
