import { describe, expect, test } from 'vitest';
import type { OperatorMoment, RunChange, RunEvent, RunTrace } from '../../trace/run-trace.ts';
import { minutesPastTen, plainOperator, ROWTIME, unionRun } from '../timeline/testdata/union-run.ts';
import { eventLines } from './event-lines.ts';
import { feedTables, timeColumnOf } from './feed-tables.ts';
import { growthAt, samples, verdictOf } from './ledger.ts';
import { upperBound } from '../timeline/scales.ts';
import { defaultOperator, eventCount, outputWatermark, stepOfRow } from './moments.ts';
import { changelogAt, tableAt } from './results.ts';
import { runTarget, runTargets } from './run-target.ts';
import { inputName, runSentence, senderName } from './sentence.ts';
import { bytesText, namespaceText, runClock, sessionZone, timeText, windowText } from './time-text.ts';
import { closesByClock, waitingWindows } from './waiting.ts';

const run = unionRun();
const clock = runClock(run, 'UTC');

describe('moments', () => {
  test('counters are counts of entries up to a step', () => {
    expect([0, 11, 12, 17, 18].map((step) => upperBound(run.operators[6]!.recordsIn, step))).toEqual([0, 0, 3, 3, 6]);
    expect(eventCount(run)).toBe(18);
    expect(defaultOperator(run)).toBe(6);
    expect(stepOfRow(run, 7)).toBe(13);
    expect(outputWatermark(run, 2, 0)).toBe(-Infinity);
    expect(outputWatermark(run, 2, 18)).toBe(minutesPastTen(21) - 1);
  });
});

describe('sentences', () => {
  test('say what came and what became of it', () => {
    expect(runSentence(run, 0)).toBe('Step 0 of 19: the job starts');
    expect(runSentence(run, 13)).toBe('Step 13 of 19: row 7 of web arrives late and is dropped by GlobalWindowAggregate');
    expect(runSentence(run, 15)).toBe('Step 15 of 19: row 8 of web arrives behind the watermark');
    expect(runSentence(run, 12)).toBe('Step 12 of 19: a processing-time timer of app fires, 1 result');
    expect(runSentence(run, 99)).toBe('');
    expect([senderName(run, 5), inputName(run, 5), inputName(run, 0)]).toEqual(['LocalWindowAggregate', 'LocalWindowAggregate', 'web']);
  });
});

describe('results', () => {
  const change = (kind: string, cells: readonly string[], step: number): RunChange => ({ kind, cells, step, event: step, result: 0 });
  const changes = [
    change('+I', ['a', '1'], 1),
    change('+I', ['b', '1'], 2),
    change('-U', ['a', '1'], 3),
    change('+U', ['a', '2'], 3),
    change('+I', ['b', '1'], 4),
    change('-D', ['b', '1'], 5),
  ];
  const cellsAt = (trace: RunTrace, step: number) => tableAt(trace, 0, step).map((row) => row.cells.join(' '));

  test('without a key rows are a multiset', () => {
    const trace = { ...run, changes, results: [{ name: 'r', columns: [] }] };
    expect([...changelogAt(trace, 0, 3)]).toEqual([0, 1, 2, 3]);
    expect(cellsAt(trace, 2)).toEqual(['a 1', 'b 1']);
    expect(cellsAt(trace, 4)).toEqual(['b 1', 'a 2', 'b 1']);
    expect(cellsAt(trace, 5)).toEqual(['b 1', 'a 2']);
  });

  test('with a key a row takes the place of the one before', () => {
    const trace = { ...run, changes, results: [{ name: 'r', columns: [], upsertKey: [0] }] };
    expect(cellsAt(trace, 4)).toEqual(['a 2', 'b 1']);
    expect(cellsAt(trace, 5)).toEqual(['a 2']);
  });
});

describe('windows that wait', () => {
  test('are those with rows and without a result', () => {
    const at = (step: number) => waitingWindows(run, step).map(({ window }) => windowText(clock, window.start, window.end));
    expect(at(17)).toEqual(['[10:10, 10:20)', '[10:30, 10:40)']);
    expect(at(18)).toEqual(['[10:20, 10:30)', '[10:30, 10:40)']);
  });

  test('are told of while their rows are in a local phase', () => {
    const windows = run.windows.map((window) => ({ ...window, rows: 2, opened: 12, rowSteps: [3, 9] }));
    const at = (step: number) => waitingWindows({ ...run, windows: windows.slice(0, 1) }, step).map(({ rows }) => rows);
    expect([at(2), at(3), at(9)]).toEqual([[], [1], [2]]);
  });

  test('close by the clock if their time column is a processing time', () => {
    const pt = { name: 'pt', type: 'TIMESTAMP_LTZ(3) *PROCTIME*', nullable: false, time: 'PROCTIME' } as const;
    const closes = (description: string) =>
      closesByClock(
        { ...run, operators: [plainOperator('Calc', [], { columns: [ROWTIME, pt] }), plainOperator('W', [0], { description })] },
        1,
      );
    expect(closes('window=[TUMBLE(time_col=[pt], size=[10 min])], select=[a]')).toBe(true);
    expect(closes("window=[TumblingGroupWindow('w$, pt, 600000)]")).toBe(true);
    expect(closes('window=[TUMBLE(time_col=[ts], size=[10 min])], select=[pt]')).toBe(false);
    expect(closes('window=[TUMBLE(slice_end=[$slice_end], size=[10 min])]')).toBe(false);
  });
});

describe('run to', () => {
  const to = (text: string) => runTarget(run, clock, 2, text);
  test('a row, a time, a watermark, a window', () => {
    expect([to('7'), to('row 7'), to('web 7'), to('app 7'), to('99')]).toEqual([13, 13, 13, undefined, undefined]);
    expect([to('6.05 s'), to('6100 ms'), to('99 min')]).toEqual([11, 12, 19]);
    expect([to('10:05'), to('10:20'), to('2024-05-06 10:20'), to('11:00')]).toEqual([10, 18, 18, undefined]);
    expect([to('[10:10, 10:20)'), to('[10:20, 10:30)'), to('nonsense')]).toEqual([18, 18, undefined]);
    expect(runTargets(run, clock)).toContain('[10:30, 10:40)');
  });
});

describe('times', () => {
  test('in words where there is none', () => {
    expect([timeText(clock, -Infinity), timeText(clock, Infinity), timeText(clock, minutesPastTen(5) - 1)]).toEqual([
      'none yet',
      'end of input',
      '10:04:59.999',
    ]);
    expect(namespaceText(clock, `key ${minutesPastTen(20)} 42`)).toBe('key 10:20 42');
    expect(namespaceText(clock, `${minutesPastTen(10)}|${minutesPastTen(20)} a`)).toBe('[10:10, 10:20) a');
    expect(namespaceText(clock, `a ${minutesPastTen(10)}|${minutesPastTen(20)}`)).toBe('a [10:10, 10:20)');
    expect(namespaceText(clock, '-62135596800000')).toBe('00:00');
  });

  test('the zone is that of the session', () => {
    expect(sessionZone("SET 'table.local-time-zone' = 'Asia/Shanghai';\nSELECT 1;", {})).toBe('Asia/Shanghai');
    expect(sessionZone('SELECT 1', { 'table.local-time-zone': 'UTC+2' })).toBe('UTC+2');
    expect(sessionZone('SELECT 1', {})).toBe('UTC');
  });
});

describe('the ledger of state', () => {
  const moment = (entries: number, timers = 0): OperatorMoment => ({
    operator: 0,
    step: 0,
    watermark: 0,
    inputs: [],
    state: [],
    stateTotal: { entries, elements: entries, bytes: entries * 8 },
    timers: [],
    timersTotal: timers,
    events: [],
  });
  test('tells what grows without end from what ends', () => {
    const of = (ttl: number, ...entries: number[]) =>
      verdictOf(
        ttl,
        entries.map((n) => moment(n)),
      );
    expect(of(0, 1, 2, 3)).toBe('unbounded');
    expect(of(0, 2, 2, 2)).toBe('kept');
    // What a deletion takes away does not bound it.
    expect(of(0, 3, 1, 4)).toBe('unbounded');
    expect(verdictOf(0, [moment(1), moment(2)], true)).toBe('cleaned');
    expect(verdictOf(0, [moment(1, 1), moment(2, 2)])).toBe('cleaned');
    expect(of(3_600_000, 1, 2, 3)).toBe('expires');
    expect(of(0, 0, 0)).toBe('empty');
    expect(samples(12, 4)).toEqual([3, 6, 9, 12]);
    expect(samples(0)).toEqual([0]);
  });
});

test('state without end grows with the rate, state with a time to live has a level', () => {
  const entry = { operator: 0, entries: [2], now: { entries: 2, elements: 2, bytes: 200 }, timers: 0, rowsIn: 4, ttl: 0 };
  expect(growthAt({ ...entry, verdict: 'unbounded' }, 10)).toEqual({ kind: 'per-day', bytes: 500 * 86_400 });
  expect(growthAt({ ...entry, verdict: 'expires', ttl: 60_000 }, 10)).toEqual({ kind: 'level', bytes: 500 * 60 });
  expect(growthAt({ ...entry, verdict: 'cleaned' }, 10)).toBeUndefined();
  expect(growthAt({ ...entry, verdict: 'unbounded', rowsIn: 0 }, 10)).toBeUndefined();
  expect([2 ** 31, 2 ** 42].map(bytesText)).toEqual(['2.0 GB', '4.0 TB']);
});

describe('what an operator did', () => {
  test('in order, reads of state in one line', () => {
    const event = (kind: RunEvent['kind'], more: Partial<RunEvent> = {}): RunEvent => ({ index: 0, kind, operator: 2, ...more });
    const lines = eventLines(run, clock, [
      event('record-in', { input: 1, rowKind: '+I', cells: ['5', null] }),
      event('state-read', { name: 'acc', key: 'a' }),
      event('state-read', { name: 'acc', key: 'b' }),
      event('state-write', { name: 'acc', key: 'a', value: '(1)' }),
      event('watermark-out', { time: minutesPastTen(5) }),
      event('timer-set', { time: Infinity }),
    ]);
    expect(lines.map(({ text, note }) => `${text} | ${note}`)).toEqual([
      '5, NULL | from app',
      '2 states read | read',
      'acc a → (1) | written',
      'watermark 10:05:00 | sent on',
      'timer end of input | set',
    ]);
  });
});

describe('tables of the feed', () => {
  test('are the inputs of the statement, then what else has rows', () => {
    expect(timeColumnOf(run, 'web')).toBe('ts');
    const tables = feedTables(run, [
      { kind: 'idle', table: 'web', line: 1 },
      { kind: 'row', table: 'other', op: '=', json: { fields: new Map([['x', null]]) }, line: 2 },
    ]);
    expect(tables.map(({ table, columns, isFixed }) => [table, columns.map((column) => column.name), isFixed])).toEqual([
      ['web', ['ts'], false],
      ['app', ['ts'], false],
      ['other', ['x'], true],
    ]);
  });
});
