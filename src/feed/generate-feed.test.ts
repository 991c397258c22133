import { expect, test } from 'vitest';
import { GENERATOR_DEFAULTS, generateFeed, type GenerateOptions, type TableGenerator } from './generate-feed.ts';
import { isFeedNumber } from './feed-json.ts';
import { readFeed, type FeedEntry } from './read-feed.ts';

const COLUMNS = [
  { name: 'id', type: 'INTEGER NOT NULL' },
  { name: 'name', type: 'VARCHAR(2147483647)' },
  { name: 'price', type: 'DECIMAL(10, 2)' },
  { name: 'ts', type: 'TIMESTAMP(3) *ROWTIME*' },
];

function generate(table: Partial<TableGenerator>, seed = 1): readonly (FeedEntry & { kind: 'row' })[] {
  const options: GenerateOptions = {
    seed,
    start: Date.UTC(2024, 4, 6, 10),
    eventSpeed: 1,
    tables: [{ ...GENERATOR_DEFAULTS, table: 't', columns: COLUMNS, ...table }],
  };
  const feed = readFeed(generateFeed(options).join('\n'));
  expect(feed.diagnostics).toEqual([]);
  return feed.entries.filter((e) => e.kind === 'row');
}

const timeOf = (e: FeedEntry & { kind: 'row' }): number => Date.parse(`${String(e.json.fields.get('ts')).replace(' ', 'T')}Z`);

test('equal seeds give equal rows, other seeds others', () => {
  const texts = (seed: number): unknown => generate({}, seed).map((e) => [...e.json.fields]);
  expect(texts(1)).toEqual(texts(1));
  expect(texts(1)).not.toEqual(texts(2));
});

test('rows arrive in order and about at the rate asked for', () => {
  const rows = generate({ rows: 50, every: 100, jitter: 300 });
  const times = rows.map((e) => e.at ?? 0);
  expect(rows.length).toBe(50);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times.at(-1)).toBeGreaterThan(4_000);
  expect(times.at(-1)).toBeLessThanOrEqual(5_300);
});

test('without disorder event times follow arrival; with it and late rows they do not', () => {
  const behind = (rows: ReturnType<typeof generate>): number[] => rows.map((e) => Date.UTC(2024, 4, 6, 10) + (e.at ?? 0) - timeOf(e));
  expect(new Set(behind(generate({})))).toEqual(new Set([0]));
  expect(Math.max(...behind(generate({ disorder: 500 })))).toBeLessThanOrEqual(500);
  const late = behind(generate({ rows: 400, lateShare: 0.25, lateBy: 60_000 })).filter((b) => b >= 60_000);
  expect(late.length).toBeGreaterThan(60);
  expect(late.length).toBeLessThan(140);
});

test('skew makes the first key the most frequent', () => {
  const count = (skew: number): number => generate({ rows: 600, keys: 6, skew }).filter((e) => e.json.fields.get('name') === 'a').length;
  expect(count(0)).toBeLessThan(140);
  expect(count(1.5)).toBeGreaterThan(250);
});

test('a change feed only changes and deletes rows that are there', () => {
  const rows = generate({ rows: 300, key: ['id'], updateShare: 0.4, deleteShare: 0.2 });
  const present = new Map<string, string>();
  const kinds = new Set<string>();
  for (const e of rows) {
    kinds.add(e.op);
    const id = e.json.fields.get('id') ?? null;
    const key = isFeedNumber(id) ? id.number : '';
    const text = JSON.stringify([...e.json.fields]);
    if (e.op === '-U' || e.op === '-D') expect(present.get(key)).toBe(text);
    if (e.op === '+I') expect(present.has(key)).toBe(false);
    if (e.op === '-D') present.delete(key);
    else if (e.op !== '-U') present.set(key, text);
  }
  expect([...kinds].sort()).toEqual(['+I', '+U', '-D', '-U']);
});

test('nulls spare keys, rowtimes and NOT NULL columns', () => {
  const rows = generate({ rows: 100, nullShare: 0.5 });
  const nulls = (name: string): number => rows.filter((e) => e.json.fields.get(name) === null).length;
  expect([nulls('id'), nulls('ts')]).toEqual([0, 0]);
  expect(nulls('price')).toBeGreaterThan(25);
});
