import { describe, expect, it } from 'vitest';
import { rowTypeOf, simpleType, stringType, timestampType, decimalType, arrayType } from '../types/sql-type.ts';
import { readFeed, readFeedLine, readFeedSteps } from './read-feed.ts';
import { formatEntry } from './write-feed.ts';
import { rowOfJson } from './row-of-json.ts';

describe('readFeed', () => {
  it('reads rows, tails, idleness, watermarks and the end', () => {
    const feed = readFeed(
      '# comment\n\norders +I {"id":1} @ 1500 # 2\norders idle @ 4000\norders watermark "2024-01-01 10:00:00" @ 5000\nend @ 9000\n',
    );
    expect(feed.diagnostics).toEqual([]);
    expect(feed.entries.map((e) => [e.kind, e.line, e.at])).toEqual([
      ['row', 3, 1500],
      ['idle', 4, 4000],
      ['watermark', 5, 5000],
      ['end', 6, 9000],
    ]);
  });

  it('tells bad lines with their number and goes on', () => {
    const feed = readFeed('orders\norders +I {"id":}\norders +I {"id":1} x\norders +I {"id":1}');
    expect(feed.entries).toHaveLength(1);
    expect(feed.diagnostics.map((d) => d.message)).toEqual([
      'Line 1: Not a feed line; expected: table +I|-U|+U|-D|= {json}.',
      'Line 2: Not JSON at column 17: a JSON value expected.',
      'Line 3: Expected only "@ milliseconds" and "# partition" behind the row.',
    ]);
  });

  it('reads how long lookups take, for all keys or some, and writes it again', () => {
    const lines = ['users lookup delay 300', 'users lookup delay 2000 {"id":7} @ 500', 'users = {"id":7} @ 1500'];
    const { entries, diagnostics } = readFeed(lines.join('\n'));
    expect(diagnostics).toEqual([]);
    expect(entries.map((e) => (e.kind === 'lookup-delay' ? [e.table, e.delay, e.at, e.json !== undefined] : e.kind))).toEqual([
      ['users', 300, undefined, false],
      ['users', 2000, 500, true],
      'row',
    ]);
    expect(entries.map(formatEntry)).toEqual(lines);
    expect(readFeed('users lookup delay\nusers lookup delay 3 # 1\nusers lookup delay 3 {"id"}').diagnostics.map((d) => d.message)).toEqual(
      [
        'Line 1: Not a feed line; expected: table +I|-U|+U|-D|= {json}.',
        'Line 2: Expected only "@ milliseconds" behind the delay.',
        "Line 3: Not JSON at column 27: ':' expected.",
      ],
    );
  });

  it('turns JSON into values of the columns', () => {
    const feed = readFeed('t +I {"a":9007199254740993,"d":1.005,"ts":"2024-01-01 10:00:00.1239","l":[1,null],"r":{"x":"y"}}');
    const fields = [
      { name: 'a', type: simpleType('BIGINT', true) },
      { name: 'd', type: decimalType(10, 2, true) },
      { name: 'ts', type: timestampType(3, true) },
      { name: 'l', type: arrayType(simpleType('INTEGER', true), true) },
      { name: 'r', type: rowTypeOf([{ name: 'x', type: stringType(true) }], true) },
      { name: 'missing', type: stringType(true) },
    ];
    const [entry] = feed.entries;
    expect(entry?.kind === 'row' && rowOfJson(entry.json, fields)).toEqual([
      9007199254740993n,
      { unscaled: 101n, scale: 2 },
      1704103200123000000n,
      [1, null],
      { row: ['y'] },
      null,
    ]);
  });

  it('never throws (seeded)', () => {
    let seed = 20240607;
    const next = (n: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return seed % n;
    };
    const parts = [
      't',
      ' ',
      '+I',
      '-U',
      '=',
      '{',
      '}',
      '"a"',
      ':',
      '1',
      ',',
      '[',
      ']',
      '\\u00',
      '@ 5',
      '# 1',
      'end',
      'idle',
      'watermark',
      '"',
      '\n',
      '1e9999',
      '-',
    ];
    for (let i = 0; i < 3000; i++) {
      const text = Array.from({ length: next(25) }, () => parts[next(parts.length)]).join('');
      expect(() => readFeed(text), text).not.toThrow();
    }
  });
});

describe('a text read after another', () => {
  const text = ['# rows', 'a +I {"id":1} @ 1', 'a +I {"id":2} @ 2', 'broken', 'b idle @ 3', 'end @ 9', ''].join('\n');
  const again = (later: string) => {
    const before = { text, feed: readFeed(text) };
    const steps = readFeedSteps(later, before);
    for (;;) {
      const next = steps.next();
      if (next.done) return { feed: next.value, before: before.feed };
    }
  };

  it.each([
    ['is the same', text],
    ['has a line changed', text.replace('"id":1', '"id":7')],
    ['has a line more', text.replace('broken', 'a +I {"id":3}\nbroken')],
    ['has a line less', text.replace('a +I {"id":2} @ 2\n', '')],
    ['has lines exchanged', text.split('\n').reverse().join('\n')],
    ['is empty', ''],
  ])('gives what it gives alone: %s', (_, later) => expect(again(later).feed).toEqual(readFeed(later)));

  it('does not read lines again that stayed', () => {
    const { feed, before } = again(text.replace('"id":1', '"id":7'));
    expect(feed.entries[0]).not.toBe(before.entries[0]);
    expect(feed.entries[1]).toBe(before.entries[1]);
  });

  it('finds the entry of one line', () => {
    expect(readFeedLine('a +I {"id":2} @ 2', 3)).toEqual(readFeed(text).entries[1]);
    expect([readFeedLine('# rows', 1), readFeedLine('broken', 4)]).toEqual([undefined, undefined]);
  });
});
