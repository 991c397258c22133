// Rows per second of the runtime, each query in a process of its own: reading CSV, the query, rows thrown away, tracing off.
//   --queries FOLDER  one query a `.sql`, and `tables.sql` with the tables, whose paths begin with `${DATA}`
//   --data FOLDER     holds folders named ROWS and 2 x ROWS; the difference of the two sizes is measured, so start-up does not count
//   --flink FILE      lines `NAME.sql ROWS rows A s, 2 x ROWS rows B s, …`, another engine's times: adds its rate and our share of it
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { THROUGHPUT_FLAGS } from '../bin/throughput-flags.mjs';

const LINE = /^(\S+\.sql) (\d+) rows ([\d.]+) s, (\d+) rows ([\d.]+) s, (?:[\d.]+) rows\/s(?:; CPU ([\d.]+) s, ([\d.]+) s)?/;

/** Rates of a line, by the clock and by processor time; undefined where the second size took no longer than the first. */
function parse(line) {
  const m = LINE.exec(line);
  if (!m) return undefined;
  const rate = (first, second) => (second > first ? (m[4] - m[2]) / (second - first) : undefined);
  return { name: m[1], wall: rate(+m[3], +m[5]), cpu: m[6] === undefined ? undefined : rate(+m[6], +m[7]) };
}

export async function benchThroughput(root, { rows, queries, data, flink }) {
  if (!queries || !data || !existsSync(join(queries, 'tables.sql'))) {
    console.error('--queries FOLDER (with tables.sql) and --data FOLDER are needed');
    process.exit(2);
  }
  const out = mkdtempSync(join(tmpdir(), 'planscope-bench-'));
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build-cli.mjs'), '--out', out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) process.exit(1);
  const theirs = new Map(
    (flink ? readFileSync(flink, 'utf8').split('\n') : []).flatMap((line) => {
      const parsed = parse(line);
      return parsed ? [[parsed.name, parsed]] : [];
    }),
  );
  const run = `import { main } from ${JSON.stringify(`file://${join(out, 'cli', 'planscope.mjs')}`)}; process.exitCode = await main(process.argv.slice(1));`;
  const cell = (n, digits = 0) => (n === undefined ? '-' : n.toFixed(digits)).padStart(10);
  console.log(`${'query'.padEnd(24)} ${['rows/s', 'CPU', 'Flink', 'ratio', 'CPU ratio', 'MB'].map((t) => t.padStart(10)).join(' ')}`);
  for (const file of readdirSync(queries).sort()) {
    if (!file.endsWith('.sql') || file === 'tables.sql') continue;
    const args = [...THROUGHPUT_FLAGS, '--input-type=module', '-e', run, 'throughput', rows, resolve(data), join(resolve(queries), file)];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const ours = parse(stdout);
    if (status !== 0 || !ours) {
      console.log(`${file.padEnd(24)} failed: ${(stderr || stdout).trim().split('\n').at(-1)}`);
      process.exitCode = 1;
      continue;
    }
    const other = theirs.get(file);
    const ratio = (kind) => (ours[kind] !== undefined && other?.[kind] !== undefined ? ours[kind] / other[kind] : undefined);
    const memory = Number(/(\d+) MB/.exec(stderr)?.[1]);
    console.log(
      [
        file.padEnd(24),
        cell(ours.wall),
        cell(ours.cpu),
        cell(other?.wall),
        cell(ratio('wall'), 2),
        cell(ratio('cpu'), 2),
        cell(memory),
      ].join(' '),
    );
  }
}
