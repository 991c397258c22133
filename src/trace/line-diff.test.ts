import { describe, expect, test } from 'vitest';
import { diffLines } from './line-diff.ts';

const shown = (before: string, after: string): string[] =>
  diffLines(before, after).map((line) => `${line.kind} ${line.indent}${line.parts.map((part) => part.text).join('')}`);

describe('diffLines', () => {
  test('a line that only moved in is the same line', () => {
    expect(shown('Project(x)\n+- Scan(t)', 'Scan(t)')).toEqual(['removed Project(x)', 'same Scan(t)']);
  });

  test('a changed line stands as removed and added, with the part that differs marked', () => {
    const lines = diffLines('Join(condition=[a])', 'Join(condition=[b])');
    expect(lines.map((line) => line.kind)).toEqual(['removed', 'added']);
    expect(lines[0]!.parts).toEqual([
      { text: 'Join(condition=[', kind: 'same' },
      { text: 'a', kind: 'removed' },
      { text: '])', kind: 'same' },
    ]);
  });

  test('empty texts', () => {
    expect(shown('', 'Scan(t)')).toEqual(['added Scan(t)']);
    expect(shown('', '')).toEqual([]);
  });
});
