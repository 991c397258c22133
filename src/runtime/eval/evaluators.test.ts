import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import { describe, expect, test } from 'vitest';
import { makeAbstractCast } from '../../rel/rex/rex-builder.ts';
import {
  approxLiteral,
  bigintLiteral,
  call,
  charLiteral,
  dateLiteral,
  exactLiteral,
  nullLiteral,
  symbolLiteral,
  timestampLiteral,
  timestampLtzLiteral,
} from '../../rel/rex/rex-factory.ts';
import { DIVIDE, DIVIDE_INTEGER, EXTRACT, LIKE, MINUS, MOD, MULTIPLY, PLUS, TRY_CAST } from '../../rel/rex/standard-operators.ts';
import { decimalText, parseDecimal } from '../../types/decimal.ts';
import { arrayType, decimalType, simpleType, stringType, timestampLtzType, timestampType } from '../../types/sql-type.ts';
import { isDecimalValue } from '../../types/value.ts';
import { compileExpression } from './compile-expression.ts';
import { EvaluationError } from './contract.ts';
import { evaluatorOf } from './function-evaluators.ts';
import { timeZone } from './time-zone.ts';

const BERLIN = { timeZone: timeZone('Europe/Berlin'), legacyCasts: false };
const STRING = stringType(true);
const INT = simpleType('INTEGER', true);
const BOOLEAN = simpleType('BOOLEAN', true);

const i = (v: number): RexNode => exactLiteral(v);
const s = (v: string): RexNode => charLiteral(v, stringType(false));
const dec = (v: string): RexNode => exactLiteral(parseDecimal(v) ?? 0n);
const dbl = (v: number): RexNode => approxLiteral(v);
const ts = (text: string, precision = 3): RexNode => timestampLiteral(BigInt(Date.parse(`${text}Z`)) * 1_000_000n, precision);
const cast = (e: RexNode, to: SqlType): RexNode => makeAbstractCast(to, e);

/** A function by name, of a given type. */
function f(name: string, operands: RexNode[], type: SqlType = STRING): RexNode {
  const op: SqlOperator = { ...PLUS, name, kind: 'OTHER_FUNCTION', syntax: 'function' };
  expect(evaluatorOf(op)).toBeDefined();
  return call(op, operands, type);
}

function show(v: Value): unknown {
  if (isDecimalValue(v)) return decimalText(v);
  return Array.isArray(v) ? (v as Value[]).map(show) : v;
}

function value(e: RexNode): unknown {
  try {
    return show(compileExpression(e, BERLIN)([]));
  } catch (error) {
    if (error instanceof EvaluationError) return `${error.className}: ${error.message}`;
    throw error;
  }
}

type Cases = [string, RexNode, unknown][];

describe('arithmetic', () => {
  const cases: Cases = [
    ['integers wrap', call(PLUS, [i(2147483647), i(1)]), -2147483648],
    ['bigints wrap', call(MULTIPLY, [bigintLiteral(2n ** 62n), bigintLiteral(2n)]), -(2n ** 63n)],
    ['integer division cuts', call(DIVIDE_INTEGER, [i(-7), i(2)]), -3],
    ['remainder has the sign of the dividend', call(MOD, [i(-7), i(2)]), -1],
    ['decimal product', call(MULTIPLY, [dec('1.50'), dec('2.5')]), '3.750'],
    ['decimal quotient', call(DIVIDE, [dec('10.0'), dec('3.0')]), '3.333333'],
    ['null', call(MINUS, [nullLiteral(INT), i(1)]), null],
    ['square root', f('SQRT', [dbl(2)], simpleType('DOUBLE', false)), Math.SQRT2],
    ['rounding half up', f('ROUND', [dec('2.345'), i(2)], decimalType(4, 2, false)), '2.35'],
    ['logarithm to a base', f('LOG', [i(2), i(8)], simpleType('DOUBLE', false)), 3],
  ];
  test.each(cases)('%s', (_name, e, result) => expect(value(e)).toEqual(result));
});

describe('casts', () => {
  const cases: Cases = [
    ['text to number, blanks cut', cast(s(' 12 '), INT), 12],
    ['bad text', cast(s('x'), INT), "NumberFormatException: For input string: 'x'. Invalid character found."],
    ['bad text, tried', call(TRY_CAST, [s('x')], INT), null],
    ['number narrowed', cast(i(300), simpleType('TINYINT', false)), 44],
    ['double cut to an integer', cast(dbl(-1.9), INT), -1],
    ['double to text', cast(dbl(1e10), STRING), '1.0E10'],
    ['decimal to text', cast(dec('1.50'), STRING), '1.50'],
    ['decimal that does not fit', cast(dec('123.4'), decimalType(3, 1, true)), null],
    ['boolean to text', cast(call(LIKE, [s('a'), s('a')]), STRING), 'TRUE'],
    ['text to date', cast(s('2020-01-01'), simpleType('DATE', true)), 18262],
    ['timestamp to text', cast(ts('2020-01-01T10:00:00.120'), STRING), '2020-01-01 10:00:00.120'],
    [
      'timestamp to local time',
      cast(ts('2020-01-01T10:00:00'), timestampLtzType(3, true)),
      BigInt(Date.parse('2020-01-01T09:00:00Z')) * 1_000_000n,
    ],
    [
      'local time to timestamp',
      cast(timestampLtzLiteral(BigInt(Date.parse('2020-07-01T09:00:00Z')) * 1_000_000n, 3), timestampType(3, true)),
      BigInt(Date.parse('2020-07-01T11:00:00Z')) * 1_000_000n,
    ],
    ['date to timestamp', cast(dateLiteral(1), timestampType(3, true)), 86_400_000_000_000n],
  ];
  test.each(cases)('%s', (_name, e, result) => expect(value(e)).toEqual(result));
});

describe('text', () => {
  const cases: Cases = [
    ['concatenation with null', f('||', [s('a'), nullLiteral(STRING)]), null],
    ['CONCAT_WS skips null', f('CONCAT_WS', [s('-'), s('a'), nullLiteral(STRING), s('b')]), 'a-b'],
    ['SUBSTRING counts code points', f('SUBSTRING', [s('a😀bc'), i(2), i(2)]), '😀b'],
    ['SUBSTRING from the end', f('SUBSTRING', [s('hello'), i(-3)]), 'llo'],
    ['LPAD', f('LPAD', [s('hi'), i(5), s('xy')]), 'xyxhi'],
    ['INITCAP', f('INITCAP', [s('hello wORLD')]), 'Hello World'],
    ['SPLIT_INDEX', f('SPLIT_INDEX', [s('a,b,c'), s(','), i(1)]), 'b'],
    ['LIKE', call(LIKE, [s('a_c'), s('a\\_c'), s('\\')]), true],
    ['LIKE over lines', call(LIKE, [s('a\nc'), s('a%')]), true],
    ['REGEXP_EXTRACT', f('REGEXP_EXTRACT', [s('foo-12'), s('([a-z]+)-(\\d+)'), i(2)]), '12'],
    ['REGEXP_REPLACE', f('REGEXP_REPLACE', [s('foobar'), s('oo|ar'), s('-')]), 'f-b-'],
    ['SPLIT', f('SPLIT', [s('a;b'), s(';')], arrayType(STRING, true)), ['a', 'b']],
    ['MD5', f('MD5', [s('abc')]), '900150983cd24fb0d6963f7d28e17f72'],
    ['SHA256', f('SHA256', [s('abc')]), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['TO_BASE64', f('TO_BASE64', [s('hello')]), 'aGVsbG8='],
    ['URL_ENCODE', f('URL_ENCODE', [s('a b&ü')]), 'a+b%26%C3%BC'],
    ['PARSE_URL', f('PARSE_URL', [s('http://x.org/p?k=v#r'), s('QUERY'), s('k')]), 'v'],
  ];
  test.each(cases)('%s', (_name, e, result) => expect(value(e)).toEqual(result));
});

describe('dates and times', () => {
  const BIGINT = simpleType('BIGINT', true);
  const cases: Cases = [
    ['EXTRACT', call(EXTRACT, [symbolLiteral('QUARTER'), dateLiteral(18262)], BIGINT), 1n],
    ['day of week counts from Sunday', call(EXTRACT, [symbolLiteral('DOW'), dateLiteral(18262)], BIGINT), 4n],
    ['DATE_FORMAT', f('DATE_FORMAT', [ts('2020-03-04T05:06:07'), s('yyyy/MM/dd HH:mm')]), '2020/03/04 05:06'],
    ['TO_DATE', f('TO_DATE', [s('04.03.2020'), s('dd.MM.yyyy')], simpleType('DATE', true)), 18325],
    ['FROM_UNIXTIME in the session time zone', f('FROM_UNIXTIME', [bigintLiteral(0)]), '1970-01-01 01:00:00'],
    ['CONVERT_TZ', f('CONVERT_TZ', [s('1970-01-01 00:00:00'), s('UTC'), s('America/Los_Angeles')]), '1969-12-31 16:00:00'],
  ];
  test.each(cases)('%s', (_name, e, result) => expect(value(e)).toEqual(result));
});

describe('JSON', () => {
  const doc = s('{"a": {"z": 1.50, "b": [1, "x", null]}, "t": true}');
  const cases: Cases = [
    ['a scalar', f('JSON_VALUE', [doc, s('$.a.z')]), '1.50'],
    ['an object is no scalar', f('JSON_VALUE', [doc, s('$.a')]), null],
    [
      'lax paths are empty, not wrong',
      f('JSON_VALUE', [doc, s('lax $.q'), symbolLiteral('DEFAULT'), s('d'), symbolLiteral('ON EMPTY')]),
      'd',
    ],
    [
      'strict paths are wrong',
      f('JSON_VALUE', [doc, s('$.q'), symbolLiteral('ERROR'), symbolLiteral('ON ERROR')]),
      "PathNotFoundException: No results for path: $['q']",
    ],
    ['RETURNING', f('JSON_VALUE', [doc, s('$.t')], BOOLEAN), true],
    ['keys are sorted', f('JSON_QUERY', [doc, s('$.a')]), '{"b":[1,"x",null],"z":1.50}'],
    ['wildcards', f('JSON_QUERY', [doc, s('$.a.b[*]')]), '[1,"x",null]'],
    ['from the end', f('JSON_VALUE', [doc, s('$.a.b[-2]')]), 'x'],
    ['EXISTS', f('JSON_EXISTS', [doc, charLiteral('$.a.b[7]')], BOOLEAN), false],
    ['no JSON', f('IS JSON VALUE', [s('abc')], BOOLEAN), false],
    ['made of a double', f('JSON_STRING', [dbl(1e10)]), '1.0E+10'],
    ['quoted', f('JSON_QUOTE', [s('ä"/')]), '"\\u00e4\\"\\/"'],
    ['unquoted', f('JSON_UNQUOTE', [s('"\\u00e4"')]), 'ä'],
  ];
  test.each(cases)('%s', (_name, e, result) => expect(value(e)).toEqual(result));
});
