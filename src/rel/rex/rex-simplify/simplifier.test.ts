import type { RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';
import { describe, expect, test } from 'vitest';
import { decimalOf } from '../../../types/decimal.ts';
import { decimalType, simpleType, stringType, withNullability } from '../../../types/sql-type.ts';
import { makeCast } from '../rex-builder.ts';
import { bigintLiteral, booleanLiteral, call, charLiteral, exactLiteral, inputRef, nullLiteral } from '../rex-factory.ts';
import { rexText } from '../rex-text.ts';
import {
  AND,
  CASE,
  EQUALS,
  GREATER_THAN,
  GREATER_THAN_OR_EQUAL,
  IS_FALSE,
  IS_NOT_NULL,
  IS_NULL,
  IS_TRUE,
  LESS_THAN,
  LESS_THAN_OR_EQUAL,
  LIKE,
  MULTIPLY,
  NOT,
  NOT_EQUALS,
  OR,
  PLUS,
} from '../standard-operators.ts';
import { RexSimplifier } from './simplifier.ts';

const INT = simpleType('INTEGER', true);
const BIGINT = simpleType('BIGINT', true);
const BOOLEAN = simpleType('BOOLEAN', true);
const a = inputRef(0, INT);
const b = inputRef(1, BIGINT);
const c = inputRef(2, stringType(true));
const d = inputRef(3, decimalType(10, 2, true));
const m = inputRef(4, BOOLEAN);
const n = inputRef(5, withNullability(INT, false));

const i = (v: number): RexNode => exactLiteral(v);
const eq = (x: RexNode, y: RexNode): RexNode => call(EQUALS, [x, y]);
const ne = (x: RexNode, y: RexNode): RexNode => call(NOT_EQUALS, [x, y]);
const gt = (x: RexNode, y: RexNode): RexNode => call(GREATER_THAN, [x, y]);
const ge = (x: RexNode, y: RexNode): RexNode => call(GREATER_THAN_OR_EQUAL, [x, y]);
const lt = (x: RexNode, y: RexNode): RexNode => call(LESS_THAN, [x, y]);
const le = (x: RexNode, y: RexNode): RexNode => call(LESS_THAN_OR_EQUAL, [x, y]);
const and = (...list: RexNode[]): RexNode => call(AND, list);
const or = (...list: RexNode[]): RexNode => call(OR, list);
const not = (x: RexNode): RexNode => call(NOT, [x]);
const isNull = (x: RexNode): RexNode => call(IS_NULL, [x]);
const notNull = (x: RexNode): RexNode => call(IS_NOT_NULL, [x]);
const str = (s: string): RexNode => charLiteral(s, stringType(false));
const dec = (unscaled: number, scale: number): RexNode => exactLiteral({ unscaled: BigInt(unscaled), scale });

const where = (e: RexNode, predicates: RexNode[] = [], u: UnknownAs = 'FALSE'): string =>
  rexText(new RexSimplifier({ predicates }).simplify(e, u));
const select = (e: RexNode): string => rexText(new RexSimplifier().simplifyPreservingType(e));

describe('search arguments in a condition', () => {
  const cases: [string, RexNode, string][] = [
    ['range', and(gt(a, i(1)), lt(a, i(10))), 'SEARCH($0, Sarg[(1..10)])'],
    ['redundant bound', and(gt(a, i(5)), gt(a, i(7)), lt(a, i(100))), 'SEARCH($0, Sarg[(7..100)])'],
    ['two unequal', and(ne(a, i(1)), ne(a, i(2))), 'SEARCH($0, Sarg[(-∞..1), (1..2), (2..+∞)])'],
    ['NOT IN', not(or(eq(a, i(1)), eq(a, i(2)))), 'SEARCH($0, Sarg[(-∞..1), (1..2), (2..+∞)])'],
    ['one unequal stays', ne(a, i(1)), '<>($0, 1)'],
    ['point or null', or(eq(a, i(1)), isNull(a)), 'SEARCH($0, Sarg[1; NULL AS TRUE])'],
    ['ranges or null', or(gt(a, i(1)), lt(a, i(0)), isNull(a)), 'SEARCH($0, Sarg[(-∞..0), (1..+∞); NULL AS TRUE])'],
    ['point or range', or(eq(a, i(1)), gt(a, i(5))), 'SEARCH($0, Sarg[1, (5..+∞)])'],
    ['IN and bound', and(or(eq(a, i(1)), eq(a, i(2))), gt(a, i(1))), '=($0, 2)'],
    ['IN and IN', and(or(eq(a, i(1)), eq(a, i(2))), or(eq(a, i(2)), eq(a, i(3)))), '=($0, 2)'],
    ['contradiction', and(eq(a, i(1)), eq(a, i(2))), 'false'],
    ['IN with null', or(eq(a, i(1)), eq(a, i(2)), eq(a, i(3)), eq(a, nullLiteral(INT))), 'SEARCH($0, Sarg[1, 2, 3])'],
    ['unequal to one or the other', or(ne(a, i(1)), ne(a, i(2))), 'IS NOT NULL($0)'],
    ['two ranges', or(and(gt(a, i(1)), lt(a, i(5))), and(gt(a, i(10)), lt(a, i(12)))), 'SEARCH($0, Sarg[(1..5), (10..12)])'],
    ['two columns', or(eq(a, i(1)), eq(b, bigintLiteral(2)), eq(a, i(3))), 'OR(SEARCH($0, Sarg[1, 3]), =($1, 2))'],
    ['BIGINT', or(eq(b, bigintLiteral(1)), eq(b, bigintLiteral(2))), 'SEARCH($1, Sarg[1L:BIGINT, 2L:BIGINT]:BIGINT)'],
    ['decimals', and(gt(d, dec(15, 1)), lt(d, i(3))), 'SEARCH($3, Sarg[(1.5:DECIMAL(11, 1)..3:DECIMAL(11, 1))]:DECIMAL(11, 1))'],
    ['decimal column, integers', and(ge(d, i(1)), le(d, i(2))), 'SEARCH($3, Sarg[[1..2]])'],
    [
      'strings',
      or(eq(c, charLiteral('x')), eq(c, charLiteral('y'))),
      "SEARCH($2, Sarg[_UTF-16LE'x', _UTF-16LE'y']:CHAR(1) CHARACTER SET \"UTF-16LE\")",
    ],
    ['NOT IN with null', and(ne(a, i(1)), ne(a, nullLiteral(INT))), 'false'],
  ];
  test.each(cases)('%s', (_name, e, expected) => {
    expect(where(e)).toBe(expected);
  });
});

describe('search arguments in a select list', () => {
  const cases: [string, RexNode, string][] = [
    ['IN with null', or(eq(a, i(1)), eq(a, i(2)), eq(a, i(3)), eq(a, nullLiteral(INT))), 'OR(SEARCH($0, Sarg[1, 2, 3]), null)'],
    ['BETWEEN', and(ge(a, i(1)), le(a, i(2))), 'SEARCH($0, Sarg[[1..2]])'],
    ['null counts as true', or(eq(a, i(1)), isNull(a)), 'CAST(SEARCH($0, Sarg[1; NULL AS TRUE])):BOOLEAN'],
  ];
  test.each(cases)('%s', (_name, e, expected) => {
    expect(select(e)).toBe(expected);
  });
});

describe('conditions', () => {
  const cases: [string, RexNode, string][] = [
    ['x = x', eq(a, a), 'IS NOT NULL($0)'],
    ['x <> x', ne(a, a), 'false'],
    ["LIKE '%'", call(LIKE, [c, charLiteral('%')]), 'IS NOT NULL($2)'],
    ['= true', eq(m, booleanLiteral(true)), '$4'],
    ['= false', eq(m, booleanLiteral(false)), 'NOT($4)'],
    ['NOT =', not(eq(a, b)), '<>($0, $1)'],
    ['NOT >', not(gt(a, b)), '<=($0, $1)'],
    ['NOT IS NULL', not(isNull(a)), 'IS NOT NULL($0)'],
    ['NOT LIKE stays', not(call(LIKE, [c, charLiteral('x%')])), "NOT(LIKE($2, _UTF-16LE'x%'))"],
    ['De Morgan', not(and(eq(a, b), gt(a, b))), 'OR(<>($0, $1), <=($0, $1))'],
    ['IS TRUE', call(IS_TRUE, [m]), '$4'],
    ['IS FALSE', call(IS_FALSE, [m]), 'NOT($4)'],
    ['null test of a strong call', notNull(call(PLUS, [a, i(1)])), 'IS NOT NULL($0)'],
    ['null test of a lossless cast', notNull(makeCast(BIGINT, a)), 'IS NOT NULL($0)'],
    ['null test of NOT NULL', notNull(n), 'true'],
    ['implied null test', and(notNull(a), lt(a, i(5))), '<($0, 5)'],
    ['null test at the end', and(notNull(a), ne(b, bigintLiteral(0))), 'AND(<>($1, 0), IS NOT NULL($0))'],
    ['IS NULL and comparison', and(isNull(a), lt(a, b)), 'false'],
    ['equal columns and constants', and(eq(a, i(1)), eq(n, i(1)), eq(a, n)), 'AND(=($0, 1), =($5, 1))'],
    ['x and not x', and(gt(a, b), le(a, b)), 'false'],
    ['IS NULL first', or(eq(a, b), isNull(a)), 'OR(IS NULL($0), =($0, $1))'],
    ['+ 0', gt(call(PLUS, [a, i(0)]), b), '>($0, $1)'],
    [
      '* 1 of another type',
      gt(call(MULTIPLY, [a, exactLiteral(decimalOf(1), decimalType(3, 1, false))]), d),
      '>(CAST($0):DECIMAL(14, 1), $3)',
    ],
    ['duplicates', and(gt(a, b), gt(a, b)), '>($0, $1)'],
    ['literals', or(eq(i(1), i(2)), gt(a, b)), '>($0, $1)'],
  ];
  test.each(cases)('%s', (_name, e, expected) => {
    expect(where(e)).toBe(expected);
  });
});

describe('predicates of the input', () => {
  const above = [gt(a, i(1))];
  test('implied', () => expect(where(gt(a, i(0)), above)).toBe('IS NOT NULL($0)'));
  test('impossible', () => expect(where(lt(a, i(0)), above)).toBe('false'));
  test('one value left', () => expect(where(le(n, i(3)), [ge(n, i(3))])).toBe('=($5, 3)'));
  test('known null test', () => expect(where(notNull(a), [notNull(a)])).toBe('true'));
  test('CASE of an implied condition', () => {
    const e = call(CASE, [gt(a, i(1)), booleanLiteral(true), booleanLiteral(false)]);
    expect(where(e, above)).toBe('IS NOT NULL($0)');
  });
});

describe('CASE', () => {
  test('equal neighbours', () => {
    const e = call(CASE, [eq(a, i(1)), i(1), eq(a, i(2)), i(1), i(0)]);
    expect(select(e)).toBe('CASE(SEARCH($0, Sarg[1, 2]), 1, 0)');
  });
  test('a true condition ends it', () => {
    expect(select(call(CASE, [booleanLiteral(true), a, b]))).toBe('CAST($0):BIGINT');
  });
  test('a false branch goes', () => {
    expect(select(call(CASE, [booleanLiteral(false), i(1), gt(a, b), i(2), i(3)]))).toBe('CASE(>($0, $1), 2, 3)');
  });
  test('boolean CASE', () => {
    expect(select(call(CASE, [gt(a, b), booleanLiteral(true), booleanLiteral(false)]))).toBe('IS TRUE(>($0, $1))');
  });
});

describe('casts', () => {
  test('to the type and back', () => expect(select(makeCast(INT, makeCast(BIGINT, a)))).toBe('$0'));
  test('a widening cast in between', () => {
    expect(select(makeCast(stringType(true), makeCast(BIGINT, a)))).toBe('CAST($0):VARCHAR(2147483647) CHARACTER SET "UTF-16LE"');
  });
  test('of a literal', () => expect(select(makeCast(stringType(false), charLiteral('x')))).toBe(rexText(str('x'))));
});
