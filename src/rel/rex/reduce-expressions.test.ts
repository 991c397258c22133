import type { RexNode } from './rex-node.ts';
import type { ReduceOptions } from './reduce-expressions.ts';
import { describe, expect, test } from 'vitest';
import { constantCompiler } from '../../runtime/eval/constant-compiler.ts';
import { UTC } from '../../runtime/eval/time-zone.ts';
import { simpleType, stringType, withNullability } from '../../types/sql-type.ts';
import { ExpressionReducer } from './expression-reducer.ts';
import { reduceExpressions } from './reduce-expressions.ts';
import { makeCast } from './rex-builder.ts';
import { approxLiteral, call, charLiteral, exactLiteral, inputRef, nullLiteral } from './rex-factory.ts';
import { rexText } from './rex-text.ts';
import { CASE, DIVIDE, EQUALS, GREATER_THAN, IS_NULL, PLUS } from './standard-operators.ts';

const INT = simpleType('INTEGER', true);
const a = inputRef(0, INT);
const b = inputRef(1, INT);
const c = inputRef(2, stringType(true));
const n = inputRef(3, withNullability(INT, false));
const i = (v: number): RexNode => exactLiteral(v);

const unsupported: string[] = [];
const executor = new ExpressionReducer(constantCompiler({ timeZone: UTC, legacyCasts: false }), {
  onUnsupported: (name) => unsupported.push(name),
});

function reduce(e: RexNode, predicates: RexNode[] = [], options: Partial<ReduceOptions> = {}): string {
  const base = { predicates, executor, unknownAsFalse: false, matchNullability: true, isProject: true };
  return rexText(reduceExpressions([e], { ...base, ...options }).expressions[0] as RexNode);
}

describe('constants', () => {
  const cases: [string, RexNode, string][] = [
    ['sum', call(PLUS, [i(1), i(2)]), '3'],
    ['inside a call', call(PLUS, [a, call(PLUS, [i(1), i(2)])]), '+($0, 3)'],
    ['left-deep sums stay', call(PLUS, [call(PLUS, [a, i(1)]), i(2)]), '+(+($0, 1), 2)'],
    ['double', call(DIVIDE, [approxLiteral(1), i(3)]), '3.3333333333333331482E-1:DOUBLE'],
    ['decimal', call(PLUS, [exactLiteral({ unscaled: 15n, scale: 1 }), i(1)]), '2.5:DECIMAL(12, 1)'],
    ['cast of text', makeCast(INT, charLiteral('12')), 'CAST(12):INTEGER'],
    ['null', call(PLUS, [nullLiteral(INT), i(1)]), 'null:INTEGER'],
  ];
  test.each(cases)('%s', (_name, e, text) => expect(reduce(e)).toBe(text));

  test('a division by zero is an error of planning', () => {
    expect(() => reduce(call(DIVIDE, [i(1), i(0)]))).toThrow();
  });
});

describe('predicates', () => {
  test('equality fixes a column', () => {
    expect(reduce(call(PLUS, [a, b]), [call(EQUALS, [a, i(5)])])).toBe('+(5, $1)');
    expect(reduce(call(PLUS, [n, b]), [call(EQUALS, [n, i(5)])])).toBe('+(5, $1)');
  });
  test('IS NULL fixes a column', () => {
    expect(reduce(a, [call(IS_NULL, [a])])).toBe('null:INTEGER');
  });
  test('two values fix nothing', () => {
    expect(reduce(a, [call(EQUALS, [a, i(5)]), call(EQUALS, [a, i(6)])])).toBe('$0');
  });
  test('text', () => {
    const x = charLiteral('x', stringType(false));
    expect(reduce(c, [call(EQUALS, [c, x])])).toBe(
      'CAST(_UTF-16LE\'x\':VARCHAR(2147483647) CHARACTER SET "UTF-16LE"):VARCHAR(2147483647) CHARACTER SET "UTF-16LE"',
    );
  });
});

test('a comparison goes into CASE', () => {
  const e = call(EQUALS, [call(CASE, [call(GREATER_THAN, [a, i(1)]), i(2), i(3)]), i(2)]);
  expect(reduce(e, [], { unknownAsFalse: true, isProject: false, matchNullability: false })).toBe('>($0, 1)');
});

test('a function without evaluator stays and is reported', () => {
  const e = call({ ...PLUS, name: 'NO_SUCH_FUNCTION', kind: 'OTHER_FUNCTION', inferReturnType: () => INT }, [i(1)]);
  expect(reduce(e)).toBe('NO_SUCH_FUNCTION(1)');
  expect(unsupported).toEqual(['NO_SUCH_FUNCTION']);
});
