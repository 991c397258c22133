// npm run test:update: rewrites the expected part of golden files (.plan, .stream). Read the diff line by line before you commit it.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const r = spawnSync('npx', ['vitest', 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
  env: { ...process.env, UPDATE_GOLDENS: '1' },
});
process.exitCode = r.status ?? 1;
