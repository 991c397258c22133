import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parsedText, splitStatements } from './parsed-text.ts';

const file = (name: string): string => fileURLToPath(new URL(`./testdata/${name}`, import.meta.url));

test('statements print back, or tell where and why they fail', async () => {
  const text = parsedText(readFileSync(file('statements.stmts'), 'utf8'));
  await expect(text).toMatchFileSnapshot(file('statements.parsed'));
});

test('statements are cut at lines of two semicolons and kept raw', () => {
  expect(splitStatements('a;\r\n;;\r\n\tb \n;;\n')).toEqual(['a;\r', '\tb ']);
});
