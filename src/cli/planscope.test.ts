import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from './planscope.ts';

const SCRIPT = "CREATE TABLE T (id INT) WITH ('connector'='datagen');\nSELECT id FROM T WHERE id > 1;\n";

let folder = '';
let errors: string[] = [];

function put(name: string, text = SCRIPT): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function output(name: string): string {
  return readFileSync(join(folder, 'out', name), 'utf8');
}

function trace(...paths: readonly string[]): Promise<number> {
  return main(['trace', '--out', join(folder, 'out'), ...paths]);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planscope-cli-'));
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('a folder: every .sql file below it, answers at the same relative paths, exit code 0', async () => {
  put('in/a.sql');
  put('in/deep/er/b.sql');
  put('in/notes.txt');
  expect(await trace(join(folder, 'in'))).toBe(0);
  expect(output('a.expect')).toContain('=== ast\n');
  expect(output('deep/er/b.expect')).toBe(output('a.expect'));
  expect(existsSync(join(folder, 'out', 'notes.expect'))).toBe(false);
});

test('single files are written by their names', async () => {
  expect(await trace(put('x/a.sql'), put('y/b.sql'))).toBe(0);
  expect(output('a.expect')).toBe(output('b.expect'));
});

test('mistakes in a script are answers: exit code 0', async () => {
  expect(await trace(put('bad.sql', 'SELECT FROM;'))).toBe(0);
  expect(output('bad.expect')).toContain('=== error');
});

test('two files with one target: exit code 2, nothing written', async () => {
  expect(await trace(put('x/a.sql'), put('y/a.sql'))).toBe(2);
  expect(errors.join()).toContain('would both write a.expect');
  expect(existsSync(join(folder, 'out'))).toBe(false);
});

test('a file that cannot be read: exit code 1, the others are handled', async () => {
  expect(await trace(join(folder, 'missing.sql'), put('a.sql'))).toBe(1);
  expect(output('a.expect')).toContain('=== ast');
  expect(errors.join()).toContain('missing.sql');
});

test('a link to nothing inside a folder: exit code 1', async () => {
  put('in/a.sql');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'in', 'b.sql'));
  expect(await trace(join(folder, 'in'))).toBe(1);
  expect(output('a.expect')).toContain('=== ast');
});

test.each([
  ['no command', []],
  ['an unknown command', ['plan']],
  ['no output folder', ['trace', 'a.sql']],
  ['no path', ['trace', '--out', 'o']],
  ['an unknown option', ['trace', '--out', 'o', '--fast', 'a.sql']],
  ['a file of another kind', ['trace', '--out', 'o', 'a.txt']],
  ['explain of two files', ['explain', 'a.sql', 'b.sql']],
])('%s: exit code 2 and the usage', async (_name, args) => {
  expect(await main(args)).toBe(2);
  expect(errors.join()).toContain('usage:');
});

test('explain of a missing file: exit code 1', async () => {
  expect(await main(['explain', join(folder, 'missing.sql')])).toBe(1);
});

test('check-semantics: a table a statement, exit code 0 where every step keeps the result', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  put('in/a.sql', "CREATE TABLE T (id INT) WITH ('connector'='values');\nSELECT id + 1 FROM T WHERE id > 1 AND id > 0;\n");
  put('in/a.feed', 'T +I {"id":2}\n');
  put('in/without-a-feed.sql');
  expect(await main(['check-semantics', join(folder, 'in')])).toBe(0);
  const text = lines.join('\n');
  expect(text).toMatch(/a\.sql, statement 2: (\d+) of \1 steps compared/);
  expect(text).toMatch(/^ {2}logical +search +equal$/m);
  expect(text).not.toContain('without-a-feed');
  expect(await main(['check-semantics'])).toBe(2);
});
