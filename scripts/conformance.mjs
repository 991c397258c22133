// npm run conformance -- PATH…: runs corpora through the engine, writes our answers, compares, prints the table.
//   --out DIR       where our answers go (default .conformance/<name>)
//   --list SECTION, --show FILE [SECTION], --min …, --json: handed to conformance/compare.mjs
//   --cli FILE      a built command line to use (default: builds one)
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const take = (name) => {
  const i = args.indexOf(name);
  return i < 0 ? undefined : args.splice(i, 2)[1];
};
const out = resolve(take('--out') ?? join(root, '.conformance'));
let cli = take('--cli');
const firstFlag = args.findIndex((a) => a.startsWith('--'));
const paths = (firstFlag < 0 ? args : args.slice(0, firstFlag)).map((p) => resolve(p));
const passed = firstFlag < 0 ? [] : args.slice(firstFlag);
if (paths.length === 0) {
  console.error('usage: npm run conformance -- PATH… [--out DIR] [--list SECTION] [--show FILE [SECTION]] [--min S=95,…] [--json]');
  process.exit(2);
}
if (!cli) {
  const folder = mkdtempSync(join(tmpdir(), 'planscope-cli-'));
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build-cli.mjs'), '--out', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
  cli = join(folder, 'cli', 'planscope.mjs');
}
const { main } = await import(`file://${resolve(cli)}`);

function has(folder, ending) {
  return readdirSync(folder).some((n) => (statSync(join(folder, n)).isDirectory() ? has(join(folder, n), ending) : n.endsWith(ending)));
}

const pairs = [];
for (const path of paths) {
  const isFile = statSync(path).isFile();
  const target = join(out, basename(path).replace(/\.\w+$/, ''));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  let expected = path;
  if (isFile) {
    // A single file: a folder with just its answers.
    expected = join(target, '.expected');
    mkdirSync(expected);
    const stem = path.replace(/\.\w+$/, '');
    for (const e of ['.expect', '.changelog', '.values', '.parsed'])
      if (existsSync(stem + e)) cpSync(stem + e, join(expected, basename(stem) + e));
  }
  const wants = (ending) => (isFile ? path.endsWith(ending) : has(path, ending));
  if (wants('.sql')) await main(['trace', '--out', target, path]);
  if (wants('.feed') || (isFile && existsSync(path.replace(/\.sql$/, '.feed')))) await main(['run', '--out', target, path]);
  if (wants('.stmts')) await main(['parse', '--out', target, path]);
  if (wants('.exprs')) await main(['eval', '--out', target, path]);
  pairs.push([expected, target]);
}

let status = 0;
for (const pair of passed.length > 0 ? [pairs.flat()] : pairs) {
  if (pairs.length > 1 && passed.length === 0) console.log(`\n${basename(pair[0])}`);
  const r = spawnSync(process.execPath, [join(root, 'conformance', 'compare.mjs'), ...pair, ...passed], { stdio: 'inherit' });
  status ||= r.status ?? 1;
}
process.exitCode = status;
