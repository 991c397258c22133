import type { ScriptNode } from '../sql/ast-statement.ts';
import type { Feed } from '../feed/read-feed.ts';
import type { PlanSession } from './plan-session.ts';
import type { RuntimeListener } from '../runtime/listener.ts';
import type { Change } from '../runtime/record.ts';
import { readFeed } from '../feed/read-feed.ts';
import { drain } from '../planner/limits.ts';
import { parseScript } from '../sql/parse.ts';
import { changelogText } from './changelog-text.ts';
import { evalContext, newSession } from './new-session.ts';
import { playFeed } from './feed-player.ts';
import { feedReplay } from './play-feed.ts';
import { emptyPlan } from './plan-query.ts';
import { runFailure } from './run-failure.ts';
import { planForRun } from './run-plan.ts';
import { runStatement } from './run-statement.ts';
import { useSampleSources } from './sample-sources.ts';
import { isQuery } from './statement-kind.ts';

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
  const plan = drain(planForRun(node, session));
  const [output] = plan.outputs;
  if (!output) throw new Error('a query has a result');
  const changes: Change[] = [];
  const listener: RuntimeListener = {
    recordOut: (from, change) => {
      if (from !== output.root) return;
      const row = output.finish(change.row);
      if (row) changes.push({ kind: change.kind, row });
    },
  };
  const { replay, rows } = feedReplay(plan, session, { feed, listener });
  playFeed(replay, feed, rows);
  return changelogText(changes, output.rowType, evalContext(session.session.config));
}

function errorSection(error: unknown): readonly [name: string, body: string] {
  const failure = runFailure(error);
  return failure.kind === 'error' ? ['error', failure.chain.join('\n')] : ['unsupported', `${failure.code}\n${failure.message}`];
}
