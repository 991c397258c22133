import type { SqlType } from './sql-type.ts';
import { describe, expect, test } from 'vitest';
import { isCastAvoidable, supportsExplicitCast, supportsImplicitCast } from './cast-support.ts';
import { leastRestrictive } from './least-restrictive.ts';
import { avgType, decimalResultType, sumType } from './numeric-types.ts';
import { arrayType, charType, decimalType, fullTypeText, simpleType, stringType, timestampType, withNullability } from './sql-type.ts';

const plain = (name: 'BOOLEAN' | 'TINYINT' | 'INTEGER' | 'BIGINT' | 'FLOAT' | 'DOUBLE' | 'DATE'): SqlType => simpleType(name, false);
const INT = plain('INTEGER');
const BIGINT = plain('BIGINT');
const DOUBLE = plain('DOUBLE');
const FLOAT = plain('FLOAT');
const DATE = plain('DATE');
const dec = (p: number, s: number): SqlType => decimalType(p, s, false);
const text = (t: SqlType | undefined): string | undefined => t && fullTypeText(t).replace(/ NOT NULL$| CHARACTER SET "UTF-16LE"/g, '');

describe('decimal arithmetic', () => {
  test.each([
    ['plus', dec(5, 2), dec(3, 1), 'DECIMAL(6, 2)'],
    ['plus', INT, dec(5, 2), 'DECIMAL(13, 2)'],
    ['plus', dec(38, 10), dec(38, 10), 'DECIMAL(38, 9)'],
    ['times', dec(5, 2), dec(3, 1), 'DECIMAL(9, 3)'],
    ['times', dec(38, 18), dec(38, 18), 'DECIMAL(38, 6)'],
    ['divide', dec(5, 2), dec(3, 1), 'DECIMAL(10, 6)'],
    ['divide', dec(10, 2), BIGINT, 'DECIMAL(30, 22)'],
    ['mod', dec(5, 2), dec(3, 1), 'DECIMAL(4, 2)'],
  ] as const)('%s', (operation, a, b, result) => {
    expect(text(decimalResultType(operation, a, b))).toBe(result);
  });
  test('without a decimal there is none', () => {
    expect(decimalResultType('plus', INT, BIGINT)).toBeUndefined();
  });
  test('sums and averages', () => {
    expect([INT, BIGINT, dec(10, 2), DOUBLE].map((t) => text(sumType(t)))).toEqual(['INTEGER', 'BIGINT', 'DECIMAL(38, 2)', 'DOUBLE']);
    expect([INT, dec(10, 2), FLOAT].map((t) => text(avgType(t)))).toEqual(['INTEGER', 'DECIMAL(38, 6)', 'FLOAT']);
  });
});

describe('the common type', () => {
  const cases: [string, SqlType[], string | undefined][] = [
    ['integers', [INT, BIGINT], 'BIGINT'],
    ['integer and decimal', [INT, dec(5, 2)], 'DECIMAL(12, 2)'],
    ['decimals', [dec(5, 2), dec(4, 3)], 'DECIMAL(6, 3)'],
    ['decimal and double', [dec(5, 2), DOUBLE], 'DOUBLE'],
    ['integer and float', [INT, FLOAT], 'FLOAT'],
    ['texts of one length', [charType('CHAR', 3, false), charType('CHAR', 3, false)], 'CHAR(3)'],
    ['texts of two lengths', [charType('CHAR', 3, false), charType('CHAR', 5, false)], 'VARCHAR(5)'],
    ['text and VARCHAR', [charType('CHAR', 3, false), stringType(false)], 'VARCHAR(2147483647)'],
    ['date and timestamp', [DATE, timestampType(3, false)], undefined],
    ['number and text', [INT, stringType(false)], undefined],
    ['timestamps', [timestampType(3, false), timestampType(6, false)], 'TIMESTAMP(6)'],
    ['arrays', [arrayType(INT, false), arrayType(BIGINT, false)], 'BIGINT NOT NULL ARRAY'],
  ];
  test.each(cases)('of %s', (_name, types, result) => {
    expect(text(leastRestrictive(types))).toBe(result);
  });
  test('one nullable type makes it nullable', () => {
    expect(leastRestrictive([INT, withNullability(BIGINT, true)])?.nullable).toBe(true);
  });
});

describe('casts', () => {
  test('that are made by themselves', () => {
    expect(supportsImplicitCast(INT, BIGINT)).toBe(true);
    expect(supportsImplicitCast(BIGINT, INT)).toBe(false);
    expect(supportsImplicitCast(INT, stringType(false))).toBe(false);
  });
  test('that can be written', () => {
    expect(supportsExplicitCast(BIGINT, INT)).toBe(true);
    expect(supportsExplicitCast(DATE, INT)).toBe(false);
    expect(supportsExplicitCast(INT, stringType(false))).toBe(true);
  });
  test('that change nothing', () => {
    expect(isCastAvoidable(INT, withNullability(INT, true))).toBe(true);
    expect(isCastAvoidable(withNullability(INT, true), INT)).toBe(false);
    expect(isCastAvoidable(INT, BIGINT)).toBe(false);
  });
});
