#!/usr/bin/env node
// The command line is built by `npm run build`; Node 20 does not run TypeScript.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/cli/planscope.mjs', import.meta.url);
if (!existsSync(fileURLToPath(built))) {
  console.error('planscope is not built yet: run "npm run build" first');
  process.exit(2);
}
const { main } = await import(built.href);
process.exitCode = await main(process.argv.slice(2));
