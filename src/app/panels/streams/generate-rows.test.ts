import { expect, test } from 'vitest';
import { readFeed } from '../../../feed/read-feed.ts';
import { DEFAULT_SETTINGS, withGeneratedRows } from './generate-rows.ts';

const column = (name: string, type: string) => ({ name, type, nullable: true });
const ORDERS = { table: 'orders', fixed: false, columns: [column('id', 'INTEGER'), column('ts', 'TIMESTAMP(3) *ROWTIME*')] };
const settings = { ...DEFAULT_SETTINGS, rows: 40 };

test('rows of the chosen table are replaced, those of others stay in their order of arrival', () => {
  const feed = 'orders +I {"id":9} @ 500\nclicks +I {"id":1} @ 2500\nrates = {"id":1}\nend @ 3000\n';
  const entries = readFeed(withGeneratedRows({ feed, inputs: [ORDERS], settings })).entries;
  expect(entries.filter((entry) => entry.kind === 'row' && entry.table === 'orders')).toHaveLength(40);
  expect(entries.some((entry) => entry.kind === 'row' && entry.table === 'orders' && entry.at === 500)).toBe(false);
  const times = entries.flatMap(({ at }) => at ?? []);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(entries.find((entry) => entry.kind === 'row' && entry.table === 'clicks')?.at).toBe(2500);
  // All streams end after the last row; what is looked up stands at the end of the text.
  expect(entries.find((entry) => entry.kind === 'end')?.at).toBe(times.at(-1));
  expect(entries.at(-1)).toMatchObject({ kind: 'row', table: 'rates', op: '=' });
});

test('the same seed gives the same rows, another one others', () => {
  const rows = (seed: number): string => withGeneratedRows({ feed: '', inputs: [ORDERS], settings: { ...settings, seed } });
  expect(rows(1)).toBe(rows(1));
  expect(rows(2)).not.toBe(rows(1));
});

test('a key makes a change feed', () => {
  const ops = (key?: string): ReadonlySet<string> =>
    new Set(
      readFeed(
        withGeneratedRows({ feed: '', inputs: [ORDERS], settings: { ...settings, updates: 40, deletes: 20 }, ...(key && { key }) }),
      ).entries.map((entry) => (entry.kind === 'row' ? entry.op : entry.kind)),
    );
  expect(ops()).toEqual(new Set(['+I']));
  expect(ops('id')).toEqual(new Set(['+I', '-U', '+U', '-D']));
});
