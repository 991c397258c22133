import { expect, test } from 'vitest';
import { javaDouble } from './java-double.ts';

test('prints doubles as Java does', () => {
  const cases: readonly (readonly [number, string])[] = [
    [100, '100.0'],
    [1e8, '1.0E8'],
    [7500000, '7500000.0'],
    [4.00000006e8, '4.00000006E8'],
    [2.7749999999999996e7, '2.7749999999999996E7'],
    [18936669492.803463, '1.8936669492803463E10'],
    [1.2345e-4, '1.2345E-4'],
    [0.001, '0.001'],
    [1685000100000000512, '1.68500010000000051E18'],
    [2 ** -44, '5.6843418860808015E-14'],
    [2e23, '1.9999999999999998E23'],
    [8.18157992210071e-309, '8.18157992210071E-309'],
    [0, '0.0'],
    [-0.5, '-0.5'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
  ];
  for (const [value, text] of cases) expect(javaDouble(value)).toBe(text);
});
