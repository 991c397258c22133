import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFeed } from '../feed/read-feed.ts';
import { drain } from '../planner/limits.ts';
import { RunError } from '../runtime/run-error.ts';
import { parseScript } from '../sql/parse.ts';
import { changelogText } from './changelog-text.ts';
import { evalContext, newSession } from './new-session.ts';
import { emptyPlan } from './plan-query.ts';
import { runInsert } from './run-insert.ts';
import { runStatement } from './run-statement.ts';
import { useSampleSources } from './sample-sources.ts';
import { statementKind } from './statement-kind.ts';

const TESTDATA = join(import.meta.dirname, 'testdata/inserts');

/** The changes that reach the sinks of every INSERT of a script, and the innermost cause where the job failed. */
function sinksText(name: string): string {
  const read = (ending: string): string => readFileSync(join(TESTDATA, `${name}.${ending}`), 'utf8');
  const feed = readFeed(read('feed'));
  const session = newSession({ 'pipeline.auto-watermark-interval': '0 ms' });
  let out = '';
  for (const { node, text, index } of parseScript(read('sql')).statements) {
    if (!node) throw new Error(`statement ${index} is not parsed`);
    if (statementKind(node) !== 'insert') {
      drain(runStatement(node, { session, plan: emptyPlan(), skipPlan: true }));
      useSampleSources(session, feed.entries);
      continue;
    }
    const { sinks, error } = runInsert(node, session, feed);
    out += `=== statement ${index}\n${text}\n`;
    for (const s of sinks) {
      out += `=== sink ${s.names.at(-1) ?? ''}\n${changelogText(s.changes, s.rowType, evalContext(session.session.config))}\n`;
    }
    if (error !== undefined) out += `=== error\n${error instanceof RunError ? error.message : String(error)}\n`;
  }
  return out;
}

// The rows are those that a released Flink gave to the sinks of the `values` connector.
it('sinks are given what Flink gives them', async () => {
  await expect(sinksText('sinks')).toMatchFileSnapshot(join(TESTDATA, 'sinks.changes'));
});
