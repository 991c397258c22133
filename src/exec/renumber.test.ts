import { describe, expect, it } from 'vitest';
import { renumberNames, renumberText } from './renumber.ts';

describe('numbers of exec nodes', () => {
  it('count from 1 in the order in which they are met', () => {
    expect(renumberText('1: Source: T[7] -> Calc[12]\n2: Join[9]\n   <- 1 HASH')).toBe(
      '1: Source: T[1] -> Calc[2]\n2: Join[3]\n   <- 1 HASH',
    );
  });

  it('leave expressions alone', () => {
    const [entry] = renumberNames([
      { id: 1, type: 'Calc[5]', pact: 'Operator', contents: '[5]:Calc(select=[a[3]])', parallelism: 1, predecessors: [] },
    ]);
    expect(entry).toMatchObject({ type: 'Calc[1]', contents: '[1]:Calc(select=[a[3]])' });
  });
});
