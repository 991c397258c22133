import type { RexLiteral, RexNode } from './rex-node.ts';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../types/decimal.ts';
import { decimalType, simpleType, stringType, timestampType } from '../../types/sql-type.ts';
import { printExpression, selectItemText } from './flink-expression-text.ts';
import { literalText } from './literal-text.ts';
import { makeCast } from './rex-builder.ts';
import {
  approxLiteral,
  bigintLiteral,
  binaryLiteral,
  booleanLiteral,
  call,
  charLiteral,
  dateLiteral,
  exactLiteral,
  inputRef,
  intervalLiteral,
  nullLiteral,
  over,
  symbolLiteral,
  timeLiteral,
  timestampLiteral,
  timestampLtzLiteral,
} from './rex-factory.ts';
import { rexText } from './rex-text.ts';
import {
  AND,
  COALESCE,
  DIVIDE_INTEGER,
  EQUALS,
  EXTRACT,
  GREATER_THAN,
  IS_NOT_NULL,
  IS_NOT_TRUE,
  MOD,
  NOT,
  OR,
  PLUS,
  SUM,
  UNARY_MINUS,
} from './standard-operators.ts';

const INT = simpleType('INTEGER', true);
const BIGINT = simpleType('BIGINT', true);
const DOUBLE = simpleType('DOUBLE', false);
const a = inputRef(0, INT);
const b = inputRef(1, BIGINT);
const c = inputRef(2, stringType(true));
const NAMES = ['a', 'b', 'c'];

const decimal = (text: string): RexLiteral => exactLiteral(parseDecimal(text) ?? 0n);
const instant = (millis: number): bigint => BigInt(Date.UTC(2020, 0, 1, 10) + millis) * 1_000_000n;
const digest = (e: RexNode): string => printExpression(e, NAMES, { format: 'prefix', detail: 'digest' });
const explain = (e: RexNode): string => printExpression(e, NAMES, { format: 'infix', detail: 'explain' });

describe('a literal as a digest and in the execution plan', () => {
  const cases: [string, RexNode, string, string][] = [
    ['integer', exactLiteral(1), '1', '1'],
    ['bigint', exactLiteral(3_000_000_000n), '3000000000:BIGINT', '3000000000'],
    ['decimal', decimal('1.50'), '1.50:DECIMAL(3, 2)', '1.50'],
    ['small decimal', decimal('0.00001'), '0.00001:DECIMAL(6, 5)', '0.00001'],
    ['double', approxLiteral(1), '1E0:DOUBLE', '1E0'],
    ['folded double', approxLiteral(1 / 3), '3.3333333333333331482E-1:DOUBLE', '3.3333333333333331482E-1'],
    ['exact as double', makeCast(DOUBLE, exactLiteral(1)), '1:DOUBLE', '1'],
    ['char', charLiteral("it's"), "_UTF-16LE'it''s'", "'it's'"],
    ['varchar', charLiteral('x', stringType(false)), '_UTF-16LE\'x\':VARCHAR(2147483647) CHARACTER SET "UTF-16LE"', "'x'"],
    ['boolean', booleanLiteral(true), 'true', 'true'],
    ['binary', binaryLiteral(Uint8Array.of(10)), "X'0a':BINARY(1)", "X'0a'"],
    ['date', dateLiteral(18262), '2020-01-01', '2020-01-01'],
    ['time', timeLiteral(36_000_120_000_000n, 3), '10:00:00.12:TIME(3)', '10:00:00.12'],
    ['timestamp(0)', timestampLiteral(instant(0), 0), '2020-01-01 10:00:00', '2020-01-01 10:00:00'],
    ['timestamp(3)', timestampLiteral(instant(120), 3), '2020-01-01 10:00:00.12:TIMESTAMP(3)', '2020-01-01 10:00:00.12'],
    ['timestamp_ltz', timestampLtzLiteral(instant(0), 3), '2020-01-01 10:00:00:TIMESTAMP_WITH_LOCAL_TIME_ZONE(3)', '2020-01-01 10:00:00'],
    ['interval', intervalLiteral(5000n, { start: 'SECOND', end: 'SECOND' }), '5000:INTERVAL SECOND', '5000:INTERVAL SECOND'],
    ['symbol', symbolLiteral('DAY'), 'FLAG(DAY)', 'DAY'],
    ['null', nullLiteral(INT), 'null:INTEGER', 'null:INTEGER'],
  ];
  test.each(cases)('%s', (_name, e, inDigest, inExplain) => {
    expect(literalText(e as RexLiteral)).toBe(inDigest);
    expect(digest(e)).toBe(inDigest);
    expect(explain(e)).toBe(inExplain);
  });
});

describe('a call in the three printers', () => {
  const cases: [string, RexNode, string, string, string][] = [
    ['like types', call(EQUALS, [b, bigintLiteral(2)]), '=($1, 2)', '=(b, 2:BIGINT)', '(b = 2)'],
    [
      'text and VARCHAR literal',
      call(EQUALS, [c, charLiteral('x', stringType(false))]),
      "=($2, _UTF-16LE'x')",
      '=(c, _UTF-16LE\'x\':VARCHAR(2147483647) CHARACTER SET "UTF-16LE")',
      "(c = 'x')",
    ],
    ['unlike types', call(PLUS, [a, decimal('1.5')]), '+($0, 1.5:DECIMAL(2, 1))', '+(a, 1.5:DECIMAL(2, 1))', '(a + 1.5)'],
    ['MOD keeps types', call(MOD, [b, bigintLiteral(2)]), 'MOD($1, 2:BIGINT)', 'MOD(b, 2:BIGINT)', 'MOD(b, 2)'],
    ['function', call(COALESCE, [b, bigintLiteral(1)]), 'COALESCE($1, 1:BIGINT)', 'COALESCE(b, 1:BIGINT)', 'COALESCE(b, 1)'],
    ['null compared', call(EQUALS, [a, nullLiteral(INT)]), '=($0, null)', '=(a, null:INTEGER)', '(a = null:INTEGER)'],
    [
      'AND of literals',
      call(AND, [booleanLiteral(true), nullLiteral(simpleType('BOOLEAN', true))]),
      'AND(true, null)',
      'AND(true, null:BOOLEAN)',
      '(true AND null:BOOLEAN)',
    ],
    ['cast', makeCast(BIGINT, a), 'CAST($0):BIGINT', 'CAST(a AS BIGINT)', 'CAST(a AS BIGINT)'],
    [
      'cast to NOT NULL',
      call({ ...PLUS, name: 'CAST', kind: 'CAST' }, [a], simpleType('BIGINT', false)),
      'CAST($0):BIGINT NOT NULL',
      'CAST(a AS BIGINT NOT NULL)',
      'CAST(a AS BIGINT)',
    ],
    ['postfix', call(IS_NOT_NULL, [a]), 'IS NOT NULL($0)', 'IS NOT NULL(a)', 'a IS NOT NULL'],
    [
      'truth',
      call(IS_NOT_TRUE, [call(GREATER_THAN, [a, exactLiteral(1)])]),
      'IS NOT TRUE(>($0, 1))',
      'IS NOT TRUE(>(a, 1))',
      '(a > 1) IS NOT TRUE',
    ],
    ['negation', call(NOT, [call(UNARY_MINUS, [a])], simpleType('BOOLEAN', true)), 'NOT(-($0))', 'NOT(-(a))', 'NOT(-(a))'],
    ['integer division', call(DIVIDE_INTEGER, [a, a]), '/INT($0, $0)', '/INT(a, a)', '(a /INT a)'],
    ['flag', call(EXTRACT, [symbolLiteral('YEAR'), a]), 'EXTRACT(FLAG(YEAR), $0)', 'EXTRACT(FLAG(YEAR), a)', 'EXTRACT(YEAR, a)'],
    [
      'three operands',
      call(OR, [call(EQUALS, [a, a]), call(IS_NOT_NULL, [a]), booleanLiteral(false)]),
      'OR(=($0, $0), IS NOT NULL($0), false)',
      'OR(=(a, a), IS NOT NULL(a), false)',
      '((a = a) OR a IS NOT NULL OR false)',
    ],
    [
      'timestamps',
      call(EQUALS, [inputRef(0, timestampType(3, true)), timestampLiteral(instant(120), 3)]),
      '=($0, 2020-01-01 10:00:00.12)',
      '=(a, 2020-01-01 10:00:00.12:TIMESTAMP(3))',
      '(a = 2020-01-01 10:00:00.12)',
    ],
    [
      'decimal column',
      call(PLUS, [inputRef(0, decimalType(2, 1, true)), decimal('1.5')]),
      '+($0, 1.5)',
      '+(a, 1.5:DECIMAL(2, 1))',
      '(a + 1.5)',
    ],
  ];
  test.each(cases)('%s', (_name, e, inTree, inDigest, inExplain) => {
    expect(rexText(e)).toBe(inTree);
    expect(digest(e)).toBe(inDigest);
    expect(explain(e)).toBe(inExplain);
  });
});

test('OVER', () => {
  const e = over(
    SUM,
    [b],
    {
      partitionKeys: [a],
      orderKeys: [{ expr: b, direction: 'ASCENDING', nullDirection: 'FIRST' }],
      isRows: true,
      lower: { bound: 'PRECEDING', offset: exactLiteral(2) },
      upper: { bound: 'CURRENT ROW' },
    },
    BIGINT,
  );
  expect(rexText(e)).toBe('SUM($1) OVER (PARTITION BY $0 ORDER BY $1 NULLS FIRST ROWS 2 PRECEDING)');
});

test('an item of a select list', () => {
  expect(selectItemText('+(a, 1)', 'EXPR$0')).toBe('+(a, 1) AS EXPR$0');
  expect(selectItemText('a', 'a')).toBe('a');
});
