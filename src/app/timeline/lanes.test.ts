import { describe, expect, it } from 'vitest';
import type { RunTrace } from '../../trace/run-trace.ts';
import { eventClock } from './clock-text.ts';
import { inputName, type Lane, type LaneModel } from './lane-kinds.ts';
import { eventSpan, laneModel } from './lanes.ts';
import { largeRun } from './testdata/large-run.ts';
import { minutesPastTen, plainOperator, unionRun } from './testdata/union-run.ts';
import { windowSentence, windowText } from './window-text.ts';
import { buffersOf, closeOf, packTracks } from './windows.ts';

function modelOf(trace: RunTrace): LaneModel {
  return laneModel(trace, eventClock('UTC'));
}

function laneOf<K extends Lane['kind']>(model: LaneModel, kind: K, title?: string): Extract<Lane, { kind: K }> {
  const found = model.lanes.find((lane) => lane.kind === kind && (title === undefined || lane.title === title));
  if (!found) throw new Error(`no lane of kind ${kind}`);
  return found as Extract<Lane, { kind: K }>; // its kind was just compared
}

describe('lanes of the union', () => {
  const model = modelOf(unionRun());

  it('stand in the order of the data', () => {
    expect(model.lanes.map((lane) => `${lane.kind} ${lane.title}, ${lane.subtitle}`)).toEqual([
      'source web, source, 1 of 2',
      'source app, source, 2 of 2',
      'merge Union, smaller of both',
      'buffers LocalWindowAggregate, buffers until flush',
      'windows GlobalWindowAggregate, fires, drops',
      'results Result, 2 changes',
    ]);
  });

  it('hold rows with their lateness', () => {
    const { events } = laneOf(model, 'source', 'web');
    expect([...events.steps]).toEqual([1, 3, 5, 13, 15]);
    expect([...events.marks]).toEqual([0, 0, 0, 2, 1]);
    expect([...events.late]).toEqual([13, 15]);
  });

  it('name the input that holds the union back', () => {
    const lane = laneOf(model, 'merge');
    expect(lane.inputs.map((input) => input.name)).toEqual(['web', 'app']);
    expect(lane.holders).toEqual([{ input: 1, from: 2, to: 20 }]);
  });

  it('cut buffers at each flush', () => {
    expect(laneOf(model, 'buffers').buffers).toEqual([
      { opened: 1, flushed: 12, rows: 6, groups: 3 },
      { opened: 13, flushed: 18, rows: 3, groups: 3 },
    ]);
  });

  it('pack windows that overlap into rows', () => {
    const lane = laneOf(model, 'windows');
    expect(lane.tracks?.map((track) => track.map(windowText))).toEqual([
      ['[10:00, 10:10)', '[10:20, 10:30)'],
      ['[10:10, 10:20)'],
      ['[10:30, 10:40)'],
    ]);
    expect(lane.boxes.map(windowSentence)).toEqual([
      '[10:00, 10:10) fires n=3, is purged',
      '[10:10, 10:20) fires n=3, is purged',
      '[10:30, 10:40) holds 1 row',
      '[10:20, 10:30) holds 1 row',
    ]);
  });

  it('share an axis of whole marks, which follows what is visible', () => {
    expect(model.eventSpan).toEqual({ from: minutesPastTen(0), to: minutesPastTen(40) });
    const long = modelOf(largeRun(3000));
    const part = eventSpan(long, { from: 50_000, to: 60_000 }) ?? { from: 0, to: Infinity };
    expect(part.from).toBeGreaterThan(minutesPastTen(0) + 20_000);
    expect(part.to).toBeLessThan(minutesPastTen(0) + 70_000);
  });
});

describe('other lanes', () => {
  it('one a partition, and one for their minimum', () => {
    const run = unionRun();
    const line = run.watermarks[0];
    if (!line) throw new Error('the run has watermarks');
    const watermarks = [
      { ...line, partition: 0 },
      { ...line, partition: 1, steps: Int32Array.of(6), values: Float64Array.of(minutesPastTen(1)) },
      ...run.watermarks,
    ];
    const model = modelOf({ ...run, watermarks });
    expect(model.lanes.slice(0, 3).map((lane) => `${lane.kind} ${lane.title}, ${lane.subtitle}`)).toEqual([
      'source web 0, partition 0 of 2',
      'source web 1, partition 1 of 2',
      'merge web, smallest of 2',
    ]);
  });

  it('state without windows is counted, nothing else has a lane', () => {
    const run = unionRun();
    const operators = [
      plainOperator('TableSourceScan', [], { table: 'a' }),
      plainOperator('Calc', [0]),
      plainOperator('GroupAggregate', [1], { stateTtl: 0, recordsIn: Int32Array.of(1, 2), recordsOut: Int32Array.of(2) }),
    ];
    const model = modelOf({ ...run, operators, watermarks: [], windows: [], changes: [] });
    expect(model.lanes.map((lane) => `${lane.kind} ${lane.title}`)).toEqual(['source a', 'counter GroupAggregate', 'results Result']);
  });

  it('a join shows the minimum of what arrives if it sends no watermark of its own', () => {
    const run = unionRun();
    const operators = run.operators.slice(0, 2).concat(plainOperator('Join', [0, 1], { stateTtl: 0 }));
    const model = modelOf({ ...run, operators, watermarks: run.watermarks.slice(0, 2), windows: [] });
    const lane = laneOf(model, 'merge', 'Join');
    expect([...(lane.line?.values ?? [])].at(-1)).toBe(minutesPastTen(21) - 1);
  });

  it('an input is named after its only source', () => {
    const run = unionRun();
    expect(inputName(run, 1)).toBe('app');
    expect(inputName(run, 5)).toBe('Union');
  });

  it('a source takes the watermark of the assigner behind it', () => {
    const run = unionRun();
    const operators = [plainOperator('TableSourceScan', [], { table: 'web' }), plainOperator('WatermarkAssigner', [0])];
    const [line] = run.watermarks;
    if (!line) throw new Error('the run has watermarks');
    const model = modelOf({ ...run, operators, watermarks: [{ ...line, operator: 1 }], windows: [], changes: [] });
    expect(laneOf(model, 'source').line?.values.length).toBe(3);
  });
});

describe('windows', () => {
  it('of several keys are one box', () => {
    const run = unionRun();
    const [first] = run.windows;
    if (!first) throw new Error('the run has windows');
    const windows = [first, { ...first, key: 'b', opened: 10, fired: [12, 14], purged: undefined, rows: 2 }];
    const [box] = modelOf({ ...run, windows }).windows.get(6) ?? [];
    expect(box).toMatchObject({ keys: 2, rows: 5, opened: 10, fired: [12, 14], purged: undefined });
    expect(box && windowSentence(box)).toBe('[10:00, 10:10) fires 2 keys, n=5');
    expect(box && closeOf(box, 20)).toBe(14);
  });

  it('are not packed if too many are open at a time', () => {
    const boxes = modelOf(largeRun(3000)).windows.get(3) ?? [];
    expect(packTracks(boxes, 9999, 6)).toBeDefined();
    expect(packTracks(boxes, 9999, 1)).toBeUndefined();
  });

  it('name the day where they cross midnight', () => {
    expect(windowText({ start: minutesPastTen(0), end: minutesPastTen(24 * 60) })).toBe('[05-06 10:00, 05-07 10:00)');
    expect(windowText({ start: minutesPastTen(0), end: minutesPastTen(0) + 1500 })).toBe('[10:00:00.000, 10:00:01.500)');
  });

  it('buffers without a flush stay open', () => {
    expect(buffersOf(Int32Array.of(3, 4), new Int32Array(0))).toEqual([{ opened: 3, flushed: undefined, rows: 2, groups: 0 }]);
    expect(buffersOf(Int32Array.of(3, 4, 8), Int32Array.of(4, 9))).toEqual([
      { opened: 3, flushed: 4, rows: 2, groups: 1 },
      { opened: 8, flushed: 9, rows: 1, groups: 1 },
    ]);
  });
});
