import type { RexNode } from './rex-node.ts';
import { expect, test } from 'vitest';
import { simpleType, withNullability } from '../../types/sql-type.ts';
import { bigintLiteral, call, charLiteral, exactLiteral, inputRef } from './rex-factory.ts';
import { rexEquals } from './rex-key.ts';
import { AND, EQUALS, GREATER_THAN, IS_NOT_NULL, LESS_THAN, MINUS, MULTIPLY, PLUS } from './standard-operators.ts';

const INT = simpleType('INTEGER', true);
const a = inputRef(0, INT);
const b = inputRef(1, simpleType('BIGINT', true));
const n = inputRef(2, withNullability(INT, false));

const cases: [string, RexNode, RexNode, boolean][] = [
  ['= has no order', call(EQUALS, [a, n]), call(EQUALS, [n, a]), true],
  ['= of unlike types has none either', call(EQUALS, [a, b]), call(EQUALS, [b, a]), true],
  ['> is < turned round', call(GREATER_THAN, [a, b]), call(LESS_THAN, [b, a]), true],
  ['> is not <', call(GREATER_THAN, [a, b]), call(LESS_THAN, [a, b]), false],
  [
    'AND of two',
    call(AND, [call(IS_NOT_NULL, [a]), call(IS_NOT_NULL, [b])]),
    call(AND, [call(IS_NOT_NULL, [b]), call(IS_NOT_NULL, [a])]),
    true,
  ],
  [
    'AND of three keeps its order',
    call(AND, [call(IS_NOT_NULL, [a]), call(IS_NOT_NULL, [b]), call(EQUALS, [a, n])]),
    call(AND, [call(IS_NOT_NULL, [b]), call(IS_NOT_NULL, [a]), call(EQUALS, [a, n])]),
    false,
  ],
  ['+ of like types, apart from nullability', call(PLUS, [a, n]), call(PLUS, [n, a]), true],
  ['+ of unlike types', call(PLUS, [a, b]), call(PLUS, [b, a]), false],
  ['* of like types', call(MULTIPLY, [a, n]), call(MULTIPLY, [n, a]), true],
  ['- has an order', call(MINUS, [a, n]), call(MINUS, [n, a]), false],
  ['types count', exactLiteral(1), bigintLiteral(1), false],
  ['an input is its position', inputRef(0, INT), inputRef(0, withNullability(INT, false)), true],
  ['texts', charLiteral('x'), charLiteral('x'), true],
];

test.each(cases)('%s', (_name, x, y, equal) => {
  expect(rexEquals(x, y)).toBe(equal);
});
