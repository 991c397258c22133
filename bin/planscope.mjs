#!/usr/bin/env node
// The command line is built by `npm run build`; Node 20 does not run TypeScript.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { THROUGHPUT_FLAGS } from './throughput-flags.mjs';

const built = new URL('../dist/cli/planscope.mjs', import.meta.url);
if (!existsSync(fileURLToPath(built))) {
  console.error('planscope is not built yet: run "npm run build" first');
  process.exit(2);
}
const args = process.argv.slice(2);
if (args[0] === 'throughput' && !THROUGHPUT_FLAGS.every((flag) => process.execArgv.includes(flag))) {
  const { status, error } = spawnSync(process.execPath, [...THROUGHPUT_FLAGS, fileURLToPath(import.meta.url), ...args], {
    stdio: 'inherit',
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
} else {
  const { main } = await import(built.href);
  process.exitCode = await main(args);
}
