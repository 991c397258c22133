import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseExpression, parseScript, parseStatement } from './parse.ts';
import { printSql } from './printer.ts';
import { splitStatements } from './parsed-text.ts';

const SEED = 20260;
const STATEMENTS = splitStatements(readFileSync(fileURLToPath(new URL('./testdata/statements.stmts', import.meta.url)), 'utf8'));

describe('no text makes the parser throw', () => {
  test('random characters', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, (t) => void parseScript(t)),
      { seed: SEED, numRuns: 400 },
    );
  });

  test('statements with a piece taken out, doubled or replaced', () => {
    const mutation = fc.record({
      statement: fc.constantFrom(...STATEMENTS),
      start: fc.nat(400),
      length: fc.nat(12),
      insert: fc.oneof(
        fc.constant(''),
        fc.constantFrom("'", '(', ')', ',', ';', '`', ' SELECT ', ' FROM ', '/*', '--', '"', ' AS ', '.', '?'),
      ),
    });
    fc.assert(
      fc.property(mutation, ({ statement, start, length, insert }) => {
        const at = start % (statement.length + 1);
        void parseStatement(statement.slice(0, at) + insert + statement.slice(at + length));
      }),
      { seed: SEED, numRuns: 1500 },
    );
  });

  test('words in any order', () => {
    const words = fc.array(fc.constantFrom(...STATEMENTS.join(' ').split(/\s+|(?<=[(),.])|(?=[(),.])/)), { maxLength: 25 });
    fc.assert(
      fc.property(words, (list) => void parseStatement(list.join(' '))),
      { seed: SEED, numRuns: 1500 },
    );
  });
});

describe('limits', () => {
  test.each([
    ['parentheses', `SELECT ${'('.repeat(5000)}1${')'.repeat(5000)}`],
    ['queries', `${'SELECT * FROM ('.repeat(3000)}SELECT 1${')'.repeat(3000)}`],
    ['calls', `SELECT ${'f('.repeat(5000)}1${')'.repeat(5000)}`],
    ['signs', `SELECT ${'- '.repeat(50_000)}a`],
    ['arrays', `CREATE TABLE t (a ${'ARRAY<'.repeat(4000)}INT${'>'.repeat(4000)})`],
    ['cases', `SELECT ${'CASE WHEN a THEN '.repeat(3000)}1${' END'.repeat(3000)}`],
    ['likes', `SELECT ${'a LIKE '.repeat(4000)}b`],
    ['conditions', `SELECT * FROM t WHERE ${Array.from({ length: 20_000 }, (_, i) => `a = ${i}`).join(' OR ')}`],
    ['unions', Array.from({ length: 5000 }, () => 'SELECT 1').join(' UNION ALL ')],
    ['joins', `SELECT * FROM t ${'JOIN u ON TRUE '.repeat(5000)}`],
    ['pattern terms', `SELECT * FROM t MATCH_RECOGNIZE (PATTERN (${'A '.repeat(3000)}) DEFINE A AS TRUE)`],
    ['patterns', `SELECT * FROM t MATCH_RECOGNIZE (PATTERN (${'('.repeat(3000)}A${')'.repeat(3000)}) DEFINE A AS TRUE)`],
  ])('%s', (_name, text) => {
    const { diagnostic } = parseStatement(text);
    expect(diagnostic?.code).toMatch(/^limit\//);
  });

  test('long texts that are not deep are read', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `(${i}, 'x')`).join(', ');
    expect(parseStatement(`INSERT INTO t VALUES ${rows}`).node?.type).toBe('RichSqlInsert');
    expect(parseExpression(`'${'x'.repeat(300_000)}'`).node?.type).toBe('SqlCharStringLiteral');
    expect(parseStatement(`SELECT ${'x'.repeat(200_000)}`).diagnostic?.message).toContain('Length of identifier');
  });

  test('a long chain below the limit prints', () => {
    const text = Array.from({ length: 700 }, (_, i) => `a + ${i}`).join(' OR ');
    const { node } = parseExpression(text);
    expect(node && printSql(node).length).toBeGreaterThan(6000);
  });
});

test('what is printed parses to the same text', () => {
  for (const statement of STATEMENTS) {
    const { node } = parseStatement(statement);
    if (!node) continue;
    const printed = printSql(node);
    const again = parseStatement(printed).node;
    expect(again && printSql(again)).toBe(printed);
  }
});
