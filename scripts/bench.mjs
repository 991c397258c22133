// npm run bench [-- PATH…] [--rounds N] [--oracle FILE] [--no-browser]: measures, prints tables, asserts nothing.
//   planning   each query of the scripts (default: corpus/seeds), with full trace, warm: N rounds, median of the second half, by the clock
//              and by processor time (which other programs on the machine disturb less; it counts collection of garbage on other threads
//              too); beside it Flink's own planner if --oracle (or PLANSCOPE_ORACLE) names a program that answers "bench N PATH…". Both
//              ratios are to Flink's clock, so on a busy machine the one by processor time flatters us: compare on an idle one.
//   throughput [ROWS] --queries FOLDER --data FOLDER [--flink FILE]: instead of all that, rows per second of each query, see
//              `bench-throughput.mjs`
//   trace [ROWS]: instead of all that, what recorded runs of all kinds of queries cost, see `bench-trace.mjs`
//   bundle     what a first visit loads before and after the editor, gzip
//   browser    a shared link to its visible graph (cold), one step on the lookup join; frames while the timeline is scrubbed and zoomed
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, statSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const take = (name) => {
  const i = args.indexOf(name);
  return i < 0 ? undefined : args.splice(i, 2)[1];
};
const flag = (name) => {
  const i = args.indexOf(name);
  return i >= 0 && args.splice(i, 1).length > 0;
};
const rounds = Number(take('--rounds') ?? 30);
const oracle = take('--oracle') ?? process.env.PLANSCOPE_ORACLE;
const noBrowser = flag('--no-browser');
const paths =
  args.length > 0 && args[0] !== 'throughput' && args[0] !== 'trace' ? args.map((p) => resolve(p)) : [join(root, 'corpus', 'seeds')];

function* scripts(path) {
  if (statSync(path).isFile()) yield path;
  else
    for (const name of readdirSync(path).sort()) {
      const inner = join(path, name);
      if (statSync(inner).isDirectory()) yield* scripts(inner);
      else if (name.endsWith('.sql')) yield inner;
    }
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const percentile = (list, p) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * p))];

function oracleTimes() {
  if (!oracle || !existsSync(oracle)) return new Map();
  const r = spawnSync(oracle, ['bench', String(Math.max(20, rounds)), ...paths], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const times = new Map();
  for (const m of (r.stdout ?? '').matchAll(/^(\S+) statement (\d+) first [\d.]+ ms warm median ([\d.]+) ms/gm))
    times.set(`${m[1]} ${m[2]}`, Number(m[3]));
  return times;
}

async function planning() {
  const folder = mkdtempSync(join(tmpdir(), 'planscope-bench-'));
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build-cli.mjs'), '--out', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) process.exit(1);
  const { planScript } = await import(`file://${join(folder, 'cli', 'planscope.mjs')}`);
  const flink = oracleTimes();
  const rows = [];
  for (const path of paths.flatMap((p) => [...scripts(p)])) {
    const sql = readFileSync(path, 'utf8');
    const first = planScript({ sql });
    for (const statement of first.statements) {
      if (!['query', 'insert', 'statement-set'].includes(statement.kind)) continue;
      const times = [];
      const cpuTimes = [];
      let trace;
      for (let i = 0; i < rounds; i++) {
        const cpuStart = process.cpuUsage();
        const start = performance.now();
        trace = planScript({ sql, statement: statement.number });
        times.push(performance.now() - start);
        const cpu = process.cpuUsage(cpuStart);
        cpuTimes.push((cpu.user + cpu.system) / 1000);
      }
      const own = trace.statements.find((s) => s.number === statement.number);
      const steps = own.stages.reduce((n, s) => n + s.programs.reduce((k, p) => k + p.steps.length, 0), 0);
      const warm = Math.floor(rounds / 2);
      const ms = median(times.slice(warm));
      const cpu = median(cpuTimes.slice(warm));
      rows.push({
        name: basename(path),
        number: statement.number,
        ms,
        cpu,
        steps,
        nodes: trace.nodes.length,
        flink: flink.get(`${basename(path)} ${statement.number}`),
      });
    }
  }
  console.log(`planning with full trace, warm, median of ${Math.ceil(rounds / 2)} rounds (parse, catalog and trace included)`);
  console.log(
    `${'query'.padEnd(46)} ${'ms'.padStart(8)} ${'CPU ms'.padStart(8)} ${'steps'.padStart(6)} ${'nodes'.padStart(6)} ${'Flink ms'.padStart(9)} ${'ratio'.padStart(6)} ${'CPU'.padStart(6)}`,
  );
  for (const r of rows) {
    const [ratio, cpuRatio] = [r.ms, r.cpu].map((t) => (r.flink ? (t / r.flink).toFixed(2) : ''));
    console.log(
      `${`${r.name} ${r.number}`.padEnd(46)} ${r.ms.toFixed(2).padStart(8)} ${r.cpu.toFixed(2).padStart(8)} ${String(r.steps).padStart(6)} ${String(r.nodes).padStart(6)} ${(r.flink?.toFixed(2) ?? '').padStart(9)} ${ratio.padStart(6)} ${cpuRatio.padStart(6)}`,
    );
  }
  if (rows.length === 0) return console.log('no queries');
  const known = rows.filter((r) => r.flink);
  const summary = (list, digits = 2) => `median ${median(list).toFixed(digits)}, 95th percentile ${percentile(list, 0.95).toFixed(digits)}`;
  console.log(`clock ms: ${summary(rows.map((r) => r.ms))}; CPU ms: ${summary(rows.map((r) => r.cpu))}`);
  if (known.length > 0)
    console.log(`ratio to Flink: ${summary(known.map((r) => r.ms / r.flink))}; by CPU: ${summary(known.map((r) => r.cpu / r.flink))}`);
  console.log(`memory of this process at its highest: ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`);
}

if (args[0] === 'throughput') {
  const { benchThroughput } = await import('./bench-throughput.mjs');
  const [queries, data, flink] = ['--queries', '--data', '--flink'].map(take);
  await benchThroughput(root, { queries, data, flink, rows: args[1] ?? '1000000' });
  process.exit();
}
if (args[0] === 'trace') {
  const { benchTrace } = await import('./bench-trace.mjs');
  await benchTrace(root, Number(args[1] ?? 100_000));
  process.exit();
}
await planning();
if (!noBrowser) {
  const { benchBrowser } = await import('./bench-browser.mjs');
  await benchBrowser(root);
}
