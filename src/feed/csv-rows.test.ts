import { expect, test } from 'vitest';
import type { Value } from '../types/value.ts';
import { simpleType, stringType, timestampType } from '../types/sql-type.ts';
import { CsvRows } from './csv-rows.ts';
import { FeedValueError } from './row-of-json.ts';

const COLUMNS = [
  { name: 'a', type: simpleType('BIGINT', true), needed: true },
  { name: 's', type: stringType(true), needed: true },
  { name: 't', type: timestampType(3, true), needed: true },
  { name: 'x', type: simpleType('DOUBLE', true), needed: false },
];

function read(text: string, pieceSize = 1 << 16): readonly (readonly Value[])[] {
  const rows: (readonly Value[])[] = [];
  const csv = new CsvRows(COLUMNS, new Map());
  const bytes = new TextEncoder().encode(text);
  for (let i = 0; i < bytes.length; i += pieceSize) csv.push(bytes.subarray(i, i + pieceSize), (r) => rows.push(r));
  csv.finish((r) => rows.push(r));
  return rows;
}

test('values by column, pieces cut anywhere, the last line without an end', () => {
  const text =
    '1,Google,2024-01-01 00:00:00.123,1.5\r\n-9223372036854775808,"a ""b"", c",2024-02-29 12:00:00,2\n7,ä,1969-12-31 23:59:59.999,3';
  const expected = [
    [1n, 'Google', 1704067200123000000n, null],
    [-9223372036854775808n, 'a "b", c', 1709208000000000000n, null],
    [7n, 'ä', -1000000n, null],
  ];
  for (const size of [1, 2, 3, 7, 40, 1000]) expect(read(text, size)).toEqual(expected);
});

test('what does not fit names its line', () => {
  expect(() => read('1,a,2024-01-01 00:00:00.000,1\n1,a\n')).toThrow(
    new FeedValueError('Line 2: Row length mismatch. 4 fields expected but was 2.'),
  );
  expect(() => read('9223372036854775808,a,2024-01-01 00:00:00.000,1\n')).toThrow('Line 1: Column a: 9223372036854775808 is out of range');
  expect(() => read('1,a,2024-13-01 00:00:00.000,1\n')).toThrow('Line 1: Column t');
  expect(() => read('x,a,2024-01-01 00:00:00.000,1\n')).toThrow('Line 1: Column a');
});
