import { describe, expect, it } from 'vitest';
import { runScript } from '../engine/run-script.ts';

const TABLE = `CREATE TABLE t (k INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'values', 'enable-watermark-push-down' = 'true');
`;
const QUERY =
  "SELECT window_end, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY window_start, window_end;";

function changes(script: string, feed: readonly string[]): readonly string[] {
  const lines = runScript(script, `${feed.join('\n')}\n`)
    .trimEnd()
    .split('\n');
  const head = lines.findIndex((l) => l.startsWith('op |'));
  return head < 0 ? lines : lines.slice(head + 1);
}

const row = (second: number, partition: number): string =>
  `t +I {"k":1,"ts":"2024-01-01 10:00:${String(second).padStart(2, '0')}"} # ${partition}`;

describe('several partitions of one source', () => {
  it('are late only behind the slowest of them', () => {
    // Row 05 is behind partition 0, but the watermark waits for partition 1.
    expect(changes(TABLE + QUERY, [row(1, 0), row(25, 0), row(5, 1), row(26, 1)])).toEqual([
      '+I | 2024-01-01 10:00:10.000 | 2',
      '+I | 2024-01-01 10:00:30.000 | 2',
    ]);
  });

  it('do not wait for one that is idle', () => {
    expect(changes(TABLE + QUERY, [row(1, 0), 't idle # 1', row(25, 0), row(5, 1), row(26, 1)])).toEqual([
      '+I | 2024-01-01 10:00:10.000 | 1',
      '+I | 2024-01-01 10:00:30.000 | 2',
    ]);
  });

  it('become idle by themselves after scan.watermark.idle-timeout', () => {
    const settings = "SET 'pipeline.auto-watermark-interval' = '200 ms';\n";
    const table = TABLE.replace("'true')", "'true', 'scan.watermark.idle-timeout' = '1 s')");
    const feed = [`${row(1, 1).replace(' #', ' @ 0 #')}`, ...[25, 26, 27].map((s, i) => row(s, 0).replace(' #', ` @ ${1000 * (i + 1)} #`))];
    const late = row(5, 1).replace(' #', ' @ 4000 #');
    expect(changes(settings + table + QUERY, [...feed, late])).toEqual([
      '+I | 2024-01-01 10:00:10.000 | 1',
      '+I | 2024-01-01 10:00:30.000 | 3',
    ]);
  });
});

describe('metadata columns', () => {
  it('are read from the feed where it has them', () => {
    const table =
      "CREATE TABLE m (a INT, o BIGINT METADATA FROM 'offset' VIRTUAL, b INT) WITH ('connector' = 'values', 'readable-metadata' = 'offset:BIGINT');\n";
    expect(changes(`${table}SELECT o, b FROM m;`, ['m +I {"a":1,"b":2,"o":7}', 'm +I {"a":1,"b":3}'])).toEqual([
      '+I | 7 | 2',
      '+I | <NULL> | 3',
    ]);
  });
});
