import { expect, test } from 'vitest';
import { countRows } from './throughput.ts';

const TABLES = `CREATE TABLE bid (auction BIGINT, price INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
  WITH ('connector' = 'filesystem', 'path' = 'bids.csv', 'format' = 'csv');
CREATE TABLE auction (id BIGINT, seller STRING) WITH ('connector' = 'filesystem', 'path' = 'auctions.csv', 'format' = 'csv')`;

const FILES: Readonly<Record<string, string>> = {
  'bids.csv':
    '1,10,2024-01-01 00:00:00.000\n2,20,2024-01-01 00:00:01.000\n1,30,2024-01-01 00:00:09.000\n1,5,2024-01-01 00:00:30.000\n5,50,2024-01-01 00:00:02.000\n',
  'auctions.csv': '1,x\n3,y\n',
};

function rowsOf(query: string): number {
  return countRows({
    tables: TABLES,
    query,
    clock: () => 0,
    open: (path) => {
      const bytes = new TextEncoder().encode(FILES[path]);
      let at = 0;
      return { size: bytes.length, read: () => bytes.subarray(at, (at = Math.min(bytes.length, at + 16))) };
    },
  });
}

test('rows that a sink without UPDATE_BEFORE gets', () => {
  expect(rowsOf('SELECT * FROM bid')).toBe(5);
  expect(rowsOf('SELECT auction FROM bid WHERE price > 10')).toBe(3);
  expect(rowsOf('SELECT auction, COUNT(*) AS n FROM bid GROUP BY auction')).toBe(5);
  // The last row comes too late.
  const window = "TUMBLE(TABLE bid, DESCRIPTOR(ts), INTERVAL '10' SECOND)";
  expect(rowsOf(`SELECT auction, COUNT(*) AS n FROM TABLE(${window}) GROUP BY auction, window_start, window_end`)).toBe(3);
  expect(rowsOf('SELECT b.price, a.seller FROM bid AS b JOIN auction AS a ON b.auction = a.id')).toBe(3);
});

test('other tables cannot be measured', () => {
  expect(() =>
    countRows({
      tables: "CREATE TABLE t (a INT) WITH ('connector' = 'datagen')",
      query: 'SELECT a FROM t',
      clock: () => 0,
      open: () => ({ size: 0, read: () => new Uint8Array(0) }),
    }),
  ).toThrow('Only tables of the connector filesystem');
});
