// Runs the project's own cases (corpus/) through the engine and fails where a figure fell below the bar in corpus/bars.json.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const bars = JSON.parse(readFileSync(join(root, 'corpus', 'bars.json'), 'utf8'));
let status = 0;
for (const [folder, sections] of Object.entries(bars)) {
  const min = Object.entries(sections)
    .map(([s, p]) => `${s}=${p}`)
    .join(',');
  console.log(`\n${folder}`);
  const table = spawnSync(process.execPath, [join(root, 'scripts', 'conformance.mjs'), join(root, 'corpus', folder), '--min', min], {
    stdio: 'inherit',
  });
  status ||= table.status ?? 1;
}
process.exitCode = status;
