// npm test: types, lint, format, import law, unit and golden tests, conformance on the project's own cases, end-to-end tests in a real
// Chromium. Every check counts; the last line is "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
process.chdir(root);
const temporary = mkdtempSync(join(tmpdir(), 'planscope-test-'));
let passed = 0;
let failed = 0;

function run(title, command, args, env = {}) {
  console.log(`\n── ${title}`);
  const started = Date.now();
  const r = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  console.log(`   ${title}: ${r.status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return r.status === 0;
}

/** A check that passes or fails as a whole. */
function check(title, command, args) {
  if (run(title, command, args)) passed++;
  else failed++;
}

/** A run whose JSON report says how many tests passed; a run without a report is one failure. */
function counted(title, command, args, report, count, env) {
  const ok = run(title, command, args, env);
  try {
    const { good, bad } = count(JSON.parse(readFileSync(report, 'utf8')));
    passed += good;
    failed += bad;
    if (!ok && bad === 0) failed++;
    if (good + bad === 0) failed++;
  } catch {
    failed++;
  }
}

const only = process.argv.slice(2);
const wants = (name) => only.length === 0 || only.includes(name);

if (wants('check')) {
  check('types', 'npx', ['tsc', '--noEmit']);
  check('lint', 'npx', ['eslint', '.', '--max-warnings', '0']);
  check('format', 'npx', ['prettier', '--check', '--log-level', 'warn', '.']);
}
if (wants('unit')) {
  const report = join(temporary, 'unit.json');
  counted(
    'unit, golden, import law',
    'npx',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    report,
    (r) => ({
      good: r.numPassedTests,
      bad: r.numFailedTests + r.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0).length,
    }),
  );
}
if (wants('conformance')) check('conformance', process.execPath, ['scripts/conformance-own.mjs']);
if (wants('e2e')) {
  const report = join(temporary, 'e2e.json');
  counted(
    'end-to-end',
    process.execPath,
    ['scripts/e2e.mjs', '--reporter=list,json'],
    report,
    (r) => ({ good: r.stats.expected, bad: r.stats.unexpected + r.stats.flaky }),
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  );
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
