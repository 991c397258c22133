import type { RunSession } from './run-session.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drain } from '../planner/limits.ts';
import { parseScript } from '../sql/parse.ts';
import { stableText } from '../trace/stable-text.ts';
import { planScript } from './plan-script.ts';
import { runSessionSteps } from './run-session.ts';
import { statementKind } from './statement-kind.ts';

const CORPUS = join(import.meta.dirname, '../../corpus/runtime');

const cases = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.feed'))
  .map((name) => name.slice(0, -'.feed'.length))
  .sort();

const PLANNED: ReadonlySet<string> = new Set(['query', 'insert', 'statement-set']);

/** All that a run tells: the trace, and at its last step every event and what every operator holds. */
function told(session: RunSession): unknown {
  const { trace } = session;
  const last = trace.steps.length - 1;
  const lastChange = trace.changes.at(-1);
  return [
    trace,
    session.moment(last),
    trace.operators.map((_, i) => session.operator(i, last)),
    lastChange && session.origins(lastChange.event),
  ];
}

/** Where two texts part, so that a failure is a line and not two novels. */
function firstDifference(a: string, b: string): string {
  if (a === b) return '';
  let i = 0;
  while (a[i] === b[i]) i++;
  return `${a.slice(Math.max(0, i - 80), i + 80)} <> ${b.slice(Math.max(0, i - 80), i + 80)}`;
}

describe('the same input gives the same trace, byte for byte', () => {
  it.each(cases)('%s', (name) => {
    const sql = readFileSync(join(CORPUS, `${name}.sql`), 'utf8');
    const feed = readFileSync(join(CORPUS, `${name}.feed`), 'utf8');
    const first = stableText(planScript({ sql }));
    const statements = parseScript(sql).statements.filter((s) => s.node && PLANNED.has(statementKind(s.node)));
    expect(statements.length).toBeGreaterThan(0);
    for (const { index: statement } of statements) {
      const run = (): string => stableText(told(drain(runSessionSteps({ sql, feed, statement }))));
      expect(firstDifference(run(), run()), `statement ${statement}`).toBe('');
    }
    // After other statements have been planned and run, too.
    expect(firstDifference(first, stableText(planScript({ sql })))).toBe('');
  });
});
