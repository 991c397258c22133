import { expect, test } from 'vitest';
import { drain } from '../planner/limits.ts';
import { runSessionSteps, type RunSession } from './run-session.ts';

function run(sql: string, feed: string, statement: number): RunSession {
  return drain(runSessionSteps({ sql, feed, statement }));
}

const CLICKS = `CREATE TABLE clicks (id INT, page STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'b', 'format' = 'json');
SELECT window_start, page, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' MINUTE)) GROUP BY window_start, window_end, page;`;

const FEED = `clicks +I {"id":1,"page":"a","ts":"2024-05-06 10:01:00"}
clicks +I {"id":2,"page":"a","ts":"2024-05-06 10:05:00"}
clicks +I {"id":3,"page":"b","ts":"2024-05-06 10:12:00"}
clicks +I {"id":4,"page":"a","ts":"2024-05-06 10:03:00"}
`;

test('a run tells its steps, watermarks, windows and results', () => {
  const { trace } = run(CLICKS, FEED, 2);
  expect(trace.diagnostics).toEqual([]);
  expect(trace.stop).toBe('done');
  expect(trace.operators.map((o) => o.name)).toEqual([
    'TableSourceScan',
    'Calc',
    'LocalWindowAggregate',
    'Exchange',
    'GlobalWindowAggregate',
    'Calc',
  ]);
  expect(trace.steps.map((s) => [s.cause, s.at, s.lateness])).toEqual([
    ['start', 0, undefined],
    ['row', 1000, undefined],
    ['row', 2000, undefined],
    ['row', 3000, undefined],
    ['row', 4000, 'dropped'],
    ['end', 5000, undefined],
  ]);
  expect(trace.changes.map((c) => [c.step, c.kind, ...c.cells])).toEqual([
    [3, '+I', '2024-05-06 10:00:00.000', 'a', '2'],
    [5, '+I', '2024-05-06 10:10:00.000', 'b', '1'],
  ]);
});

test('rows have their event time also where a column of the table is computed', () => {
  const { trace } = run(CLICKS.replace('page STRING, ', 'page STRING, pt AS PROCTIME(), '), FEED, 2);
  const times = trace.steps.flatMap((s) => (s.eventTime === undefined ? [] : [new Date(s.eventTime).toISOString().slice(11, 16)]));
  expect(times).toEqual(['10:01', '10:05', '10:12', '10:03']);
  expect(trace.steps.map((s) => s.lateness)).toEqual([undefined, undefined, undefined, undefined, 'dropped', undefined]);
});

test('windows open, fire and are purged; a dropped row names who dropped it', () => {
  const { trace } = run(CLICKS, FEED, 2);
  const global = trace.operators.findIndex((o) => o.name === 'GlobalWindowAggregate');
  const own = trace.windows.filter((w) => w.operator === global);
  expect(own.map((w) => [w.key, new Date(w.start).toISOString(), w.fired, w.purged, w.rowSteps])).toEqual([
    ['a', '2024-05-06T10:00:00.000Z', [3], 3, [1, 2]],
    ['b', '2024-05-06T10:10:00.000Z', [5], 5, [3]],
  ]);
  expect(trace.steps[4]?.droppedBy).toBe(global);
  expect([...(trace.operators[global]?.lateDropped ?? [])]).toEqual([5]);
});

test('the only row of a window is known by its step, also where it waits in a local phase', () => {
  const lone = `${FEED}clicks +I {"id":5,"page":"c","ts":"2024-05-06 10:13:00"}\nclicks +I {"id":6,"page":"a","ts":"2024-05-06 10:41:00"}\n`;
  const { trace } = run(CLICKS, lone, 2);
  expect(trace.windows.find((w) => w.key === 'c')).toMatchObject({ opened: 6, rowSteps: [5] });
});

test('a result row leads back to the rows of the feed that it counts', () => {
  const session = run(CLICKS, FEED, 2);
  const [first] = session.trace.changes;
  const origins = session.origins(first?.event ?? -1);
  expect(origins.steps).toEqual([1, 2]);
  expect(origins.operators.map((o) => session.trace.operators[o]?.name)).toEqual([
    'TableSourceScan',
    'Calc',
    'LocalWindowAggregate',
    'Exchange',
    'GlobalWindowAggregate',
    'Calc',
  ]);
});

const JOIN = `CREATE TABLE a (id INT, x STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'b', 'format' = 'debezium-json');
CREATE TABLE b (id INT, y STRING) WITH ('connector' = 'kafka', 'topic' = 'b', 'properties.bootstrap.servers' = 'b', 'format' = 'json');
SELECT a.id, x, y FROM a JOIN b ON a.id = b.id;`;

test('state is there for any step, with what the step did to it', () => {
  const feed = `a +I {"id":1,"x":"p"}
b +I {"id":1,"y":"q"}
a -D {"id":1,"x":"p"}
`;
  const session = run(JOIN, feed, 3);
  expect(session.trace.diagnostics).toEqual([]);
  const join = session.trace.operators.findIndex((o) => o.name === 'Join');
  const at = (step: number): unknown[] => session.operator(join, step).state.map((s) => [s.state, s.key, s.value, s.change]);
  expect(at(1)).toEqual([['left-records', '1', '{{row: (1, p), count: 1, associations: 0}}', 'new']]);
  expect(at(2)).toContainEqual(['right-records', '1', '{{row: (1, q), count: 1, associations: 0}}', 'new']);
  expect(at(3)).toContainEqual(['left-records', '1', '{{row: (1, p), count: 1, associations: 0}}', 'purged']);
  expect(at(4)).toEqual([['right-records', '1', '{{row: (1, q), count: 1, associations: 0}}', undefined]]);
  expect(session.trace.changes.map((c) => [c.step, c.kind, ...c.cells])).toEqual([
    [2, '+I', '1', 'p', 'q'],
    [3, '-D', '1', 'p', 'q'],
  ]);
  expect(session.trace.changes.map((c) => session.origins(c.event).steps)).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

test('bad values are told of at their line, the rest is played', () => {
  const feed = `b +I {"id":"no number","y":"q"}
nonsense
b +I {"id":1,"y":"q"}
`;
  const { trace } = run(JOIN, feed, 3);
  expect(trace.diagnostics.map((d) => [d.code, d.span])).toEqual([
    ['run/feed-line', [32, 40]],
    ['run/feed-value', [0, 31]],
  ]);
  expect(trace.steps.filter((s) => s.cause === 'row').map((s) => s.line)).toEqual([3]);
  expect(trace.stop).toBe('done');
});

test('a hash exchange tells how its rows would be spread', () => {
  const session = run(CLICKS, FEED, 2);
  const exchange = session.trace.operators.findIndex((o) => o.name === 'Exchange');
  const view = session.subtasks({ operator: exchange, step: 5, parallelism: 2 });
  expect(view?.maxParallelism).toBe(128);
  expect(view?.subtasks.map((s) => s.rows).reduce((a, b) => a + b)).toBe(session.trace.operators[exchange]?.recordsOut.length);
  expect(view?.subtasks.flatMap((s) => s.largest.map((l) => l.key)).sort()).toEqual(['a', 'b']);
  expect(session.subtasks({ operator: 0, step: 5, parallelism: 2 })).toBeUndefined();
});

test('partitions of a source make watermarks by themselves', () => {
  const row = (minute: number, partition: number): string =>
    `clicks +I {"id":1,"page":"a","ts":"2024-05-06 10:${minute}:00"} # ${partition}`;
  const feed = [row(10, 0), row(40, 0), row(12, 1), row(45, 1)].join('\n');
  const { trace } = run(CLICKS, feed, 2);
  expect(trace.diagnostics).toEqual([]);
  // The third row is behind partition 0, but the watermark waits for partition 1.
  expect(trace.steps.filter((s) => s.lateness !== undefined)).toEqual([]);
  expect(trace.changes.map((c) => c.cells[2])).toEqual(['2', '2']);
});

test('what cannot be planned or run says why', () => {
  const { trace } = run('SELECT * FROM nowhere;', '', 1);
  expect(trace.stop).toBe('error');
  expect(trace.diagnostics[0]?.code).toBe('run/not-planned');
});

test('two runs of a script give the same trace', () => {
  expect(run(CLICKS, FEED, 2).trace).toEqual(run(CLICKS, FEED, 2).trace);
});

test('a sink tells its primary key by the columns that are written', () => {
  const sql = `CREATE TABLE clicks (id INT, page STRING) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'b', 'format' = 'json');
CREATE TABLE pages (doubled AS n * 2, n BIGINT, page STRING, PRIMARY KEY (page) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'p', 'properties.bootstrap.servers' = 'b', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE log (id INT, page STRING) WITH ('connector' = 'kafka', 'topic' = 'l', 'properties.bootstrap.servers' = 'b', 'format' = 'json');
EXECUTE STATEMENT SET BEGIN INSERT INTO pages SELECT COUNT(*), page FROM clicks GROUP BY page ON CONFLICT DO DEDUPLICATE; INSERT INTO log SELECT * FROM clicks; END;`;
  const { trace } = run(sql, 'clicks +I {"id":1,"page":"a"}\nclicks +I {"id":2,"page":"a"}\n', 4);
  expect(trace.diagnostics).toEqual([]);
  expect(trace.results.map((r) => [r.name.split('.').at(-1), r.columns.map((c) => c.name), r.upsertKey])).toEqual([
    ['pages', ['n', 'page'], [1]],
    ['log', ['id', 'page'], undefined],
  ]);
});

test('states of session windows are told by key and window', () => {
  const sql = CLICKS.replace('TUMBLE(TABLE clicks, DESCRIPTOR(ts)', 'SESSION(TABLE clicks PARTITION BY page, DESCRIPTOR(ts)');
  const session = run(sql, FEED, 2);
  const operator = session.trace.windows[0]?.operator ?? -1;
  const ten = Date.UTC(2024, 4, 6, 10);
  const bounds = (from: number, to: number): string => `${ten + from * 60_000}|${ten + to * 60_000}`;
  // The state keeps the name of the window that it was made for.
  expect(
    session
      .operator(operator, 3)
      .state.map((s) => [s.key, s.namespace, s.value])
      .sort(),
  ).toEqual([
    ['a', bounds(1, 11), '(2)'],
    ['b', bounds(12, 22), '(1)'],
  ]);
});

test('states of OVER show rows and results, not what the operator computes them with', () => {
  const sql = `${CLICKS.split('SELECT')[0] ?? ''}SELECT id, SUM(id) OVER (ORDER BY ts RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW) FROM clicks;`;
  const session = run(sql, FEED, 2);
  const operator = session.trace.operators.findIndex((o) => o.name === 'OverAggregate');
  const frame = session.operator(operator, 3).state.find((s) => s.state === 'accState');
  expect(frame?.value).toMatch(/accs: \(\d+/);
  expect(frame?.value).not.toMatch(/plan|handler/);
});

test('accumulators are no rows, however many columns the input has', () => {
  const sql = `CREATE TABLE clicks (id INT, pt AS PROCTIME()) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'b', 'format' = 'json');
SELECT window_start, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(pt), INTERVAL '10' SECOND)) GROUP BY window_start, window_end;`;
  const { trace } = run(sql, 'clicks +I {"id":1} @ 1000\nclicks +I {"id":2} @ 4000\nclicks +I {"id":3} @ 12000\n', 2);
  expect(trace.diagnostics).toEqual([]);
  expect(trace.changes.map((c) => c.cells)).toEqual([['1970-01-01 00:00:00.000', '2']]);
});
