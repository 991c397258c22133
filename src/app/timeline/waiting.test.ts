import { expect, test } from 'vitest';
import { drain } from '../../planner/limits.ts';
import { runSessionSteps } from '../../engine/run-session.ts';
import { eventLines } from '../replay/event-lines.ts';
import { runClock } from '../replay/time-text.ts';
import { clockOf } from './clock-text.ts';
import { laneModel } from './lanes.ts';
import { lookupsAt } from './lookups.ts';
import { stepSentence } from './step-text.ts';

const KAFKA = "'connector' = 'kafka', 'properties.bootstrap.servers' = 'b', 'format' = 'json'";

test('lookups on their way are bars, one below the other where they overlap', () => {
  const sql = `CREATE TABLE s (id INT, pt AS PROCTIME()) WITH ('connector' = 'values');
CREATE TABLE d (id INT, name STRING) WITH ('connector' = 'values', 'async' = 'true');
SELECT s.id, x.name FROM s LEFT JOIN d FOR SYSTEM_TIME AS OF s.pt AS x ON s.id = x.id;`;
  const feed = 'd lookup delay 1500\nd = {"id":1,"name":"one"}\ns +I {"id":1} @ 1000\ns +I {"id":2} @ 2000\ns +I {"id":1} @ 4000\n';
  const { trace, moment } = drain(runSessionSteps({ sql, feed, statement: 3 }));
  const model = laneModel(trace, clockOf(trace, 'UTC'));
  const lane = model.lanes.find((l) => l.kind === 'lookups');
  const at = (step: number | undefined): number | undefined => trace.steps[step ?? -1]?.at;
  expect(lane?.kind === 'lookups' && lane.rows.map((row) => row.map((l) => [l.key, at(l.from), at(l.to), l.rows]))).toEqual([
    [
      ['1', 1000, 2500, 1],
      ['1', 4000, 5500, 1],
    ],
    [['2', 2000, 3500, 0]],
  ]);
  const second = trace.steps.findIndex((s) => s.at === 2000);
  expect(lane?.kind === 'lookups' && lookupsAt(lane.rows, second)).toBe(2);
  const texts = eventLines(trace, runClock(trace, 'UTC'), moment(second).events).map((l) => l.text);
  expect(texts).toContain('lookup 2, attempt 1');
  const miss = trace.steps.findIndex((s) => s.at === 3500);
  const notes = eventLines(trace, runClock(trace, 'UTC'), moment(miss).events).flatMap((l) => (l.kind === 'lookup' ? [l.note] : []));
  expect(notes).toEqual(['no row']);
  const answer = trace.steps.findIndex((s) => s.at === 2500);
  expect(stepSentence(model, answer)).toBe('an answer reaches LookupJoin');
});

test('a source that is ahead of its group says that it reads nothing', () => {
  const alignment = "'scan.watermark.alignment.group' = 'g', 'scan.watermark.alignment.max-drift' = '10 s'";
  const table = (name: string): string =>
    `CREATE TABLE ${name} (ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH (${KAFKA}, 'topic' = '${name}', ${alignment});\n`;
  const sql = `SET 'pipeline.watermark-alignment.buffer-size' = '0';\n${table('a')}${table('b')}SELECT ts FROM a UNION ALL SELECT ts FROM b;`;
  const row = (name: string, second: number, at: number): string => `${name} +I {"ts":"2024-01-01 10:00:${second}"} @ ${at}`;
  const feed = [row('a', 10, 500), row('b', 10, 500), row('a', 50, 1500), row('a', 55, 2500), row('b', 49, 3500)].join('\n');
  const { trace, moment } = drain(runSessionSteps({ sql, feed, statement: 4 }));
  const model = laneModel(trace, clockOf(trace, 'UTC'));
  const lanes = model.lanes.flatMap((l) => (l.kind === 'source' ? [[l.title, l.pauses.map((p) => trace.steps[p.from]?.at)]] : []));
  expect(lanes[0]).toEqual(['a', [2000]]);
  const step = trace.steps.findIndex((s) => s.at === 2000);
  expect(eventLines(trace, runClock(trace, 'UTC'), moment(step).events).map((l) => l.text)).toContain('reading paused');
});
