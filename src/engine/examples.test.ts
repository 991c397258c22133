import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../examples/example-catalog.ts';
import { drain } from '../planner/limits.ts';
import { parseScript } from '../sql/parse.ts';
import { isQuery } from './statement-kind.ts';
import { runScript } from './run-script.ts';
import { runSessionSteps } from './run-session.ts';

const FOLDER = join(import.meta.dirname, '../examples');
const WITH_ROWS = EXAMPLES.flatMap(({ id, sql, feed }) => (feed === undefined ? [] : [{ id, sql, feed }]));

test('every example has its script', () => {
  expect(EXAMPLES.filter((e) => e.sql === '').map((e) => e.id)).toEqual([]);
  expect(new Set(EXAMPLES.map((e) => e.id)).size).toBe(EXAMPLES.length);
});

test.each(WITH_ROWS)('$id gives the rows that Flink gives', ({ id, sql, feed }) => {
  const golden = join(FOLDER, id, 'changelog.txt');
  expect(existsSync(golden)).toBe(true);
  expect(runScript(sql, feed)).toBe(readFileSync(golden, 'utf8'));
});

test.each(WITH_ROWS)('$id runs on screen', ({ sql, feed }) => {
  const queries = parseScript(sql).statements.filter((s) => s.node && isQuery(s.node));
  expect(queries.length).toBeGreaterThan(0);
  const traces = queries.map((q) => drain(runSessionSteps({ sql, feed, statement: q.index })).trace);
  // Some examples also show a query that Flink refuses.
  expect(traces.filter((t) => t.stop !== 'done').flatMap((t) => t.diagnostics.map((d) => d.code))).not.toContain('internal/defect');
  expect(traces.some((t) => t.stop === 'done' && t.changes.length > 0)).toBe(true);
  for (const t of traces) if (t.stop === 'done') expect(t.diagnostics).toEqual([]);
});
