import { expect, test } from 'vitest';
import { drain } from '../planner/limits.ts';
import { RunPlans } from './run-plans.ts';
import { runSessionSteps } from './run-session.ts';

const CLICKS = `CREATE TABLE clicks (id INT, page STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'b', 'properties.group.id' = 'g', 'format' = 'json');\n`;
const COUNTS = `${CLICKS}SELECT page, COUNT(*) AS n FROM clicks GROUP BY page;`;
const row = (id: number): string => `clicks +I {"id":${id},"page":"p${id % 2}","ts":"2024-05-06 10:00:0${id}"}\n`;
const FEED = [1, 2, 3, 4].map(row).join('');

function traceOf(sql: string, feed: string, plans?: RunPlans): string {
  return JSON.stringify(drain(runSessionSteps({ sql, feed, statement: 2 }, plans)).trace);
}

test('a run over a kept plan is the run over a new one', () => {
  const plans = new RunPlans();
  traceOf(COUNTS, row(9), plans);
  expect(plans.get({ sql: COUNTS, statement: 2 })).toBeDefined();
  expect(traceOf(COUNTS, FEED, plans)).toBe(traceOf(COUNTS, FEED));
  expect(traceOf(COUNTS, FEED, plans)).toBe(traceOf(COUNTS, FEED));
});

test('another text, statement or option is planned anew', () => {
  const plans = new RunPlans();
  traceOf(COUNTS, FEED, plans);
  expect(plans.get({ sql: COUNTS.replace('COUNT(*)', 'MAX(id)'), statement: 2 })).toBeUndefined();
  expect(plans.get({ sql: COUNTS, statement: 1 })).toBeUndefined();
  expect(plans.get({ sql: COUNTS, statement: 2, options: { 'table.exec.state.ttl': '1 s' } })).toBeUndefined();
  expect(traceOf(COUNTS.replace('COUNT(*)', 'MAX(id)'), FEED, plans)).toContain('MAX');
});
