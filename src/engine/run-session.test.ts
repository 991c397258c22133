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
    ['row', 4000, 'late'],
    ['end', 5000, undefined],
  ]);
  expect(trace.changes.map((c) => [c.step, c.kind, ...c.cells])).toEqual([
    [3, '+I', '2024-05-06 10:00:00.000', 'a', '2'],
    [5, '+I', '2024-05-06 10:10:00.000', 'b', '1'],
  ]);
});
