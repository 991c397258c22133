import type { PlanInterner } from '../planner/plan-interner.ts';
import type { PlanningSession } from '../convert/session.ts';
import type { Session } from '../catalog/session.ts';
import type { NodeTable } from '../trace/node-table.ts';
import type { VolcanoPlanner } from '../planner/volcano/volcano-planner.ts';
import type { Cluster } from '../rel/cluster.ts';

/** Everything that lives as long as a script is planned (a table environment): catalog, cluster, planner, and the trace's node table. */
export interface PlanSession {
  readonly session: Session;
  /** The same session as validation and conversion see it. */
  readonly planning: PlanningSession;
  readonly cluster: Cluster;
  readonly volcano: VolcanoPlanner;
  readonly table: NodeTable;
  readonly interner: PlanInterner;
  /** Operators that Flink would have folded and we could not; emptied with each statement. */
  readonly notEvaluated: string[];
}
