import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffTerms, diffText } from './term-diff.ts';

const side = (parts: ReturnType<typeof diffText>, without: 'added' | 'removed'): string =>
  parts
    .filter((part) => part.kind !== without)
    .map((part) => part.text)
    .join('');

describe('diffText', () => {
  test('marks only the part of the expression that changed', () => {
    expect(diffText('=($cor0.a, $0)', '=($0, $5)')).toEqual([
      { text: '=(', kind: 'same' },
      { text: '$cor0.a', kind: 'removed' },
      { text: '$0', kind: 'added' },
      { text: ', ', kind: 'same' },
      { text: '$0', kind: 'removed' },
      { text: '$5', kind: 'added' },
      { text: ')', kind: 'same' },
    ]);
  });

  test('shows a call that was put around a column', () => {
    const parts = diffText('a, proctime', 'a, PROCTIME_MATERIALIZE(proctime) AS proctime');
    expect(parts.filter((part) => part.kind === 'removed')).toEqual([]);
    expect(parts.some((part) => part.kind === 'added' && part.text.includes('PROCTIME_MATERIALIZE'))).toBe(true);
  });

  test('both sides can be read back', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '$0', '(', ')', ',', ' ', "'x'"), maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffText(before, after);
        expect(side(parts, 'added')).toBe(before);
        expect(side(parts, 'removed')).toBe(after);
      }),
      { seed: 7 },
    );
  });
});

describe('diffTerms', () => {
  test('tells added, removed, changed and same terms apart', () => {
    const before = [
      { name: 'correlation', text: '$cor0' },
      { name: 'joinType', text: 'inner' },
    ];
    const after = [
      { name: 'condition', text: '=($0, $5)' },
      { name: 'joinType', text: 'left' },
    ];
    expect(diffTerms(before, after).map((term) => `${term.name} ${term.kind}`)).toEqual([
      'correlation removed',
      'condition added',
      'joinType changed',
    ]);
  });
});
