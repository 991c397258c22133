import { describe, expect, it } from 'vitest';
import { eventClock } from './clock-text.ts';
import { hitLanes, type Hit, type LanesOnScreen } from './hit.ts';
import { HEADER, placeLanes } from './lane-layout.ts';
import { laneModel } from './lanes.ts';
import { toPixel } from './scales.ts';
import { unionRun } from './testdata/union-run.ts';

const model = laneModel(unionRun(), eventClock('UTC'));
const screen: LanesOnScreen = {
  model,
  lanes: placeLanes(model).lanes,
  time: { domain: { from: 0, to: 11_000 }, range: { from: 166, to: 1088 } },
  scroll: 0,
  gutter: 166,
  eventSpan: model.eventSpan,
};

/** The pixel of a moment, and the height in the middle of a lane. */
function at(seconds: number, lane: number, down: number): Hit | undefined {
  const placed = screen.lanes[lane];
  return hitLanes(screen, toPixel(screen.time, seconds * 1000), HEADER + (placed?.top ?? 0) + down);
}

describe('what is under the pointer', () => {
  it('a row, within reach of its mark', () => {
    expect(at(3, 0, 17)).toMatchObject({ kind: 'event', step: 5 });
    expect(at(3.05, 0, 22)).toMatchObject({ kind: 'event', step: 5 });
    expect(at(3, 0, 60)).toMatchObject({ kind: 'plot', step: 5, operator: 0 });
  });

  it('a window in its row, and its firing', () => {
    expect(at(7, 4, 48)).toMatchObject({ kind: 'window', step: 13, box: { rows: 3 } });
    const fire = at(9.08, 4, 48);
    expect(fire).toMatchObject({ kind: 'window', step: 18 });
    expect(at(3, 4, 48)).toMatchObject({ kind: 'plot' });
    expect(at(7, 4, 36)).toMatchObject({ kind: 'plot' });
  });

  it('a change of the result', () => {
    expect(at(6.15, 5, 22)).toMatchObject({ kind: 'change', step: 12 });
    expect(at(4, 5, 22)).toMatchObject({ kind: 'plot' });
  });

  it('the head of a lane, the axis, and nothing below', () => {
    expect(hitLanes(screen, 80, HEADER + 160)).toEqual({ kind: 'head', operator: 2, lane: 'merge 2' });
    expect(hitLanes(screen, toPixel(screen.time, 4060), 10)).toEqual({ kind: 'axis', step: 8 });
    expect(hitLanes(screen, 80, 9999)).toBeUndefined();
    expect(hitLanes(screen, 400, 9999)).toMatchObject({ kind: 'plot', operator: undefined });
  });

  it('follows when lanes are scrolled', () => {
    const scrolled = { ...screen, scroll: 76 };
    expect(hitLanes(scrolled, 80, HEADER + 4)).toMatchObject({ kind: 'head', operator: 1 });
    expect(hitLanes(scrolled, toPixel(screen.time, 4000), HEADER + 68 - 7)).toMatchObject({ kind: 'event', step: 7 });
  });
});
