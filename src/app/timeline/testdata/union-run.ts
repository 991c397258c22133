/** A small run by hand: a tumbling window of ten minutes over the union of `web` and `app`. Row 7 is dropped, row 8 is late but counted. */
import type { RunChange, RunOperator, RunStep, RunTrace, WatermarkLine } from '../../../trace/run-trace.ts';

const MINUTE = 60_000;
const TEN = Date.UTC(2024, 4, 6, 10);

/** 10:00 and so many minutes, on the sixth of May 2024. */
export function minutesPastTen(minutes: number): number {
  return TEN + minutes * MINUTE;
}

const ROWS: readonly (readonly ['web' | 'app', number, RunStep['lateness']?])[] = [
  ['web', 1],
  ['web', 12],
  ['web', 35],
  ['app', 5],
  ['app', 10],
  ['app', 10],
  ['web', 8, 'dropped'],
  ['web', 15, 'late'],
  ['app', 21],
];

function ints(...values: number[]): Int32Array {
  return Int32Array.from(values);
}

export const ROWTIME = { name: 'ts', type: 'TIMESTAMP(3) *ROWTIME*', nullable: true, time: 'ROWTIME' } as const;

/** An operator with nothing counted; tests fill in what they need. */
export function plainOperator(name: string, inputs: readonly number[], more: Partial<RunOperator> = {}): RunOperator {
  return {
    name,
    description: '',
    digest: `${name}-${inputs.join('-')}`,
    inputs,
    columns: [ROWTIME],
    recordsIn: ints(),
    recordsOut: ints(),
    lateDropped: ints(),
    timersFired: ints(),
    ...more,
  };
}

/** Row k arrives at k seconds (step 2k - 1), its watermark a tenth of a second later (step 2k). */
function stepsOf(): readonly RunStep[] {
  const steps: RunStep[] = [{ cause: 'start', at: 0, events: 1 }];
  ROWS.forEach(([table, minutes, lateness], index) => {
    const at = (index + 1) * 1000;
    steps.push({
      cause: 'row',
      at,
      line: index + 1,
      table,
      partition: 0,
      rowKind: '+I',
      eventTime: minutesPastTen(minutes),
      events: 4,
      ...(lateness ? { lateness } : {}),
      ...(lateness === 'dropped' ? { droppedBy: 6 } : {}),
    });
    steps.push({ cause: 'timer', at: at + 100, operator: table === 'web' ? 0 : 1, events: 2 });
  });
  steps.push({ cause: 'end', at: 10_000, line: 10, events: 9 });
  return steps;
}

function line(operator: number, input: number, entries: readonly (readonly [number, number])[]): WatermarkLine {
  return {
    operator,
    input,
    steps: Int32Array.from(entries, ([row]) => row * 2),
    values: Float64Array.from(entries, ([, minutes]) => minutesPastTen(minutes) - 1),
    idle: ints(),
  };
}

const WEB = [
  [1, 1],
  [2, 12],
  [3, 35],
] as const;
const APP = [
  [4, 5],
  [5, 10],
  [9, 21],
] as const;

function change(step: number, cells: readonly string[]): RunChange {
  return { step, event: step * 4, kind: '+I', cells, result: 0 };
}

export function unionRun(): RunTrace {
  const window = { operator: 6, key: '' };
  const local = (at: number): number => minutesPastTen(at);
  return {
    version: 1,
    statement: 4,
    operators: [
      plainOperator('TableSourceScan', [], { table: 'web', recordsOut: ints(1, 3, 5, 13, 15) }),
      plainOperator('TableSourceScan', [], { table: 'app', recordsOut: ints(7, 9, 11, 17) }),
      plainOperator('Union', [0, 1], { recordsIn: ints(1, 3, 5, 7, 9, 11, 13, 15, 17), recordsOut: ints(1, 3, 5, 7, 9, 11, 13, 15, 17) }),
      plainOperator('Calc', [2]),
      plainOperator('LocalWindowAggregate', [3], {
        recordsIn: ints(1, 3, 5, 7, 9, 11, 13, 15, 17),
        recordsOut: ints(12, 12, 12, 18, 18, 18),
      }),
      plainOperator('Exchange', [4], { distribution: 'single' }),
      plainOperator('GlobalWindowAggregate', [5], {
        recordsIn: ints(12, 12, 12, 18, 18, 18),
        recordsOut: ints(12, 18),
        lateDropped: ints(18),
        stateTtl: 0,
      }),
    ],
    steps: stepsOf(),
    watermarks: [line(0, -1, WEB), line(1, -1, APP), line(2, 0, WEB), line(2, 1, APP), line(2, -1, APP)],
    windows: [
      { ...window, start: local(0), end: local(10), opened: 12, fired: [12], purged: 12, rows: 3 },
      { ...window, start: local(10), end: local(20), opened: 12, fired: [18], purged: 18, rows: 3 },
      { ...window, start: local(30), end: local(40), opened: 12, fired: [], rows: 1 },
      { ...window, start: local(20), end: local(30), opened: 18, fired: [], rows: 1 },
    ],
    results: [{ name: 'result', columns: [] }],
    changes: [change(12, ['2024-05-06 10:00:00.000', '3', '5']), change(18, ['2024-05-06 10:10:00.000', '3', '8'])],
    diagnostics: [],
    stop: 'done',
    inputs: [
      { table: 'web', columns: [ROWTIME], fixed: false },
      { table: 'app', columns: [ROWTIME], fixed: false },
    ],
    millis: 2,
  };
}
