import { describe, expect, it } from 'vitest';
import { drain } from '../../../planner/limits.ts';
import { runSessionSteps } from '../../../engine/run-session.ts';

const STREAM = "CREATE TABLE s (id INT, pt AS PROCTIME()) WITH ('connector' = 'values', 'bounded' = 'true');\n";

function tables(dimension = ''): string {
  return `${STREAM}CREATE TABLE d (id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'values'${dimension});\n`;
}

function query(hint = ''): string {
  return `SELECT ${hint === '' ? '' : `/*+ LOOKUP('table' = 'x', ${hint}) */`} s.id, x.name FROM s LEFT JOIN d FOR SYSTEM_TIME AS OF s.pt AS x ON s.id = x.id;\n`;
}

const RETRY = "'retry-predicate' = 'lookup_miss', 'retry-strategy' = 'fixed_delay', 'fixed-delay' = '1 s', 'max-attempts' = '3'";
const ASYNC = ", 'async' = 'true'";

/** The changes with their times: `1300 +I 1 one`. */
function run(sql: string, feed: readonly string[]): readonly string[] {
  const statement = sql.split(';').length - 1;
  const { trace } = drain(runSessionSteps({ sql, statement, feed: `${feed.join('\n')}\n` }));
  const lines = trace.changes.map((c) => [trace.steps[c.step]?.at, c.kind, ...c.cells.map((cell) => cell ?? 'NULL')].join(' '));
  const chains = trace.diagnostics.map((d) => (d.chain ?? [d.message]).slice(-2).join(' | '));
  return [...lines, ...chains];
}

const ask = (id: number, at: number): string => `s +I {"id":${id}} @ ${at}`;
const ONE = 'd = {"id":1,"name":"one"}';
const TWO = 'd = {"id":2,"name":"two"}';

describe('rows of a looked-up table', () => {
  it('are there from their time on, and take the place of those with their key', () => {
    const feed = [
      ONE,
      'd = {"id":2,"name":"two"} @ 1500',
      'd = {"id":1,"name":"uno"} @ 2500',
      ...[ask(2, 1000), ask(1, 1000)],
      ask(2, 2000),
      ask(1, 3000),
    ];
    expect(run(tables() + query(), feed)).toEqual(['1000 +I 2 NULL', '1000 +I 1 one', '2000 +I 2 two', '3000 +I 1 uno']);
  });
});

describe('synchronous lookups', () => {
  it('block the rows behind them while the answer is on its way', () => {
    expect(run(tables() + query(), ['d lookup delay 300', ONE, ask(1, 1000), ask(2, 1100), ask(1, 5000)])).toEqual([
      '1300 +I 1 one',
      '1600 +I 2 NULL',
      '5300 +I 1 one',
    ]);
  });

  it('are tried again while there is no row, max-attempts times after the first', () => {
    const late = 'd = {"id":2,"name":"two"} @ 2500';
    expect(run(tables() + query(RETRY), [ONE, late, ask(2, 1000), ask(1, 1100)])).toEqual(['3000 +I 2 two', '3000 +I 1 one']);
    expect(run(tables() + query(RETRY), [ONE, ask(2, 1000), ask(1, 1100), ask(3, 1200)])).toEqual([
      '4000 +I 2 NULL',
      '4000 +I 1 one',
      '7000 +I 3 NULL',
    ]);
  });

  it('with another predicate are not', () => {
    expect(run(tables() + query(), [ask(2, 1000)])).toEqual(['1000 +I 2 NULL']);
  });
});

describe('asynchronous lookups', () => {
  it('are on their way side by side, in the order of their rows', () => {
    const slow = ['d lookup delay 300', 'd lookup delay 2000 {"id":1}', ONE, TWO];
    expect(run(tables(ASYNC) + query(), [...slow, ask(1, 1000), ask(2, 1100), ask(2, 4000)])).toEqual([
      '3000 +I 1 one',
      '3000 +I 2 two',
      '4300 +I 2 two',
    ]);
  });

  it('overtake each other where ALLOW_UNORDERED', () => {
    const slow = ['d lookup delay 300', 'd lookup delay 2000 {"id":1}', ONE, TWO];
    const hint = query("'output-mode' = 'allow_unordered'");
    expect(run(tables(ASYNC) + hint, [...slow, ask(1, 1000), ask(2, 1100), ask(2, 4000)])).toEqual([
      '1400 +I 2 two',
      '3000 +I 1 one',
      '4300 +I 2 two',
    ]);
  });

  it('wait before the operator where the capacity is reached', () => {
    const hint = query("'output-mode' = 'allow_unordered', 'capacity' = '1'");
    expect(run(tables(ASYNC) + hint, ['d lookup delay 300', ONE, TWO, ask(1, 1000), ask(2, 1000), ask(1, 1000)])).toEqual([
      '1300 +I 1 one',
      '1600 +I 2 two',
      '1900 +I 1 one',
    ]);
  });

  it('fail the job at the timeout, counted over all attempts', () => {
    const message =
      'Exception: Could not complete the stream element: Record @ (undef) : org.apache.flink.table.data.binary.BinaryRowData@XX. | TimeoutException: Async function call has timed out.';
    const anyHash = (lines: readonly string[]): readonly string[] => lines.map((line) => line.replace(/@[0-9a-f]{5,8}\./, '@XX.'));
    const late = ['d lookup delay 3000 {"id":2}', ONE, ask(1, 1000), ask(2, 1100), ask(1, 9000)];
    expect(anyHash(run(tables(ASYNC) + query("'timeout' = '1 s'"), late))).toEqual(['1000 +I 1 one', message]);
    const retry = query(`'timeout' = '1500 ms', ${RETRY}`);
    expect(anyHash(run(tables(ASYNC) + retry, [ONE, ask(1, 1000), ask(2, 1100), ask(1, 9000)]))).toEqual(['1000 +I 1 one', message]);
    expect(run(tables(ASYNC) + query("'timeout' = '4 s'"), late)).toEqual(['1000 +I 1 one', '4100 +I 2 NULL', '9000 +I 1 one']);
  });

  it('name the record of the timeout as Flink does', () => {
    const sql =
      tables(ASYNC).replace('id INT, pt', 'id INT, v STRING, pt') + query(`'timeout' = '1 s', ${RETRY}`).replace('s.id,', 's.id, s.v,');
    expect(run(sql, ['s +I {"id":1,"v":"a"}', 's +I {"id":9,"v":"d"}', 'end @ 9000']).join()).toContain('BinaryRowData@c778735a.');
  });

  it('keep the order of each key where KEY_ORDERED', () => {
    const set = "SET 'table.exec.async-lookup.key-ordered-enabled' = 'true';\n";
    const stream =
      "CREATE TABLE s (id INT, v INT, pt AS PROCTIME(), PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'values', 'changelog-mode' = 'I,UA,D');\n";
    const sql = set + tables(ASYNC).replace(STREAM, stream) + query("'output-mode' = 'allow_unordered'").replace('s.id,', 's.id, s.v,');
    const feed = ['d lookup delay 1000 {"id":1}', ONE, TWO, ask(1, 1000), 's +U {"id":1,"v":5} @ 1100', ask(2, 1200)];
    expect(run(sql, feed)).toEqual(['1200 +I 2 NULL two', '2000 +I 1 NULL one', '3000 -U 1 NULL one', '4000 +U 1 5 one']);
  });
});

describe('a PARTIAL cache', () => {
  const cache = (options: string): string => tables(`, 'lookup.cache' = 'PARTIAL', ${options}`) + query();
  const renamed = 'd = {"id":1,"name":"uno"} @ 1500';

  it('gives the old answer until it expires after the write', () => {
    const sql = cache("'lookup.partial-cache.expire-after-write' = '2 s'");
    expect(run(sql, [ONE, renamed, ask(1, 1000), ask(1, 2999), ask(1, 3000)])).toEqual(['1000 +I 1 one', '2999 +I 1 one', '3000 +I 1 uno']);
  });

  it('or after the last use', () => {
    const sql = cache("'lookup.partial-cache.expire-after-access' = '2 s'");
    expect(run(sql, [ONE, renamed, ask(1, 1000), ask(1, 2999), ask(1, 4998), ask(1, 6998)])).toEqual([
      '1000 +I 1 one',
      '2999 +I 1 one',
      '4998 +I 1 one',
      '6998 +I 1 uno',
    ]);
  });

  it('forgets the key that was not used for longest', () => {
    const sql = cache("'lookup.partial-cache.max-rows' = '2'");
    const feed = [ONE, TWO, renamed, ask(1, 1000), ask(2, 1000), ask(3, 1000), ask(1, 2000)];
    expect(run(sql, feed)).toEqual(['1000 +I 1 one', '1000 +I 2 two', '1000 +I 3 NULL', '2000 +I 1 uno']);
    const used = [ONE, TWO, renamed, ask(1, 1000), ask(2, 1000), ask(1, 1200), ask(3, 1300), ask(1, 2000)];
    expect(run(sql, used).at(-1)).toBe('2000 +I 1 one');
  });

  it('remembers that there was nothing, unless told not to', () => {
    const late = [ask(2, 1000), 'd = {"id":2,"name":"two"} @ 1500', ask(2, 2000)];
    const options = "'lookup.partial-cache.max-rows' = '9'";
    expect(run(cache(options), late)).toEqual(['1000 +I 2 NULL', '2000 +I 2 NULL']);
    expect(run(cache(`${options}, 'lookup.partial-cache.cache-missing-key' = 'false'`), late)).toEqual(['1000 +I 2 NULL', '2000 +I 2 two']);
  });

  it('answers at once', () => {
    const sql = cache("'lookup.partial-cache.max-rows' = '9'");
    expect(run(sql, ['d lookup delay 500', ONE, ask(1, 1000), ask(1, 2000)])).toEqual(['1500 +I 1 one', '2000 +I 1 one']);
  });
});

it('watermarks wait for the answers before them', () => {
  const stream = "CREATE TABLE s (id INT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts) WITH ('connector' = 'values');\n";
  const window =
    "SELECT window_end, COUNT(name) AS n FROM TABLE(TUMBLE(TABLE j, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY window_start, window_end;\n";
  const view = 'CREATE VIEW j AS SELECT s.ts, x.name FROM s LEFT JOIN d FOR SYSTEM_TIME AS OF s.pt AS x ON s.id = x.id;\n';
  const row = (id: number, second: number, at: number): string => `s +I {"id":${id},"ts":"2024-01-01 00:00:${second}"} @ ${at}`;
  const sql = tables(ASYNC).replace(STREAM, stream) + view + window;
  expect(
    run(sql, ['d lookup delay 2000 {"id":1}', ONE, TWO, row(1, 11, 1000), row(2, 12, 1500), row(2, 35, 2000), row(2, 55, 4000)]),
  ).toEqual(['3000 +I 2024-01-01 00:00:20.000 2', '4000 +I 2024-01-01 00:00:40.000 1', '5000 +I 2024-01-01 00:01:00.000 1']);
});

it('what was pushed into the table counts: a filter hides rows, columns that are not read are left out', () => {
  const jdbc =
    "CREATE TABLE d (x STRING, age INT, name STRING, id INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://db:5432/s', 'table-name' = 'd');\n";
  const sql = `${STREAM}${jdbc}SELECT s.id, x.name FROM s LEFT JOIN d FOR SYSTEM_TIME AS OF s.pt AS x ON s.id = x.id AND x.age > 10;\n`;
  const rows = ['d = {"x":"a","age":5,"name":"one","id":1}', 'd = {"x":"b","age":15,"name":"two","id":2}', 'd lookup delay 200 {"id":2}'];
  expect(run(sql, [...rows, ask(1, 1000), ask(2, 2000)])).toEqual(['1000 +I 1 NULL', '2200 +I 2 two']);
});

it('a FULL cache answers with what the table held when it was last read', () => {
  const full =
    ", 'lookup.cache' = 'FULL', 'lookup.full-cache.reload-strategy' = 'PERIODIC', 'lookup.full-cache.periodic-reload.interval' = '2 s'";
  const feed = ['d lookup delay 500', ONE, 'd = {"id":1,"name":"uno"} @ 2500', ask(1, 1000), ask(1, 3000), ask(1, 4000)];
  expect(run(tables(full) + query(), feed)).toEqual(['1000 +I 1 one', '3000 +I 1 one', '4000 +I 1 uno']);
});
