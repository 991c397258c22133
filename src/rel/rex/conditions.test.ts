import type { RexNode } from './rex-node.ts';
import { describe, expect, test } from 'vitest';
import { simpleType } from '../../types/sql-type.ts';
import { composeConjunction, conjunctions, flatten, flattenAnd, not } from './conditions.ts';
import { expandSearch, makeBetween, makeIn } from './expand-search.ts';
import { pullFactors } from './pull-factors.ts';
import { booleanLiteral, call, exactLiteral, inputRef } from './rex-factory.ts';
import { rexText } from './rex-text.ts';
import { AND, LESS_THAN, OR } from './standard-operators.ts';
import { toCnf } from './to-cnf.ts';

const INT = simpleType('INTEGER', true);
const [x, y, z, a] = [0, 1, 2, 3].map((i) => inputRef(i, simpleType('BOOLEAN', true))) as [RexNode, RexNode, RexNode, RexNode];
const i = inputRef(4, INT);
const and = (...l: RexNode[]): RexNode => call(AND, l);
const or = (...l: RexNode[]): RexNode => call(OR, l);

describe('lists of conditions', () => {
  test('flatten keeps duplicates and true, flattenAnd drops them', () => {
    const e = and(x, and(y, booleanLiteral(true)), x);
    expect(rexText(flatten(e))).toBe('AND($0, $1, true, $0)');
    expect(flattenAnd([e]).map(rexText)).toEqual(['$0', '$1']);
  });
  test('composing nothing is true, false wins', () => {
    expect(rexText(composeConjunction([]))).toBe('true');
    expect(rexText(composeConjunction([x, booleanLiteral(false)]))).toBe('false');
    expect(conjunctions(and(x, and(y, z))).map(rexText)).toEqual(['$0', '$1', '$2']);
  });
  test('NOT', () => {
    const lt = call(LESS_THAN, [i, exactLiteral(1)]);
    expect(rexText(not(lt))).toBe('NOT(<($4, 1))');
    expect(rexText(not(not(lt)))).toBe('<($4, 1)');
  });
});

describe('normal forms', () => {
  test('factors come out of OR', () => {
    expect(rexText(pullFactors(or(and(x, y), and(x, z))))).toBe('AND($0, OR($1, $2))');
    expect(rexText(pullFactors(or(and(x, y), and(a, z))))).toBe('OR(AND($0, $1), AND($3, $2))');
  });
  test('conjunctive normal form', () => {
    expect(rexText(toCnf(or(and(x, y), and(a, z))))).toBe('AND(OR($0, $3), OR($0, $2), OR($1, $3), OR($1, $2))');
  });
});

describe('IN, BETWEEN and SEARCH', () => {
  const n = (v: number): RexNode => exactLiteral(v);
  test('made', () => {
    expect(rexText(makeIn(i, [n(1), n(3), n(2)]))).toBe('SEARCH($4, Sarg[1, 2, 3])');
    expect(rexText(makeBetween(i, n(1), n(3)))).toBe('SEARCH($4, Sarg[[1..3]])');
  });
  test('expanded', () => {
    expect(rexText(expandSearch(makeIn(i, [n(1), n(3)])))).toBe('OR(=($4, 1), =($4, 3))');
    expect(rexText(expandSearch(makeBetween(i, n(1), n(3))))).toBe('AND(>=($4, 1), <=($4, 3))');
  });
  test('one value is a range too, until it is simplified', () => {
    expect(rexText(makeIn(i, [n(1)]))).toBe('SEARCH($4, Sarg[1])');
  });
});
