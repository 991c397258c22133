import { describe, expect, it } from 'vitest';
import { ChannelValve, WatermarkValve, type Valve } from './watermark-valve.ts';

type Event = readonly [input: number, what: number | 'idle' | 'active'];

/** What comes out of a valve, event by event. */
function outputs(valve: Valve, events: readonly Event[]): readonly string[] {
  return events.map(([input, what]) => {
    const out = typeof what === 'number' ? valve.onWatermark(input, what) : valve.onStatus(input, what === 'idle');
    return [out.idle === false ? 'active' : '', out.watermark ?? '', out.idle === true ? 'idle' : ''].join(' ').trim();
  });
}

describe('inputs of an operator', () => {
  it('an idle one is left out; one that comes back with an old watermark holds the others', () => {
    const events: Event[] = [[0, 5], [1, 20], [0, 'idle'], [1, 25], [0, 'active'], [1, 30], [0, 28]]; // prettier-ignore
    expect(outputs(new WatermarkValve(2), events)).toEqual(['', '5', '20', '25', '', '', '28']);
  });

  it('all idle: the largest goes out', () => {
    const events: Event[] = [[0, 5], [1, 4], [0, 'idle'], [1, 'idle'], [0, 'active'], [0, 6]]; // prettier-ignore
    expect(outputs(new WatermarkValve(2), events)).toEqual(['', '4', '', '5 idle', 'active', '6']);
  });
});

describe('channels of one input', () => {
  it('one that comes back holds nobody before it has caught up', () => {
    const events: Event[] = [[0, 5], [1, 20], [0, 'idle'], [1, 25], [0, 'active'], [1, 30], [0, 28], [0, 31], [1, 40], [0, 35]]; // prettier-ignore
    expect(outputs(new ChannelValve(2), events)).toEqual(['', '5', '20', '25', '', '30', '', '', '31', '35']);
  });

  it('all idle: the largest goes out if the last was the one that all waited for', () => {
    const events = (first: number, second: number): Event[] => [[0, 5], [1, 4], [first, 'idle'], [second, 'idle']]; // prettier-ignore
    expect(outputs(new ChannelValve(2), events(0, 1))).toEqual(['', '4', '', '5 idle']);
    expect(outputs(new ChannelValve(2), events(1, 0))).toEqual(['', '4', '5', 'idle']);
  });

  it('a watermark of an idle channel does not count', () => {
    expect(outputs(new ChannelValve(1), [[0, 'idle'], [0, 9], [0, 'active'], [0, 9]])).toEqual(['idle', '', 'active', '9']); // prettier-ignore
  });
});
