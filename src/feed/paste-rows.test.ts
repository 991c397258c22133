import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText, readCell } from './cell-text.ts';
import { MAX_PASTE_LENGTH, pasteRows, type PasteTarget } from './paste-rows.ts';
import { readFeed } from './read-feed.ts';

const TARGET: PasteTarget = {
  table: 'Bid',
  op: '+I',
  at: 1000,
  step: 500,
  columns: [
    { name: 'bidtime', type: 'TIMESTAMP(3) *ROWTIME*' },
    { name: 'price', type: 'DECIMAL(10, 2)' },
    { name: 'item', type: 'VARCHAR(2147483647)' },
    { name: 'ok', type: 'BOOLEAN' },
  ],
};
const paste = (text: string, more: Partial<PasteTarget> = {}) => pasteRows(text, { ...TARGET, ...more });

describe('a pasted text becomes rows', () => {
  it('JSON lines, over one line or several, with keys in any case', () => {
    const { format, lines, problems } = paste('{"BidTime":"2020-04-15 08:05:00","price":4.00}\n{\n "item": "A" }\n{"x":1}');
    expect(format).toBe('json');
    expect(lines).toEqual([
      'Bid +I {"bidtime":"2020-04-15 08:05:00","price":4.00} @ 1000',
      'Bid +I {"item":"A"} @ 1500',
      'Bid +I {} @ 2000',
    ]);
    expect(problems).toEqual([{ kind: 'unknown-column', subject: 'x' }]);
  });

  it('a JSON array', () => {
    expect(paste('[{"item":"A"}, 5, {"item":"B"}]')).toMatchObject({
      lines: ['Bid +I {"item":"A"} @ 1000', 'Bid +I {"item":"B"} @ 1500'],
      problems: [{ kind: 'not-an-object', line: 2 }],
    });
  });

  it('messages of CDC formats become changes; both halves of an update arrive together', () => {
    const debezium = `{"before":null,"after":{"item":"A"},"op":"c"}
{"payload":{"before":{"item":"A"},"after":{"item":"B"},"op":"u"}}
{"before":{"item":"B"},"after":null,"op":"d"}`;
    const changes = [
      'Bid +I {"item":"A"} @ 1000',
      'Bid -U {"item":"A"} @ 1500',
      'Bid +U {"item":"B"} @ 1500',
      'Bid -D {"item":"B"} @ 2000',
    ];
    expect(paste(debezium)).toEqual({ format: 'json', lines: changes, problems: [] });
    const maxwell = `{"type":"insert","data":{"item":"A"}}
{"type":"update","data":{"item":"B"},"old":{"item":"A"}}
{"type":"delete","data":{"item":"B"}}`;
    expect(paste(maxwell).lines).toEqual(changes);
    const canal = `[{"type":"INSERT","data":[{"item":"A"}],"old":null},
{"type":"UPDATE","data":[{"item":"B"}],"old":[{"item":"A"}]},{"type":"DELETE","data":[{"item":"B"}]}]`;
    expect(paste(canal).lines).toEqual(changes);
    const ogg = debezium
      .replaceAll('"op":"c"', '"op_type":"I"')
      .replaceAll('"op":"u"', '"op_type":"U"')
      .replaceAll('"op":"d"', '"op_type":"D"');
    expect(paste(ogg).lines).toEqual(changes);
    expect(paste(debezium, { op: '=' }).lines).toEqual(['Bid = {"item":"A"}', 'Bid = {"item":"B"}']);
  });

  it('a row with a column of such a name is a row', () => {
    const columns = [
      { name: 'type', type: 'VARCHAR(2147483647)' },
      { name: 'data', type: 'ROW<`a` INT>' },
    ];
    expect(paste('{"type":"insert","data":{"a":1}}', { columns }).lines).toEqual(['Bid +I {"type":"insert","data":{"a":1}} @ 1000']);
  });

  it('JSON that ends too early says what was missing', () => {
    expect(paste('{"item":"A"').problems).toEqual([{ kind: 'bad-json', line: 1, subject: "'}' expected" }]);
  });

  it('CSV with a header, quotes and another separator', () => {
    expect(paste('item;price;ok\n"a;""b""\nc";4.5;true\n;;\n').lines).toEqual([
      'Bid +I {"item":"a;\\"b\\"\\nc","price":4.5,"ok":true} @ 1000',
      'Bid +I {"item":null,"price":null,"ok":null} @ 1500',
    ]);
    expect(paste('foo,bar\n1,2\n')).toMatchObject({ lines: [], problems: [{ kind: 'no-column', line: 1, subject: 'foo, bar' }] });
    expect(paste('item,price\nA,cheap\nB,2\n')).toMatchObject({
      lines: ['Bid +I {"item":"B","price":2} @ 1000'],
      problems: [{ kind: 'bad-cell', line: 2, subject: 'price cheap' }],
    });
  });

  it('a result as the SQL client prints it', () => {
    const text = `Flink SQL> SELECT * FROM Bid;
+----+-------------------------+--------+--------+
| op |                 bidtime |  price |   item |
+----+-------------------------+--------+--------+
| +I | 2020-04-15 08:05:00.000 |   4.00 |      A |
| -D | 2020-04-15 08:05:00.000 |   4.00 | <NULL> |
+----+-------------------------+--------+--------+
Received a total of 2 rows`;
    expect(paste(text)).toEqual({
      format: 'result',
      lines: [
        'Bid +I {"bidtime":"2020-04-15 08:05:00.000","price":4.00,"item":"A"} @ 1000',
        'Bid -D {"bidtime":"2020-04-15 08:05:00.000","price":4.00,"item":null} @ 1500',
      ],
      problems: [],
    });
  });

  it('a feed as it is; rows of a looked-up table without times', () => {
    expect(paste('# note\nBid +I {"item":"A"} @ 5\n').lines).toEqual(['# note', 'Bid +I {"item":"A"} @ 5']);
    expect(paste('{"item":"A"}', { op: '=' }).lines).toEqual(['Bid = {"item":"A"}']);
  });

  it('too large a text is refused before it is read', () => {
    const text = 'x'.repeat(MAX_PASTE_LENGTH + 1);
    expect(paste(text)).toEqual({ lines: [], problems: [{ kind: 'too-large' }] });
  });

  it('never throws, and gives lines that a feed can read (random)', () => {
    const parts = fc.constantFrom(
      '{',
      '}',
      '"item"',
      ':',
      '1',
      ',',
      '|',
      ' op ',
      '+I',
      '\n',
      '"',
      ';',
      '\t',
      '+---+',
      '[',
      ']',
      'item',
      '\\',
      '<NULL>',
      '💥',
      '@ 5',
      'Bid',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (words) => {
        const { format, lines } = paste(words.join(''));
        if (format !== 'feed') expect(readFeed(lines.join('\n')).diagnostics).toEqual([]);
      }),
      { seed: 3, numRuns: 2000 },
    );
  });
});

describe('cells', () => {
  it('are read by the type of their column', () => {
    expect(readCell('007', 'BIGINT')).toEqual({ ok: true, value: { number: '7' } });
    expect(readCell('.5', 'DOUBLE')).toEqual({ ok: true, value: { number: '0.5' } });
    expect(readCell('1.5', 'INTEGER')).toEqual({ ok: false, needs: 'integer' });
    expect(readCell(' ', 'VARCHAR(10)')).toEqual({ ok: true, value: null });
    expect(readCell('""', 'VARCHAR(10)')).toEqual({ ok: true, value: '' });
    expect(readCell('TRUE', 'BOOLEAN')).toEqual({ ok: true, value: true });
    expect(readCell('2024-05-06 10:00', 'TIMESTAMP(3) *ROWTIME*')).toMatchObject({ ok: true });
    expect(readCell('2024-13-06 10:00', 'TIMESTAMP(3)')).toEqual({ ok: false, needs: 'timestamp' });
    expect(readCell('[1, 2]', 'INTEGER ARRAY')).toEqual({ ok: true, value: [{ number: '1' }, { number: '2' }] });
    expect(readCell('{', 'ROW(a INT)')).toEqual({ ok: false, needs: 'json' });
  });

  it('are shown as they are read', () => {
    for (const [text, type] of [
      ['7', 'INTEGER'],
      ['""', 'CHAR(3)'],
      ['a b', 'VARCHAR(3)'],
      ['[1,"x"]', 'INTEGER ARRAY'],
      ['', 'DATE'],
    ] as const) {
      const outcome = readCell(text, type);
      expect(outcome.ok && cellText(outcome.value)).toBe(text);
    }
  });
});
