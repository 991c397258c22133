import type { ScriptNode } from '../sql/ast-statement.ts';
import type { Feed } from '../feed/read-feed.ts';
import type { PlanSession } from './plan-session.ts';
import type { Change } from '../runtime/record.ts';
import type { Cause } from '../base/diagnostic.ts';
import { FlinkError, UnsupportedError } from '../base/diagnostic.ts';
import { convertStatement } from '../convert/convert-statement.ts';
import { finishPlan } from '../exec/finish-plan.ts';
import { translateToExec } from '../exec/translate.ts';
import { readFeed } from '../feed/read-feed.ts';
import { PlannerLimitError, drain } from '../planner/limits.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { EvaluationError, NoEvaluator } from '../runtime/eval/contract.ts';
import { constraintEnforcer } from '../runtime/operators/sink/constraint-enforcer.ts';
import { Replay } from '../runtime/replay.ts';
import { RunError } from '../runtime/run-error.ts';
import { parseScript } from '../sql/parse.ts';
import { relRowType } from '../types/sql-type.ts';
import { changelogText } from './changelog-text.ts';
import { newSession } from './new-session.ts';
import { FeedRows, playFeed } from './play-feed.ts';
import { emptyPlan, optimizeRoots, underResultSink } from './plan-query.ts';
import { runEvalContext } from './run-context.ts';
import { runStatement } from './run-statement.ts';
import { useSampleSources } from './sample-sources.ts';
import { isQuery } from './statement-kind.ts';

/** What a client sees around an exception of a job (`TableResult.collect`). */
const JOB_FAILED: readonly string[] = [
  'RuntimeException: Failed to fetch next result',
  'IOException: Failed to fetch job execution result',
  'ExecutionException: org.apache.flink.runtime.client.JobExecutionException: Job execution failed.',
  'JobExecutionException: Job execution failed.',
  'JobException: Recovery is suppressed by NoRestartBackoffTimeStrategy',
];

/**
 * Runs every SELECT of a script over a feed and gives the changes that a client sees: sections `statement N` (its text), then `changelog`
 * (`op | columns`, a line each change), `error` (chain of causes, outermost first) or `unsupported` (code and message). Statements that
 * change the catalog are applied, others are not run. Sources are the feed's; the watermark follows every row that moves it.
 */
export function runScript(sqlText: string, feedText: string): string {
  const feed = readFeed(feedText);
  const session = newSession({ 'pipeline.auto-watermark-interval': '0 ms' });
  let out = '';
  const section = (name: string, body: string): void => {
    out += `=== ${name}\n`;
    const trimmed = body.trimEnd();
    if (trimmed !== '') out += `${trimmed}\n`;
  };
  for (const d of feed.diagnostics) section('unsupported', `${d.code}\n${d.message}`);
  for (const parsed of parseScript(sqlText).statements) {
    const { node } = parsed;
    const query = node !== undefined && isQuery(node);
    try {
      if (!node) {
        section(`statement ${parsed.index}`, parsed.text);
        section('error', (parsed.diagnostic?.chain ?? [parsed.diagnostic?.message ?? '']).join('\n'));
      } else if (query) {
        section(`statement ${parsed.index}`, parsed.text);
        section('changelog', runQuery(node, session, feed));
      } else {
        applyStatement(node, session);
        useSampleSources(session, feed.entries);
      }
    } catch (error) {
      if (!query) section(`statement ${parsed.index}`, parsed.text);
      const [name, body] = errorSection(error);
      section(name, body);
    }
  }
  return out;
}

function applyStatement(node: ScriptNode, session: PlanSession): void {
  drain(runStatement(node, { session, plan: emptyPlan(), skipPlan: true }));
}

function runQuery(node: ScriptNode, session: PlanSession, feed: Feed): string {
  const plan = emptyPlan();
  const roots = convertStatement(node, session.planning);
  const [optimized] = drain(optimizeRoots(roots, session, plan));
  const tree = underResultSink(session, plan) ?? optimized;
  if (!tree) throw new Error('a query has a plan');
  // The client reads the input of the sink; what a sink would refuse (two rowtime columns) does not concern it.
  const [finished] = finishPlan([tree]);
  const graph = translateToExec([finished instanceof StreamPhysicalSink ? finished.input() : (finished ?? tree)]);
  const { config } = session.session;
  const evalContext = runEvalContext(config);
  const [root] = graph.roots;
  // Columns are called as the query calls them; the optimizer does not keep names.
  const names = roots[0]?.rowType.fields.map((f) => f.name) ?? [];
  const { fields } = root?.rel.rowType ?? tree.rowType;
  const rowType = relRowType(fields.map((f, i) => ({ name: names[i] ?? f.name, type: f.type })));
  const enforce = constraintEnforcer(roots[0]?.rowType ?? rowType, config);
  const changes: Change[] = [];
  const rows = new FeedRows(session);
  const replay = new Replay({
    graph,
    config,
    evalContext,
    listener: {
      recordOut: (from, change) => {
        if (from !== root) return;
        const row = enforce ? enforce(change.row) : change.row;
        if (row) changes.push({ kind: change.kind, row });
      },
    },
    lookupRows: (path) => rows.fixed(path, feed.entries),
  });
  playFeed(replay, feed, rows);
  return changelogText(changes, rowType, evalContext);
}

function errorSection(error: unknown): readonly [name: string, body: string] {
  if (error instanceof RunError) return ['error', [...JOB_FAILED, ...error.causes.map(causeText)].join('\n')];
  if (error instanceof EvaluationError) return ['error', [...JOB_FAILED, `${error.className}: ${error.message}`].join('\n')];
  if (error instanceof FlinkError) return ['error', error.causes.map(causeText).join('\n')];
  if (error instanceof UnsupportedError) return ['unsupported', `${error.code}\n${error.message}`];
  if (error instanceof NoEvaluator) return ['unsupported', `unsupported/function\nThere is no evaluator for ${error.operator}.`];
  if (error instanceof PlannerLimitError) return ['unsupported', `limit/${error.reason}\n${error.message}`];
  return ['unsupported', `internal/defect\n${error instanceof Error ? error.message : String(error)}`];
}

function causeText(c: Cause): string {
  return `${c.className}: ${c.message}`;
}
