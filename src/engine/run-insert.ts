import type { Feed } from '../feed/read-feed.ts';
import type { RuntimeListener } from '../runtime/listener.ts';
import type { Change } from '../runtime/record.ts';
import type { ScriptNode } from '../sql/ast-statement.ts';
import type { RowType } from '../types/sql-type.ts';
import type { PlanSession } from './plan-session.ts';
import { drain } from '../planner/limits.ts';
import { playFeed } from './feed-player.ts';
import { feedReplay } from './play-feed.ts';
import { planForRun } from './run-plan.ts';

/** What a sink of an INSERT was given, in order. */
export interface SinkChanges {
  /** Path of the table. */
  readonly names: readonly string[];
  readonly rowType: RowType;
  readonly changes: readonly Change[];
}

export interface InsertRun {
  /** In the order of the statement's INSERTs. */
  readonly sinks: readonly SinkChanges[];
  /** What ended the run early: a `RunError` or `EvaluationError` of the job, or an `UnsupportedError`. What was written before stands in `sinks`. */
  readonly error?: unknown;
}

/**
 * Runs an INSERT or a statement set over a feed, sinks included, and gives the changes that reach the connector of each sink. Throws where
 * the statement cannot be planned.
 */
export function runInsert(node: ScriptNode, session: PlanSession, feed: Feed): InsertRun {
  const plan = drain(planForRun(node, session));
  const sinks = plan.outputs.map(({ root, names, rowType }) => ({ root, names, rowType, changes: [] as Change[] }));
  const listener: RuntimeListener = { recordOut: (from, change) => sinks.find((s) => s.root === from)?.changes.push(change) };
  const { replay, rows } = feedReplay(plan, session, { feed, listener });
  try {
    playFeed(replay, feed, rows);
  } catch (error) {
    return { sinks, error };
  }
  return { sinks };
}
