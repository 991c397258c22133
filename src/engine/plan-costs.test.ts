import { describe, expect, it } from 'vitest';
import { planScript } from './facade.ts';

const TABLES = `
  CREATE TABLE Sales (shop INT, buyer BIGINT, price DOUBLE, item STRING) WITH ('connector' = 'values', 'bounded' = 'false');
  CREATE TABLE Corrected (shop INT, buyer BIGINT, price DOUBLE, item STRING)
    WITH ('connector' = 'values', 'bounded' = 'false', 'changelog-mode' = 'I,UA,UB,D');`;

const OPTIONS = {
  'table.exec.mini-batch.enabled': 'true',
  'table.exec.mini-batch.allow-latency': '3 s',
  'table.exec.mini-batch.size': '10',
  'table.optimizer.agg-phase-strategy': 'TWO_PHASE',
};

/** Bytes of a row behind the local phase: what the shuffle to the final phase sends of 100 million rows. */
function bytesOfRow(sql: string): number {
  const cost = planScript({ sql: `${TABLES}\n${sql};`, options: OPTIONS }).statements.at(-1)?.explain.cost ?? '';
  const exchange = cost.split('\n').find((line) => line.includes('Exchange('));
  return Number(/([\d.E]+) network/.exec(exchange ?? '')?.[1]) / 1e8;
}

describe('size of accumulators', () => {
  it.each([
    ['SELECT shop, MAX(price) FROM Sales GROUP BY shop', 4 + 8],
    // The value, the number of values, and a map of all.
    ['SELECT shop, MAX(price) FROM Corrected GROUP BY shop', 4 + (8 + 8 + 128) + 8],
    // Count, mean, and sum of squares; and the count of rows.
    ['SELECT shop, VAR_POP(buyer) FROM Sales GROUP BY shop', 4 + (8 + 8 + 8) + 8],
    ['SELECT shop, COUNT(DISTINCT buyer) FROM Sales GROUP BY shop', 4 + 8 + 128],
    ['SELECT shop, LISTAGG(item) FROM Corrected GROUP BY shop', 4 + (128 + 128) + 8],
  ])('%s', (sql, bytes) => {
    expect(bytesOfRow(sql)).toBe(bytes);
  });
});
