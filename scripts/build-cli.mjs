// Bundles the command line and the server for Node: dist/cli/planscope.mjs, dist/server/server.mjs.
//   build-cli.mjs [--out FOLDER]
import { rolldown } from 'rolldown';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const i = process.argv.indexOf('--out');
const out = i < 0 ? join(root, 'dist') : resolve(process.argv[i + 1]);

for (const [input, file] of [
  ['src/cli/planscope.ts', 'cli/planscope.mjs'],
  ['src/server/server.ts', 'server/server.mjs'],
]) {
  const bundle = await rolldown({ input: join(root, input), platform: 'node', external: [/^node:/], logLevel: 'warn' });
  await bundle.write({ file: join(out, file), format: 'esm', sourcemap: true, codeSplitting: false });
  await bundle.close();
}
