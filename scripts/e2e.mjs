// Builds the app, serves it, runs Playwright against it with a Chromium that is on this machine. Arguments go to Playwright.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { findChromium } from './find-chromium.mjs';

const root = resolve(import.meta.dirname, '..');
const chromium = findChromium();
if (!chromium) process.exit(1);
const build = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit', cwd: root });
if (build.status !== 0) process.exit(build.status ?? 1);
const { serve } = await import(new URL('../dist/server/server.mjs', import.meta.url).href);
const url = await serve({ folder: join(root, 'dist', 'app'), port: 4273 });
// Playwright runs beside the server, so it must not block this process.
const { spawn } = await import('node:child_process');
const child = spawn('npx', ['playwright', 'test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
  env: { ...process.env, PLANSCOPE_CHROMIUM: chromium, PLANSCOPE_URL: url },
});
child.on('exit', (code) => process.exit(code ?? 1));
