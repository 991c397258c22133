import { describe, expect, it } from 'vitest';
import { runScript } from '../engine/run-script.ts';

const TABLES = `CREATE TABLE t (k INT, v INT) WITH ('connector' = 'values');
CREATE TABLE u (k INT, w INT) WITH ('connector' = 'values');
`;

function changes(query: string, feed: string): readonly string[] {
  const lines = runScript(TABLES + query, feed)
    .trimEnd()
    .split('\n');
  return lines.slice(lines.findIndex((l) => l.startsWith('op |')) + 1);
}

describe('state lives as long as a STATE_TTL hint says', () => {
  it('of a group aggregate', () => {
    const feed = 't +I {"k":1,"v":1} @ 100\nt +I {"k":1,"v":1} @ 900\nt +I {"k":1,"v":1} @ 3000\n';
    const query = "SELECT /*+ STATE_TTL('t' = '1 s') */ k, COUNT(*) AS n FROM t GROUP BY k;";
    expect(changes(query, feed)).toEqual(['+I | 1 | 1', '-U | 1 | 1', '+U | 1 | 2', '+I | 1 | 1']);
  });

  it('of one side of a join, each row by itself', () => {
    const feed = [
      't +I {"k":1,"v":1} @ 100',
      't +I {"k":1,"v":2} @ 900',
      'u +I {"k":1,"w":1} @ 1500',
      't +I {"k":1,"v":3} @ 9000',
      '',
    ].join('\n');
    const query = "SELECT /*+ STATE_TTL('t' = '1 s', 'u' = '1 d') */ t.v, u.w FROM t JOIN u ON t.k = u.k;";
    expect(changes(query, feed)).toEqual(['+I | 2 | 1', '+I | 3 | 1']);
  });
});
