// npm run bench -- trace [ROWS]: a recorded run of each kind of query, each in a process of its own: processor time, the slowest of 40 moments
// over all operators, memory. What a run of ROWS rows (default 100000) on screen costs the worker.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START = Date.UTC(2024, 4, 6, 10);
const kafka = (topic) => `'connector' = 'kafka', 'topic' = '${topic}', 'properties.bootstrap.servers' = 'b', 'format' = 'json'`;
const upsert = (topic) =>
  `'connector' = 'upsert-kafka', 'topic' = '${topic}', 'properties.bootstrap.servers' = 'b', 'key.format' = 'json', 'value.format' = 'json'`;
const TABLES = `CREATE TABLE clicks (id INT, page STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE) WITH (${kafka('c')});
CREATE TABLE pages (page STRING, cnt INT, ts TIMESTAMP(3), PRIMARY KEY (page) NOT ENFORCED, WATERMARK FOR ts AS ts - INTERVAL '1' MINUTE) WITH (${upsert('p')});
CREATE TABLE counts (page STRING, n BIGINT, id INT, PRIMARY KEY (id) NOT ENFORCED) WITH (${upsert('s')});
`;
const tvf = (window) => `TABLE(${window.replace('(', '(TABLE clicks ')})`;
const windowed = (window) =>
  `SELECT window_start, window_end, page, COUNT(*) AS n FROM ${tvf(window)} GROUP BY window_start, window_end, page`;
const numbered = (order) => `SELECT *, ROW_NUMBER() OVER (PARTITION BY page ORDER BY ${order}) AS rn FROM clicks`;
const over = (frame) => `SELECT id, SUM(id) OVER (PARTITION BY page ORDER BY ts ${frame}) AS s FROM clicks`;
const perPage = 'SELECT page, COUNT(*) AS n FROM clicks GROUP BY page';
const tumbled = `(SELECT * FROM ${tvf("TUMBLE(, DESCRIPTOR(ts), INTERVAL '10' MINUTE)")})`;
const miniBatch = {
  'table.exec.mini-batch.enabled': 'true',
  'table.exec.mini-batch.allow-latency': '1 s',
  'table.exec.mini-batch.size': '1000',
};

/** Name, query, and what differs: rows of `pages` among the clicks (one in so many), options. */
const KINDS = [
  ['group by', perPage],
  ['group by, mini-batch', perPage, { options: miniBatch }],
  ['retractions', `SELECT n, COUNT(*) AS pages FROM (${perPage}) GROUP BY n`],
  ['tumble', windowed("TUMBLE(, DESCRIPTOR(ts), INTERVAL '10' MINUTE)")],
  ['hop', windowed("HOP(, DESCRIPTOR(ts), INTERVAL '2' MINUTE, INTERVAL '10' MINUTE)")],
  ['cumulate', windowed("CUMULATE(, DESCRIPTOR(ts), INTERVAL '2' MINUTE, INTERVAL '10' MINUTE)")],
  ['session', windowed("SESSION( PARTITION BY page, DESCRIPTOR(ts), INTERVAL '30' SECOND)")],
  [
    'window join',
    `SELECT a.id, b.page FROM ${tumbled} a JOIN ${tumbled} b ON a.id = b.id AND a.window_start = b.window_start AND a.window_end = b.window_end`,
  ],
  [
    'interval join',
    "SELECT a.id, b.page FROM clicks a JOIN clicks b ON a.id = b.id + 1 AND a.ts BETWEEN b.ts - INTERVAL '1' MINUTE AND b.ts",
  ],
  ['regular join', 'SELECT a.id, b.page FROM clicks a JOIN clicks b ON a.id = b.id + 1'],
  ['temporal join', 'SELECT a.id, b.cnt FROM clicks a JOIN pages FOR SYSTEM_TIME AS OF a.ts b ON a.page = b.page', { pagesEvery: 10 }],
  ['OVER range', over("RANGE BETWEEN INTERVAL '10' MINUTE PRECEDING AND CURRENT ROW")],
  ['OVER rows', over('ROWS BETWEEN 9 PRECEDING AND CURRENT ROW')],
  ['first row', `SELECT * FROM (${numbered('ts')}) WHERE rn = 1`],
  ['last row', `SELECT * FROM (${numbered('ts DESC')}) WHERE rn = 1`],
  ['Top-N', `SELECT * FROM (${numbered('ts DESC')}) WHERE rn <= 3`],
  [
    'MATCH_RECOGNIZE',
    'SELECT * FROM clicks MATCH_RECOGNIZE (PARTITION BY page ORDER BY ts MEASURES A.id AS a, B.id AS b AFTER MATCH SKIP PAST LAST ROW PATTERN (A B) DEFINE B AS B.id > A.id)',
  ],
  [
    'sink materialiser',
    'INSERT INTO counts SELECT page, n, CAST(n AS INT) AS id FROM (SELECT page, COUNT(*) AS n FROM clicks GROUP BY page) ON CONFLICT DO DEDUPLICATE',
  ],
];

const time = (millis) => new Date(millis).toISOString().slice(0, 19).replace('T', ' ');

function feedOf(rows, pagesEvery = 0) {
  let feed = '';
  for (let i = 0; i < rows; i++) {
    const isPage = pagesEvery > 0 && i % pagesEvery === 0;
    const ts = time(START + i * 1000 - (isPage ? 0 : (i % 7) * 3000));
    const row = isPage
      ? `pages +U {"page":"p${(i / pagesEvery) % 50}","cnt":${i},"ts":"${ts}"}`
      : `clicks +I {"id":${i},"page":"p${i % 50}","ts":"${ts}"}`;
    feed += `${row} @ ${i * 10}\n`;
  }
  return feed;
}

const MEASURE = `
import { readFileSync } from 'node:fs';
const [library, request] = process.argv.slice(1);
const { drain, runSessionSteps } = await import(library);
const cpu = () => process.cpuUsage().user / 1000;
const start = cpu();
const session = drain(runSessionSteps(JSON.parse(readFileSync(request, 'utf8'))));
const millis = cpu() - start;
const { trace } = session;
let worst = 0;
for (let i = 0; i < 40; i++) {
  const step = Math.floor(((trace.steps.length - 1) * ((i * 37) % 41)) / 41);
  for (let operator = 0; operator < trace.operators.length; operator++) {
    const before = cpu();
    session.moment(step);
    session.operator(operator, step);
    worst = Math.max(worst, cpu() - before);
  }
}
const events = trace.steps.reduce((n, s) => n + s.events, 0);
const why = trace.diagnostics.at(-1)?.message ?? '';
console.log(JSON.stringify({ millis, worst, events, changes: trace.changes.length, stop: trace.stop, why, memory: process.memoryUsage().rss / 1048576 }));
`;

async function buildLibrary(root, folder) {
  const { rolldown } = await import('rolldown');
  const input = join(folder, 'entry.ts');
  const source = (path) => JSON.stringify(join(root, 'src', path));
  writeFileSync(
    input,
    `export { drain } from ${source('planner/limits.ts')};\nexport { runSessionSteps } from ${source('engine/run-session.ts')};\n`,
  );
  const bundle = await rolldown({ input, platform: 'node', external: [/^node:/], logLevel: 'warn' });
  const file = join(folder, 'run.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return `file://${file}`;
}

export async function benchTrace(root, rows) {
  const folder = mkdtempSync(join(tmpdir(), 'planscope-bench-'));
  const library = await buildLibrary(root, folder);
  const heads = ['CPU ms', 'worst ms', 'events', 'changes', 'MB'];
  console.log(`a recorded run of ${rows} rows: processor time, slowest moment, events, changes, memory at its end`);
  console.log(`${'query'.padEnd(22)} ${heads.map((t) => t.padStart(9)).join(' ')}`);
  for (const [name, query, { pagesEvery, options } = {}] of KINDS) {
    const request = join(folder, 'request.json');
    writeFileSync(request, JSON.stringify({ sql: `${TABLES}${query};`, statement: 4, feed: feedOf(rows, pagesEvery), options }));
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', MEASURE, library, request], { encoding: 'utf8' });
    const result = stdout === '' ? undefined : JSON.parse(stdout);
    if (result?.stop !== 'done') {
      console.log(`${name.padEnd(22)} ${result ? `${result.stop}: ${result.why}` : `failed: ${stderr.trim().split('\n').at(-1)}`}`);
      process.exitCode = 1;
      continue;
    }
    const cells = [result.millis.toFixed(0), result.worst.toFixed(1), result.events, result.changes, result.memory.toFixed(0)];
    console.log(`${name.padEnd(22)} ${cells.map((c) => String(c).padStart(9)).join(' ')}`);
  }
  rmSync(folder, { recursive: true, force: true });
}
