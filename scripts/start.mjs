// npm start: builds the app if it is not built (or older than its sources) and serves it on loopback.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

function newest(folder) {
  let latest = 0;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = statSync(path);
    latest = Math.max(latest, stat.isDirectory() ? newest(path) : stat.mtimeMs);
  }
  return latest;
}

const built = [join(root, 'dist', 'app', 'index.html'), join(root, 'dist', 'server', 'server.mjs')];
const stamp = built.every((f) => existsSync(f)) ? Math.min(...built.map((f) => statSync(f).mtimeMs)) : 0;
const sources = Math.max(
  newest(join(root, 'src')),
  newest(join(root, 'public')),
  ...['index.html', 'vite.config.ts', 'package.json'].map((f) => statSync(join(root, f)).mtimeMs),
);
if (sources > stamp) {
  console.log('building Planscope …');
  const r = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit' });
  if (r.status !== 0) process.exit(r.status ?? 1);
}
const { serve } = await import(new URL('../dist/server/server.mjs', import.meta.url).href);
const port = Number(process.env.PORT ?? 4173);
const address = await serve({ folder: join(root, 'dist', 'app'), port });
console.log(`Planscope is at ${address}`);
