#!/usr/bin/env node
// The command line is built by `npm run build`; Node 20 does not run TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/cli/planscope.mjs', import.meta.url);
if (!existsSync(fileURLToPath(built))) {
  console.error('planscope is not built yet: run "npm run build" first');
  process.exit(2);
}
const args = process.argv.slice(2);
// Rows of a stream live for seconds; in the young generation of Node's default size they are copied again and again.
const YOUNG = '--max-semi-space-size=64';
if (args[0] === 'throughput' && !process.execArgv.includes(YOUNG)) {
  const { status, error } = spawnSync(process.execPath, [YOUNG, '--expose-gc', fileURLToPath(import.meta.url), ...args], {
    stdio: 'inherit',
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
} else {
  const { main } = await import(built.href);
  process.exitCode = await main(args);
}
