import { describe, expect, it } from 'vitest';
import { relRowType, simpleType, timestampType } from '../../types/sql-type.ts';
import { durationText, sameWindowSpec, windowingText } from './windowing.ts';

const ROW = relRowType([
  { name: 'id', type: simpleType('INTEGER', true) },
  { name: 'ts', type: timestampType(3, true, 'ROWTIME') },
]);

describe('texts of windows', () => {
  it('writes durations in the largest unit that divides them', () => {
    expect([0, 1500, 900_000, 3_600_000, 172_800_000].map(durationText)).toEqual(['0 ms', '1500 ms', '15 min', '1 h', '2 d']);
  });

  it('names the time column and the sizes', () => {
    const timeType = timestampType(3, true, 'ROWTIME');
    const spec = { kind: 'HOP', size: 600_000, slide: 300_000 } as const;
    expect(windowingText({ spec, timeType, isRowtime: true, columns: { by: 'time', timeIndex: 1 } }, ROW)).toBe(
      'HOP(time_col=[ts], size=[10 min], slide=[5 min])',
    );
  });

  it('tells windows apart by every part', () => {
    expect(sameWindowSpec({ kind: 'TUMBLE', size: 1000 }, { kind: 'TUMBLE', size: 1000, offset: 10 })).toBe(false);
  });
});
