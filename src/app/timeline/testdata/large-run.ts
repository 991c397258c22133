/** A generated run of any length: two sources, one slow, a tumbling window of ten seconds, results. The same for the same size. */
import type { RunChange, RunStep, RunTrace, RunWindow, WatermarkLine } from '../../../trace/run-trace.ts';
import { minutesPastTen, plainOperator } from './union-run.ts';

const DELAY = 5_000;
const SIZE = 10_000;

/** A small generator of numbers between 0 and 1, so that pictures and times can be compared. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

class LineWriter {
  readonly steps: number[] = [];
  readonly values: number[] = [];

  get value(): number {
    return this.values.at(-1) ?? -Infinity;
  }

  add(step: number, value: number): void {
    if (value <= this.value) return;
    this.steps.push(step);
    this.values.push(value);
  }

  line(operator: number, input: number): WatermarkLine {
    return { operator, input, steps: Int32Array.from(this.steps), values: Float64Array.from(this.values), idle: new Int32Array(0) };
  }
}

export function largeRun(rows: number): RunTrace {
  const random = generator(7);
  const start = minutesPastTen(0);
  const steps: RunStep[] = [{ cause: 'start', at: 0, events: 1 }];
  const lines = [new LineWriter(), new LineWriter(), new LineWriter()];
  const [web, app, union] = lines as [LineWriter, LineWriter, LineWriter];
  const open = new Map<number, { opened: number; rows: number }>();
  const windows: RunWindow[] = [];
  const changes: RunChange[] = [];
  const rowSteps: number[] = [];
  const dropped: number[] = [];
  for (let i = 0; i < rows; i++) {
    const step = steps.length;
    const isWeb = random() < 0.6;
    const at = Math.floor((i * 100) / 3);
    const disorder = random() < 0.02 ? 4 * DELAY * random() : DELAY * random();
    const eventTime = start + at - Math.floor(disorder) - (isWeb ? 0 : 6_000);
    const end = Math.floor(eventTime / SIZE) * SIZE + SIZE;
    const source = isWeb ? web : app;
    const isDropped = end - 1 <= union.value;
    const lateness = isDropped ? 'dropped' : eventTime <= source.value ? 'late' : undefined;
    steps.push({
      cause: 'row',
      at,
      line: i + 1,
      table: isWeb ? 'web' : 'app',
      partition: 0,
      rowKind: '+I',
      eventTime,
      events: 3,
      ...(lateness ? { lateness } : {}),
      ...(isDropped ? { droppedBy: 3 } : {}),
    });
    rowSteps.push(step);
    if (isDropped) dropped.push(step);
    else {
      const known = open.get(end);
      if (known) known.rows++;
      else open.set(end, { opened: step, rows: 1 });
    }
    source.add(step, eventTime - DELAY);
    union.add(step, Math.min(web.value, app.value));
    for (const [bound, { opened, rows: n }] of open) {
      if (bound - 1 > union.value) continue;
      open.delete(bound);
      windows.push({ operator: 3, key: '', start: bound - SIZE, end: bound, opened, fired: [step], purged: step, rows: n });
      changes.push({ step, event: step * 3, kind: '+I', cells: [String(n)], result: 0 });
    }
  }
  for (const [bound, { opened, rows: n }] of open)
    windows.push({ operator: 3, key: '', start: bound - SIZE, end: bound, opened, fired: [], rows: n });
  steps.push({ cause: 'end', at: Math.floor((rows * 100) / 3) + 1000, events: 1 });
  const all = Int32Array.from(rowSteps);
  return {
    version: 1,
    statement: 1,
    operators: [
      plainOperator('TableSourceScan', [], { table: 'web' }),
      plainOperator('TableSourceScan', [], { table: 'app' }),
      plainOperator('Union', [0, 1], { recordsIn: all, recordsOut: all }),
      plainOperator('WindowAggregate', [2], { recordsIn: all, lateDropped: Int32Array.from(dropped), stateTtl: 0 }),
      plainOperator('GroupAggregate', [3], { recordsIn: Int32Array.from(changes, (c) => c.step), stateTtl: 0 }),
    ],
    steps,
    watermarks: [web.line(0, -1), app.line(1, -1), union.line(2, -1)],
    windows,
    results: [{ name: 'result', columns: [] }],
    changes,
    diagnostics: [],
    stop: 'done',
    inputs: [],
    millis: 0,
  };
}
