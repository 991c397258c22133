import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFeed } from './read-feed.ts';
import { formatEntry } from './write-feed.ts';
import {
  appendLines,
  changeEntry,
  duplicateLine,
  insertLines,
  moveArrival,
  moveLine,
  moveRow,
  removeLine,
  timedEntries,
} from './edit-feed.ts';

const FEED = `# two streams
web +I {"id":1,"ts":"2024-05-06 10:01:00"} @ 1000
app +I {"id":2,"ts":"2024-05-06 10:02:00"} @ 2000 # 1

web idle @ 3000
not a line
end @ 9000
`;

describe('lines', () => {
  it('are put in, taken out, doubled and moved; all others stay', () => {
    expect(insertLines('', 0, ['a', 'b'])).toBe('a\nb\n');
    expect(removeLine(FEED, 4)).toBe(FEED.replace('\n\n', '\n'));
    expect(duplicateLine('a\nb\n', 1)).toBe('a\na\nb\n');
    expect(moveLine('a\nb\nc\n', 1, 3)).toBe('b\nc\na\n');
    expect(moveLine('a\nb\nc\n', 3, 1)).toBe('c\na\nb\n');
    expect(removeLine(FEED, 99)).toBe(FEED);
  });

  it('are added before the end of all sources', () => {
    expect(appendLines(FEED, ['x +I {"id":3}']).split('\n').slice(-4)).toEqual(['not a line', 'x +I {"id":3}', 'end @ 9000', '']);
    expect(appendLines('', ['x +I {"id":3}'])).toBe('x +I {"id":3}\n');
  });
});

describe('entries', () => {
  it('arrive when they say, else shortly after the one before; the clock never goes back', () => {
    const { entries } = readFeed('d = {"a":1}\nt +I {"a":1}\nt +I {"a":1} @ 500\nt +I {"a":1}\nt +I {"a":1} @ 100\n');
    expect(timedEntries(entries).map(({ arrival }) => arrival)).toEqual([0, 1000, 1000, 2000, 2000]);
  });

  it('change in their line', () => {
    expect(changeEntry(FEED, 3, { op: '-D', cells: { id: { number: '9' }, ts: undefined }, partition: null })).toBe(
      FEED.replace('app +I {"id":2,"ts":"2024-05-06 10:02:00"} @ 2000 # 1', 'app -D {"id":9} @ 2000'),
    );
    expect(changeEntry(FEED, 5, { at: null })).toBe(FEED.replace('web idle @ 3000', 'web idle'));
    expect(changeEntry(FEED, 6, { at: 1 })).toBe(FEED);
  });

  it('are read as they were written', () => {
    const { entries } = readFeed(`${FEED}t watermark "2024-01-01 10:00:00" @ 5 # 3\nt = {"a":{"b":[1,null,true]},"c":"\\"x\\n"}\n`);
    for (const entry of entries) {
      const again = readFeed(formatEntry(entry)).entries[0];
      expect({ ...again, line: entry.line }).toEqual(entry);
    }
  });
});

describe('a row moved on the timeline', () => {
  it('gets its time of arrival in place while the order stays', () => {
    expect(moveArrival(FEED, 2, 1500)).toEqual({ feed: FEED.replace('@ 1000', '@ 1500'), line: 2 });
  });

  it('moves behind the rows that now arrive before it', () => {
    const { feed, line } = moveArrival('a +I {"n":1} @ 100\na +I {"n":2} @ 200\na +I {"n":3} @ 300\n', 1, 250);
    expect(feed).toBe('a +I {"n":2} @ 200\na +I {"n":1} @ 250\na +I {"n":3} @ 300\n');
    expect(line).toBe(2);
    expect(moveArrival('a +I {"n":1} @ 100\na +I {"n":2} @ 200\na +I {"n":3} @ 300\n', 3, 0)).toEqual({
      feed: 'a +I {"n":3} @ 0\na +I {"n":1} @ 100\na +I {"n":2} @ 200\n',
      line: 1,
    });
  });

  it('leaves the times of others as they were', () => {
    const { feed } = moveArrival('a +I {"n":1} @ 100\na +I {"n":2}\n', 1, 1400);
    expect(feed).toBe('a +I {"n":2} @ 1100\na +I {"n":1} @ 1400\n');
  });

  it('gets its event time in the form that it had', () => {
    const time = Date.UTC(2024, 4, 6, 10, 7, 30, 500);
    expect(moveRow(FEED, { line: 2, eventTime: time }, 'ts')).toContain('web +I {"id":1,"ts":"2024-05-06 10:07:30.500"} @ 1000');
    expect(moveRow('t +I {"ts":"2024-05-06T10:01:00Z"}\n', { line: 1, eventTime: time - 500 }, 'ts')).toBe(
      't +I {"ts":"2024-05-06T10:07:30Z"}\n',
    );
    expect(moveRow(FEED, { line: 2, eventTime: time }, undefined)).toBe(FEED);
  });

  it('never loses or reorders another row (random)', () => {
    const feeds = fc.array(fc.record({ gap: fc.integer({ min: 0, max: 3 }), written: fc.boolean() }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(feeds, fc.nat(), fc.integer({ min: 0, max: 1000 }), (rows, pick, at) => {
        let now = 0;
        const text = rows.map(({ gap, written }, i) => `t +I {"n":${i}}${written ? ` @ ${(now += gap * 100)}` : ''}`).join('\n') + '\n';
        const line = (pick % rows.length) + 1;
        const moved = moveArrival(text, line, at);
        const names = (feed: string): readonly { n: unknown; arrival: number }[] =>
          timedEntries(readFeed(feed).entries).map(({ entry, arrival }) => ({
            n: entry.kind === 'row' && entry.json.fields.get('n'),
            arrival,
          }));
        const self = JSON.stringify({ number: String(line - 1) });
        const others = (feed: string) => names(feed).filter((row) => JSON.stringify(row.n) !== self);
        expect(others(moved.feed)).toEqual(others(text));
        expect(names(moved.feed)[moved.line - 1]).toEqual({ n: { number: String(line - 1) }, arrival: at });
      }),
      { seed: 7 },
    );
  });
});
