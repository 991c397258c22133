import type { Feed } from '../feed/read-feed.ts';
import type { RuntimeListener } from '../runtime/listener.ts';
import type { Change } from '../runtime/record.ts';
import type { ScriptNode } from '../sql/ast-statement.ts';
import type { RowType } from '../types/sql-type.ts';
import type { PlanSession } from './plan-session.ts';
import { drain } from '../planner/limits.ts';
import { Replay } from '../runtime/replay.ts';
import { FeedRows, playFeed } from './play-feed.ts';
import { runEvalContext } from './run-context.ts';
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
 * the statement cannot be planned; `listener` sees everything on the way.
 */
export function runInsert(node: ScriptNode, session: PlanSession, o: InsertOptions): InsertRun {
  const { graph, outputs } = drain(planForRun(node, session));
  const { config } = session.session;
  const sinks = outputs.map((output) => ({ ...output, changes: [] as Change[] }));
  const rows = new FeedRows(session);
  const replay = new Replay({
    graph,
    config,
    evalContext: runEvalContext(config),
    listener: {
      ...o.listener,
      recordOut: (from, change) => {
        o.listener?.recordOut?.(from, change);
        sinks.find((s) => s.root === from)?.changes.push(change);
      },
    },
    lookupRows: (path) => rows.fixed(path, o.feed.entries),
  });
  const outcome = { sinks: sinks.map(({ names, rowType, changes }) => ({ names, rowType, changes })) };
  try {
    playFeed(replay, o.feed, rows);
  } catch (error) {
    return { ...outcome, error };
  }
  return outcome;
}

export interface InsertOptions {
  readonly feed: Feed;
  readonly listener?: RuntimeListener;
}
