import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LAYERS, SCREEN_PACKAGES } from './layers.ts';

const SRC = resolve(import.meta.dirname);

interface Import {
  readonly from: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

function* files(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      if (name !== 'testdata' && name !== 'testing') yield* files(path);
    } else if (/\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)) yield path;
  }
}

function importsOf(path: string): Import[] {
  const text = readFileSync(path, 'utf8');
  const found: Import[] = [];
  const pattern = /^\s*(import|export)\s+(type\s+)?([^'";]*?\s+from\s+)?['"]([^'"]+)['"]/gm;
  for (const m of text.matchAll(pattern)) {
    // `import { type A, type B }` counts as type-only where every name is marked.
    const names = /\{([^}]*)\}/.exec(m[3] ?? '')?.[1];
    const allTypes = names !== undefined && names.split(',').every((n) => n.trim() === '' || n.trim().startsWith('type '));
    found.push({ from: path, target: m[4] ?? '', typeOnly: Boolean(m[2]) || allTypes });
  }
  for (const m of text.matchAll(/import\(\s*['"]([^'"]+)['"]\s*\)/g)) found.push({ from: path, target: m[1] ?? '', typeOnly: false });
  return found;
}

/** Folder of a file in the law: `worker/client` for single files that have an entry of their own. */
function layerOf(path: string): string {
  const rel = relative(SRC, path).replace(/\.tsx?$/, '');
  const own = Object.keys(LAYERS).find((k) => k.includes('/') && (rel === k || rel.startsWith(`${k}/`)));
  return own ?? rel.split('/')[0] ?? rel;
}

const all = [...files(SRC)].flatMap(importsOf);
const local = all
  .filter((i) => i.target.startsWith('.'))
  .map((i) => ({ ...i, path: resolve(dirname(i.from), i.target.replace(/\?.*$/, '')) }));

describe('import law', () => {
  it('holds for every import', () => {
    const broken: string[] = [];
    for (const i of local) {
      const from = layerOf(i.from);
      const rel = relative(SRC, i.path).replace(/\.tsx?$/, '');
      if (layerOf(i.path) === from || rel.startsWith('..')) continue;
      const allowed = LAYERS[from] ?? [];
      const ok = allowed.some((a) => {
        const name = a.replace(/^types:/, '');
        return (rel === name || rel.startsWith(`${name}/`)) && (!a.startsWith('types:') || i.typeOnly);
      });
      if (!ok) broken.push(`${relative(SRC, i.from)} -> ${rel}`);
    }
    expect(broken).toEqual([]);
  });

  it('keeps screen packages on the screen side', () => {
    const broken = all
      .filter((i) => SCREEN_PACKAGES.some((p) => i.target === p || i.target.startsWith(`${p}/`)))
      .filter((i) => !['app', 'main'].includes(layerOf(i.from)))
      .map((i) => `${relative(SRC, i.from)} -> ${i.target}`);
    expect(broken).toEqual([]);
  });

  it('has no cycle of value imports', () => {
    const edges = new Map<string, string[]>();
    for (const i of local) if (!i.typeOnly) edges.set(i.from, [...(edges.get(i.from) ?? []), i.path]);
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (state.get(path) === 'done') return;
      if (state.get(path) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(path)), path].map((p) => relative(SRC, p)).join(' -> '));
        return;
      }
      state.set(path, 'open');
      for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
      state.set(path, 'done');
    };
    for (const path of edges.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });
});
