import { expect, test } from 'vitest';
import { readFeed } from '../../../feed/read-feed.ts';
import { unionRun } from '../../timeline/testdata/union-run.ts';
import { feedProblems } from './feed-problems.ts';
import { gridTables, nextArrival } from './feed-view.ts';
import { sampleLines } from './sample-rows.ts';

const column = (name: string, type: string) => ({ name, type, nullable: true });

test('sample rows can be read and fit their columns', () => {
  const lines = sampleLines([
    { table: 'orders', fixed: false, columns: [column('id', 'INTEGER'), column('ts', 'TIMESTAMP(3) *ROWTIME*'), column('ok', 'BOOLEAN')] },
    { table: 'rates', fixed: true, columns: [column('id', 'BIGINT'), column('rate', 'DECIMAL(10, 2)'), column('tags', 'INTEGER ARRAY')] },
  ]);
  const { entries, diagnostics } = readFeed(lines.join('\n'));
  expect(diagnostics).toEqual([]);
  expect(entries[0]).toMatchObject({ kind: 'row', table: 'orders', op: '+I', at: 1000 });
  expect(entries.at(-1)).toMatchObject({ kind: 'row', table: 'rates', op: '=' });
  const rows = (table: string) => entries.filter((entry) => entry.kind === 'row' && entry.table === table);
  expect([rows('orders').length, rows('rates').length]).toEqual([8, 3]);
  // The keys of both meet.
  const ids = (table: string) =>
    new Set(rows(table).map((entry) => (entry.kind === 'row' ? JSON.stringify(entry.json.fields.get('id')) : '')));
  expect([...ids('orders')].filter((id) => ids('rates').has(id)).length).toBeGreaterThan(0);
  expect(sampleLines([{ table: 'orders', fixed: false, columns: [column('id', 'INTEGER')] }], 5000)[0]).toMatch(/ @ 5000$/);
});

test('the grid knows the step, the arrival and the lateness of a line', () => {
  const run = unionRun();
  const feed = readFeed(
    Array.from({ length: 9 }, (_, i) => `${i < 3 || i === 6 || i === 7 ? 'web' : 'app'} +I {"ts":"x"} @ ${(i + 1) * 1000}`).join('\n'),
  );
  const [web, app] = gridTables(feed, run, run);
  expect(web?.rows.map(({ entry, step, lateness }) => [entry.line, step, lateness])).toEqual([
    [1, 1, undefined],
    [2, 3, undefined],
    [3, 5, undefined],
    [7, 13, 'dropped'],
    [8, 15, 'late'],
  ]);
  expect(app?.rows.map(({ arrival }) => arrival)).toEqual([4000, 5000, 6000, 9000]);
  expect(gridTables(feed, run, undefined)[0]?.rows[0]?.step).toBeUndefined();
  expect(nextArrival(feed)).toBe(10_000);
});

test('the grid marks rows that the run leaves out, and tables that the statement does not read', () => {
  const run = unionRun();
  const text = 'web +I {"id":"x"}\n\nno row\napp +I {"id":1}\nolder +I {"id":1}';
  const feed = readFeed(text);
  const value = { code: 'run/feed-value', severity: 'warning', message: 'Column id: "x" is no BIGINT', span: [0, 17] } as const;
  const problems = feedProblems(feed, text, [value]);
  expect(problems.map(({ line }) => line)).toEqual([1, 3]);
  expect(feedProblems(feed, text, [{ ...value, code: 'run/other' }]).map(({ line }) => line)).toEqual([3]);
  const tables = gridTables(feed, run, undefined, problems);
  expect(tables.map(({ table, isRead }) => [table, isRead])).toEqual([
    ['web', true],
    ['app', true],
    ['older', false],
  ]);
  expect(tables.map(({ rows }) => rows.map(({ problem }) => problem))).toEqual([[value.message], [undefined], [undefined]]);
});
