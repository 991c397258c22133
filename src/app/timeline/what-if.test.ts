import { describe, expect, it } from 'vitest';
import { eventClock } from './clock-text.ts';
import { laneModel } from './lanes.ts';
import { minutesPastTen, unionRun } from './testdata/union-run.ts';
import { NO_CHANGE, sourcesOfOperator, whatIf, windowGrid, type BySource, type Change } from './what-if.ts';
import { whatIfSentence } from './what-if-text.ts';

const MINUTE = 60_000;
const model = laneModel(unionRun(), eventClock('UTC'));

function changed(delays: BySource, timeouts: BySource = new Map()): Change {
  return { delays, timeouts };
}

function sentence(delays: BySource, timeouts?: BySource): string | undefined {
  const change = changed(delays, timeouts);
  const result = whatIf(model, 6, change);
  return result && whatIfSentence(model, 6, change, result);
}

describe('late-data what-if', () => {
  it('without another delay is what happened', () => {
    expect(whatIf(model, 6, NO_CHANGE)).toEqual({ dropped: [13], late: [13, 15], saved: [], lost: [], earlier: 0, later: 0 });
    expect(sentence(new Map())).toBe('As it ran, row 7 is dropped.');
  });

  it('counts a row if the source that holds the window back is slower', () => {
    expect(sentence(new Map([[1, 2 * MINUTE]]))).toBe('With 2 min on app, row 7 is counted, no row is dropped and 2 windows close later.');
  });

  it('changes nothing if the other source is slower, until it is the slowest', () => {
    expect(sentence(new Map([[0, 2 * MINUTE]]))).toBe('With 2 min on web, row 7 is dropped.');
    expect(sentence(new Map([[0, 30 * MINUTE]]))).toBe(
      'With 30 min on web, row 7 is counted, no row is dropped and 2 windows close later.',
    );
    expect(whatIf(model, 6, changed(new Map([[0, 30 * MINUTE]])))?.late).toEqual([]);
  });

  it('finds rows that less delay would lose', () => {
    const result = whatIf(model, 6, changed(new Map([[1, -15 * MINUTE]])));
    expect(result?.lost).toEqual([9, 11, 15]);
    expect(result?.dropped).toEqual([9, 11, 13, 15]);
  });

  it('lets windows close without a source that is silent, and drops what it brings then', () => {
    // app has its first row at 4 s; by then web is at 10:34:59.999.
    expect(sentence(new Map(), new Map([[1, 2000]]))).toBe(
      'With an idle timeout of 2 s on app, 6 rows are dropped and 3 windows close earlier.',
    );
    expect(sentence(new Map(), new Map([[1, 5000]]))).toBe('With an idle timeout of 5 s on app, row 7 is dropped.');
  });

  it('knows the sources above an operator', () => {
    expect(sourcesOfOperator(model, 6).map((source) => source.name)).toEqual(['web', 'app']);
    expect(sourcesOfOperator(model, 0).map((source) => source.name)).toEqual(['web']);
  });

  it('has no answer where its rule is not the one that dropped', () => {
    const run = unionRun();
    const steps = run.steps.map((step, index) => (index === 15 ? { ...step, lateness: 'dropped' as const } : step));
    expect(whatIf(laneModel({ ...run, steps }, eventClock('UTC')), 6, NO_CHANGE)).toBeUndefined();
    expect(whatIf(model, 2, NO_CHANGE)).toBeUndefined();
  });

  it('reads size and slide from the windows', () => {
    const boxes = model.windows.get(6) ?? [];
    expect(windowGrid(boxes)).toEqual({ size: 10 * MINUTE, slide: 10 * MINUTE, origin: minutesPastTen(0) });
    const hop = boxes
      .slice(0, 1)
      .concat(boxes.slice(0, 1).map((box) => ({ ...box, startEpoch: box.startEpoch + 5 * MINUTE, endEpoch: box.endEpoch + 5 * MINUTE })));
    expect(windowGrid(hop)?.slide).toBe(5 * MINUTE);
    expect(windowGrid([...boxes, ...hop.map((box) => ({ ...box, endEpoch: box.endEpoch + 1 }))])).toBeUndefined();
  });
});
