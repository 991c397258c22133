import { describe, expect, it } from 'vitest';
import type { RunSession } from '../../engine/run-session.ts';
import { drain } from '../../planner/limits.ts';
import { runSessionSteps } from '../../engine/run-session.ts';

const KAFKA = "'connector' = 'kafka', 'properties.bootstrap.servers' = 'b', 'format' = 'json'";

function table(name: string, options = ''): string {
  return `CREATE TABLE ${name} (k INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH (${KAFKA}, 'topic' = '${name}'${options});\n`;
}

const PERIODIC = "SET 'pipeline.auto-watermark-interval' = '200 ms';\n";

function session(sql: string, feed: readonly string[]): RunSession {
  return drain(runSessionSteps({ sql, statement: sql.split(';').length - 1, feed: `${feed.join('\n')}\n` }));
}

const clock = (time: number): string => new Date(time).toISOString().slice(14, 19);

/** `row` at 10:minute:second. */
function row(name: string, time: string, at: number, partition?: number): string {
  return `${name} +I {"k":1,"ts":"2024-01-01 10:${time}"} @ ${at}${partition === undefined ? '' : ` # ${partition}`}`;
}

/** Calls of generators and what came of them, with the times of their steps: `1000 onEvent 00:01`. */
function calls({ trace, moment }: RunSession): readonly string[] {
  const kinds = new Set(['onEvent', 'onPeriodicEmit', 'watermark-out', 'idle', 'active', 'paused', 'resumed']);
  return trace.steps.flatMap((step, i) =>
    moment(i)
      .events.filter((e) => kinds.has(e.kind) && trace.operators[e.operator]?.inputs.length === 0 && e.input === undefined)
      .map((e) => {
        const time = e.time === undefined ? '' : e.time === Infinity ? ' end' : ` ${clock(e.time)}`;
        return `${step.at} ${e.kind}${time}${e.partition === undefined ? '' : ` # ${e.partition}`}`;
      }),
  );
}

describe('calls of a watermark generator', () => {
  const one = 'SELECT k, ts FROM a;\n';

  it('on-event: a row that moves the watermark sends it', () => {
    const sql = PERIODIC + table('a', ", 'scan.watermark.emit.strategy' = 'on-event'") + one;
    expect(calls(session(sql, [row('a', '00:02', 1000), row('a', '00:01', 1100)]))).toEqual([
      '1000 onEvent 00:02',
      '1000 watermark-out 00:02',
      '1100 onEvent 00:01',
      '2100 watermark-out end',
    ]);
  });

  it('on-periodic: the next tick sends it', () => {
    expect(calls(session(PERIODIC + table('a') + one, [row('a', '00:02', 900), row('a', '00:03', 1100)]))).toEqual([
      '900 onEvent 00:02',
      '1000 onPeriodicEmit 00:02',
      '1000 watermark-out 00:02',
      '1100 onEvent 00:03',
      '1200 onPeriodicEmit 00:03',
      '1200 watermark-out 00:03',
      '2100 watermark-out end',
    ]);
  });

  it('without an interval a tick follows each row', () => {
    expect(calls(session(table('a') + one, [row('a', '00:02', 900), row('a', '00:01', 1100)]))).toEqual([
      '900 onEvent 00:02',
      '900 onPeriodicEmit 00:02',
      '900 watermark-out 00:02',
      '1100 onEvent 00:01',
      '2100 watermark-out end',
    ]);
  });

  it('a watermark assigner is called the same way', () => {
    const sql = table('a').replace(KAFKA, "'connector' = 'filesystem', 'path' = '/p', 'format' = 'json'").replace(", 'topic' = 'a'", '');
    const { trace, moment } = session(PERIODIC + sql + one, [row('a', '00:02', 900), row('a', '00:03', 1100)]);
    const assigner = trace.operators.findIndex((o) => o.name === 'WatermarkAssigner');
    const own = trace.steps.flatMap((step, i) =>
      moment(i).events.flatMap((e) =>
        e.operator === assigner && /^on|-out$/.test(e.kind) && e.kind !== 'record-out' ? [`${step.at} ${e.kind}`] : [],
      ),
    );
    expect(own).toEqual(['900 onEvent', '900 watermark-out', '1100 onEvent', '1100 watermark-out', '2100 watermark-out']);
  });
});

describe('partitions of a source that takes the watermark over', () => {
  const one = 'SELECT k, ts FROM a;\n';

  it('run the plan that EXPLAIN shows', () => {
    const run = session(table('a') + one, [row('a', '00:01', 1000, 0), row('a', '00:05', 2000, 1)]);
    expect(run.trace.operators.map((o) => o.name)).toEqual(['TableSourceScan']);
    expect(run.trace.operators[0]?.description).toContain('watermarkEmitStrategy=[on-periodic]');
  });

  it('hold the watermark at their smallest, each with a line of its own', () => {
    const run = session(table('a') + one, [row('a', '00:09', 1000, 0), row('a', '00:05', 2000, 1), row('a', '00:07', 3000, 1)]);
    expect(calls(run)).toEqual([
      '1000 onEvent 00:09 # 0',
      '1000 onPeriodicEmit 00:09 # 0',
      '2000 onEvent 00:05 # 1',
      '2000 onPeriodicEmit 00:05 # 1',
      '2000 watermark-out 00:05',
      '3000 onEvent 00:07 # 1',
      '3000 onPeriodicEmit 00:07 # 1',
      '3000 watermark-out 00:07',
      '4000 watermark-out end',
    ]);
    const lines = run.trace.watermarks.filter((l) => l.partition !== undefined);
    expect(lines.map((l) => [l.operator, l.partition, ...[...l.values].map(clock)])).toEqual([
      [0, 0, '00:09'],
      [0, 1, '00:05', '00:07'],
    ]);
  });

  it('are idle after scan.watermark.idle-timeout and active again with a watermark, not with a row', () => {
    const sql = PERIODIC + table('a', ", 'scan.watermark.idle-timeout' = '1 s'") + one;
    const feed = [row('a', '00:01', 100, 1), ...[1, 2, 3, 4, 5].map((n) => row('a', `00:0${n}`, n * 500, 0)), row('a', '00:02', 2550, 1)];
    const own = calls(session(sql, feed)).filter((c) => !c.includes('onEvent'));
    // Last row of 1 at 100: no row between 200 and 400 starts the silence, and more than 1 s after that it is idle.
    expect(own).toEqual([
      '200 onPeriodicEmit 00:01 # 1',
      '600 onPeriodicEmit 00:01 # 0',
      '600 watermark-out 00:01',
      '1200 onPeriodicEmit 00:02 # 0',
      '1600 onPeriodicEmit 00:03 # 0',
      '1600 idle # 1',
      '1600 watermark-out 00:03',
      '2200 onPeriodicEmit 00:04 # 0',
      '2200 watermark-out 00:04',
      '2600 onPeriodicEmit 00:05 # 0',
      '2600 onPeriodicEmit 00:02 # 1',
      '2600 active # 1',
      '3550 watermark-out end',
    ]);
  });

  it('all idle: the largest of their watermarks goes out before the source is idle', () => {
    const sql = table('a', ", 'scan.watermark.idle-timeout' = '1 s'") + one;
    const feed = [row('a', '00:09', 500, 0), row('a', '00:05', 1000, 1), 'end @ 9000'];
    expect(calls(session(sql, feed)).filter((c) => !c.includes('on'))).toEqual([
      '1000 watermark-out 00:05',
      '1501 idle # 0',
      '2001 idle # 1',
      '2001 watermark-out 00:09',
      '2001 idle',
      '10000 active',
      '10000 watermark-out end',
    ]);
  });
});

it('table.exec.source.idle-timeout counts for a source without partitions too', () => {
  const join = "SELECT a.k FROM a JOIN b ON a.k = b.k AND a.ts BETWEEN b.ts - INTERVAL '1' SECOND AND b.ts;\n";
  const sql = `SET 'table.exec.source.idle-timeout' = '5 s';\n${table('a')}${table('b')}${join}`;
  const run = session(sql, [
    row('a', '00:01', 1000),
    row('b', '00:01', 2000),
    row('a', '00:20', 5000),
    row('a', '00:30', 8000),
    'end @ 9000',
  ]);
  expect(calls(run).filter((c) => c.includes('idle'))).toEqual(['7001 idle']);
  const interval = run.trace.operators.findIndex((o) => o.name === 'IntervalJoin');
  const step = run.trace.steps.findIndex((s) => s.at === 8000);
  // Without b the join's watermark is that of a.
  expect(clock(run.operator(interval, step).watermark)).toBe('00:30');
});

describe('watermark alignment', () => {
  const options =
    ", 'scan.watermark.alignment.group' = 'g', 'scan.watermark.alignment.max-drift' = '10 s', 'scan.watermark.alignment.update-interval' = '1 s'";
  const union = 'SELECT k, ts FROM a UNION ALL SELECT k, ts FROM b;\n';
  const buffer = (n: number): string => `SET 'pipeline.watermark-alignment.buffer-size' = '${n}';\n`;
  const both = table('a', options) + table('b', options) + union;
  const feed = [row('a', '00:00', 500), row('b', '00:00', 500), row('a', '00:30', 1500), row('a', '00:40', 2500), row('b', '00:25', 2600)];

  /** When rows were read: `500 a 00:00`. */
  const reads = ({ trace }: RunSession): readonly string[] =>
    trace.steps.flatMap((s) => (s.cause === 'row' ? [`${s.at} ${s.table} ${clock(s.eventTime ?? 0)}`] : []));
  const pauses = ({ trace }: RunSession): readonly string[] =>
    (trace.pauses ?? []).map((p) =>
      [trace.operators[p.operator]?.table, trace.steps[p.from]?.at, p.to === undefined ? '' : trace.steps[p.to]?.at, p.partition ?? '']
        .join(' ')
        .trim(),
    );

  it('stops a source that is ahead of its group until the group has come closer', () => {
    const run = session(buffer(0) + both, [...feed, 'end @ 6000']);
    // At 2000 the report of 1000 counts: 00:00 + 10 s. b is too far as well at 3000; at 4000 its own 00:25 is the smallest.
    expect(reads(run)).toEqual(['500 a 00:00', '500 b 00:00', '1500 a 00:30', '2600 b 00:25', '4000 a 00:40']);
    expect(pauses(run).slice(0, 3)).toEqual(['a 2000 4000', 'b 2600 4000', 'a 4000']);
    expect(
      calls(run)
        .filter((c) => /paused|resumed/.test(c))
        .slice(0, 3),
    ).toEqual(['2000 paused', '2600 paused', '4000 resumed']);
  });

  it('looks at the watermark of three intervals ago, as samples are kept by default', () => {
    const run = session(both, [...feed, 'end @ 6000']);
    // The sample of 2000 is the oldest from 4000 on; then the report of 3000 allows 00:35.
    expect(reads(run)).toEqual(['500 a 00:00', '500 b 00:00', '1500 a 00:30', '2500 a 00:40', '2600 b 00:25']);
    expect(pauses(run)[0]).toMatch(/^a /);
  });

  it('waits for nobody who is idle or has ended, and reads everything before the end', () => {
    const ahead = [row('a', '00:00', 500), row('b', '00:00', 500), row('a', '05:00', 1500), row('a', '06:00', 2500)];
    const ended = session(buffer(0) + both, ahead);
    // b ends at 4500; its end is reported at once and announced at 5000.
    expect(reads(ended).at(-1)).toBe('5000 a 06:00');
    expect(ended.trace.stop).toBe('done');
    expect(ended.trace.changes).toHaveLength(4);
    const idle = session(buffer(0) + both, [...ahead, 'b idle @ 2600', 'end @ 9000']);
    // Told idle at 2600, reported at 3000, announced at 4000.
    expect(reads(idle).at(-1)).toBe('4000 a 06:00');
  });

  it('has no effect without a group, and next to none in another', () => {
    const other = table('a', options) + table('b', options.replace("'g'", "'h'")) + union;
    expect(reads(session(buffer(0) + table('a') + table('b') + union, feed)).at(-2)).toBe('2500 a 00:40');
    // Alone in its group a source waits for nobody but its own report, which is an interval old.
    expect(reads(session(buffer(0) + other, feed)).at(-1)).toBe('3000 a 00:40');
    expect(session(other, feed).trace.pauses).toBeUndefined();
  });

  it('pauses the partition that is ahead, not the source', () => {
    const sql = `${buffer(0)}${table('a', options)}SELECT k, ts FROM a;\n`;
    const rows = [
      row('a', '00:00', 500, 0),
      row('a', '00:00', 500, 1),
      row('a', '00:30', 1500, 1),
      row('a', '00:40', 2500, 1),
      row('a', '00:05', 2600, 0),
    ];
    const run = session(sql, [...rows, row('a', '00:35', 3500, 0), 'end @ 9000']);
    expect(reads(run)).toEqual(['500 a 00:00', '500 a 00:00', '1500 a 00:30', '2600 a 00:05', '3500 a 00:35', '5000 a 00:40']);
    expect(pauses(run)[0]).toBe('a 2000 5000 1');
  });

  it('does not wait for a partition that has nothing more', () => {
    const sql = `${buffer(0)}${table('a', options)}SELECT k, ts FROM a;\n`;
    const rows = [row('a', '00:00', 500, 0), row('a', '00:00', 500, 1), row('a', '00:30', 1500, 1), row('a', '00:40', 2500, 1)];
    const run = session(sql, rows);
    expect(reads(run).at(-1)).toMatch(/ a 00:40$/);
    expect(run.trace.stop).toBe('done');
  });
});

it('values of metadata columns reach a source that gives them in a type of its own', () => {
  const metadata =
    "t TIMESTAMP(3) METADATA FROM 'timestamp', p INT METADATA FROM 'partition' VIRTUAL, o BIGINT METADATA FROM 'offset' VIRTUAL";
  const sql = `SET 'table.local-time-zone' = 'Asia/Shanghai';\n${table('m').replace('k INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts', `k INT, ${metadata}`)}SELECT * FROM m;\n`;
  const run = session(sql, ['m +I {"k":1,"t":"2024-01-01 10:00:00","p":3,"o":12345678901}', 'm +I {"k":2}']);
  expect(run.trace.operators[0]?.description).toContain('metadata=[');
  expect(run.trace.changes.map((c) => c.cells)).toEqual([
    ['1', '2024-01-01 10:00:00.000', '3', '12345678901'],
    ['2', null, null, null],
  ]);
});
